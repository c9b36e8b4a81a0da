import { c } from './palette.ts';
import { cloud, house, palm, row, scene, sun } from './parts.ts';

const spokes = Array.from(
  { length: 8 },
  (_, i) => `<path stroke="${c.paper}" stroke-width="1.500" d="M0 0v-22" transform="rotate(${i * 45})"/>`,
).join('');
const wheel = (x: number) =>
  `<g transform="translate(${x} 136)">${spokes}<circle r="24" stroke="${c.ink}" stroke-width="5"/><circle r="20" stroke="${c.sand}" stroke-width="1.500"/><circle r="4" fill="${c.warm}"/></g>`;
const bicycle = `<path stroke="${c.green}" stroke-width="5" d="M70 136 92 96h44l-22 40H70M92 96l22 40M136 96l14 40"/>
  <path stroke="${c.ink}" stroke-width="4" d="M92 96l-4-12"/><path fill="${c.bark}" d="M74 78h26q2 6-6 7H80q-8 0-6-7z"/>
  <path stroke="${c.ink}" stroke-width="4" d="M136 96l-4-16q-12-2-16 4"/><circle cx="114" cy="136" r="7" fill="${c.amber}"/><path stroke="${c.ink}" stroke-width="3" d="m106 144 16-16"/>`;
const cart = `<path fill="${c.oak}" d="M150 92h128l-8 40H158z"/><path fill="${c.wood}" d="M150 92h128l-1.500 7h-125zM155 112h118l-1.500 6h-115z"/>
  <path stroke="${c.wood}" stroke-width="4" d="M150 132h122"/>`;
const load = `<circle cx="172" cy="82" r="13" fill="${c.green}"/><path stroke="${c.leaf}" stroke-width="2" d="M163 82q9-12 18 0M172 72v20"/>
  <circle cx="196" cy="84" r="11" fill="${c.warm}"/><circle cx="214" cy="84" r="11" fill="${c.brick}"/><circle cx="205" cy="70" r="11" fill="${c.warm}"/>
  <path stroke="${c.green}" stroke-width="2.500" d="M196 74v-4m18 4v-3m-9-11v-4"/>
  <path fill="${c.sun}" d="M228 92q-2-26 8-32 4 16 2 32zM240 92q2-24 14-28 2 14-4 28z"/><path fill="${c.leaf}" d="M232 92q-8-14-4-24 8 10 8 24zM250 92q10-6 16-22-16 4-20 20z"/>
  <circle cx="266" cy="85" r="9" fill="${c.amber}"/>`;

export const bicycleCart = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v66H0z"/>`,
  sun(58, 46, 19),
  cloud(130, 20, 1.1),
  cloud(250, 30, 0.8),
  `<path fill="${c.mint}" d="M0 96q60-24 120-8t200-14v106H0z"/>`,
  house(8, 116, 0.9),
  house(272, 84, 0.7),
  palm(296, 88, 0.9),
  `<path fill="${c.leaf}" d="M0 114q160-14 320 0v66H0z"/><path fill="${c.sand}" d="M0 140q160-12 320 0v40H0z"/>
   ${row(6, 58, 0, `<path stroke="${c.cream}" stroke-width="4" d="M4 170h28"/>`)}`,
  `<ellipse cx="162" cy="160" rx="128" ry="5" fill="${c.wood}" opacity=".25"/>`,
  load,
  cart,
  wheel(70),
  wheel(176),
  wheel(250),
  bicycle,
);
