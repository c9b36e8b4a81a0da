import { c } from './palette.ts';
import { cloud, palm, row, scene, sun } from './parts.ts';

const mesh = Array.from({ length: 11 }, (_, i) => `M${70 + i * 16} 40q-6 40 ${i < 5 ? -6 : 6} 88`).join('');
const knots = Array.from({ length: 6 }, (_, i) => `M64 ${54 + i * 13}q${40} ${16} 84 6t86-4`).join('');
const net = `<path fill="${c.sage}" opacity=".35" d="M62 42q90 22 176 0l8 80q-90 26-188 4z"/><path stroke="${c.green}" stroke-width="1.600" d="${mesh}"/><path stroke="${c.green}" stroke-width="1.600" d="${knots}"/>
  <path stroke="${c.pine}" stroke-width="3.500" d="M60 40q90 24 180 0"/>${[82, 108, 134, 160, 186, 212].map((x, i) => `<circle cx="${x}" cy="${[47, 51, 53, 52, 50, 46][i]}" r="6" fill="${c.warm}"/>`).join('')}`;
const poles = `<path stroke="${c.wood}" stroke-width="6" d="M60 28v122M240 28v122"/><path stroke="${c.wood}" stroke-width="4" d="m60 60-18 90M240 60l18 90"/>`;
const fish = `<path fill="${c.lagoon}" d="M0 0q14-12 28 0l8-6v12l-8-6q-14 12-28 0z"/><circle cx="7" cy="-1" r="1.800" fill="${c.paper}"/><path stroke="${c.mint}" stroke-width="1.500" d="M14-4q3 4 0 8m6-7q2 3 0 6"/>`;
const at = (x: number, y: number, shape: string, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">${shape}</g>`;
const creel = `${at(264, 128, fish, -38)}${at(284, 132, fish, -62)}${at(252, 134, fish, -14)}<path fill="${c.oak}" d="M246 132h58l-8 36h-42z"/><path stroke="${c.wood}" stroke-width="2.500" d="M248 142h54m-52 9h50m-48 9h46"/>${row(5, 10, 0, `<path stroke="${c.wood}" stroke-width="2" d="M254 134v32"/>`)}<path fill="${c.wood}" d="M242 128h66v6h-66z"/>`;
const boat = `<path fill="${c.bark}" d="M104 92h56q-4 12-12 12h-32q-8 0-12-12z"/><path fill="${c.cream}" d="M130 62q18 12 20 28h-20z"/><path stroke="${c.bark}" stroke-width="2.500" d="M128 60v32"/>`;

export const fishingNet = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v50H0z"/>`,
  sun(196, 66, 20),
  cloud(26, 18, 1),
  cloud(258, 24, 0.9),
  `<path fill="${c.leaf}" d="M0 84q50-26 110-8 40-14 80 8z"/><path fill="${c.water}" d="M0 84h320v60H0z"/><path stroke="${c.paper}" opacity=".7" stroke-width="2.500" d="M14 100h26m70 14h26m60-16h28m58 10h26"/>`,
  boat,
  `<path fill="${c.sand}" d="M0 132q90-16 180-6t140-6v60H0z"/><path fill="${c.paper}" opacity=".7" d="M0 132q90-16 180-6t140-6v5q-60 14-140 6T0 138z"/>`,
  palm(22, 142, 1.35),
  poles,
  net,
  creel,
  `<path fill="${c.amber}" d="M112 164q8-10 16 0-8 6-16 0z"/><path stroke="${c.amber}" stroke-width="2" d="m176 168 5-6 5 6m-8-2h6"/>`,
);
