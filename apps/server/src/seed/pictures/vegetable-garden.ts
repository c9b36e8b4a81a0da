import { c } from './palette.ts';
import { cloud, house, row, scene, sun } from './parts.ts';

const bed = (y: number, colour: string) => `<path fill="${colour}" d="M0 ${y}q160-14 320 0v26H0z"/>`;
const cabbage = `<path fill="${c.sage}" d="M0 0q-16-2-16-14 8-2 16 4 8-6 16-4Q16-2 0 0z"/><circle cy="-9" r="9" fill="${c.leaf}"/><path stroke="${c.green}" stroke-width="1.500" d="M-6-9q6-8 12 0M0-15v12"/>`;
const tomato = `<path stroke="${c.wood}" stroke-width="3" d="M0 0v-50"/><path stroke="${c.green}" stroke-width="3" d="M0 0q-8-20 2-44"/>
  <path fill="${c.green}" d="M0-38q-16-8-20 4 12 6 20-4zM0-26q16-10 20 2-10 8-20-2zM-1-12q-14-8-18 3 10 6 18-3zM0-48q10-10 16-2-6 8-16 2z"/>
  <circle cx="-9" cy="-22" r="6.500" fill="${c.warm}"/><circle cx="9" cy="-34" r="6.500" fill="${c.warm}"/><circle cx="8" cy="-12" r="6.500" fill="${c.brick}"/>`;
const carrot = `<path fill="${c.warm}" d="M-5-4h10L0 8z"/><path stroke="${c.green}" stroke-width="2.500" d="M0-4v-14M-1-4l-7-11M1-4l7-11"/>`;
const at = (x: number, y: number, shape: string) => `<g transform="translate(${x} ${y})">${shape}</g>`;
const can = `<path fill="${c.lagoon}" d="M0 0v-30h34V0z"/><path fill="${c.green}" d="M-2-34h38v6H-2z"/><path stroke="${c.lagoon}" stroke-width="5" d="M34-8 54-30"/><path fill="${c.green}" d="m48-34 8-6 8 12-8 5z"/>
  <path stroke="${c.green}" stroke-width="4" d="M4-34q12-22 26 0"/><path stroke="${c.water}" stroke-width="2" d="m64-26 6 8m-2-12 8 8m-16 2 2 8"/>`;

export const vegetableGarden = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v58H0z"/>`,
  sun(258, 40, 18),
  cloud(160, 18, 1),
  cloud(30, 26, 0.9),
  `<path fill="${c.mint}" d="M0 72q80-30 160-8t160-6v122H0z"/>`,
  house(26, 82, 1),
  `<path fill="${c.leaf}" d="M0 82q160-10 320 0v98H0z"/>`,
  `<path stroke="${c.oak}" stroke-width="3.500" d="M96 72h224M96 84h224"/>${row(10, 24, 0, `<path fill="${c.oak}" d="M102 92V66l4-5 4 5v26z"/>`)}`,
  bed(104, c.wood),
  [30, 76, 122, 168, 214, 260, 304].map((x) => at(x, 110, tomato)).join(''),
  bed(130, c.bark),
  [20, 58, 96, 134, 172, 210].map((x) => at(x, 138, cabbage)).join(''),
  bed(156, c.wood),
  [14, 40, 66, 92, 118, 144, 170, 196, 222, 248, 274, 300].map((x) => at(x, 164, carrot)).join(''),
  at(240, 148, can),
);
