import { c } from './palette.ts';
import { cloud, palm, row, scene, sun, tufts } from './parts.ts';

const hen = (
  body: string,
  wing: string,
) => `<path stroke="${c.sun}" stroke-width="3.500" d="M-4 16v14m-5 0h9M8 16v14m-5 0h9"/>
  <path fill="${body}" d="M-30-16q10 10 24 6 6-4 10-14 4-10 14-10 14 0 14 14 0 40-32 40-32 0-30-36z"/>
  <path fill="${wing}" d="M-14 0q14-10 28 0-2 14-16 14-10 0-12-14z"/><path fill="${wing}" d="M-30-16q-8-10-4-18 8 2 12 16-4 4-8 2z"/>
  <path fill="${c.warm}" d="M10-33q-1-8 5-6 2-6 7-2 6-1 4 8z"/><path fill="${c.sun}" d="m31-22 10 4-10 4z"/><path fill="${c.warm}" d="M29-13q6 2 3 9-6 0-3-9z"/><circle cx="23" cy="-23" r="2.500" fill="${c.ink}"/>`;
const chick = `<path stroke="${c.warm}" stroke-width="2" d="M-2 7v6M4 7v6"/><circle r="9" fill="${c.sun}"/><circle cx="7" cy="-9" r="6.500" fill="${c.sun}"/><path fill="${c.warm}" d="m13-10 5 2-5 2z"/><circle cx="9" cy="-10" r="1.500" fill="${c.ink}"/><path fill="${c.amber}" d="M-7-1q6-4 9 1-4 6-9-1z"/>`;
const at = (x: number, y: number, shape: string, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})">${shape}</g>`;
const coop = `<path fill="${c.oak}" d="M200 66h92v62h-92z"/>${row(5, 18, 0, `<path stroke="${c.wood}" stroke-width="2" d="M210 66v62"/>`)}
  <path fill="${c.clay}" d="m188 70 20-30h76l20 30z"/><path fill="${c.brick}" d="M188 66h116v6H188z"/><path fill="${c.bark}" d="M212 128v-26q10-12 20 0v26z"/>
  <path fill="${c.sand}" d="M246 88h36v16h-36z"/><path stroke="${c.wood}" stroke-width="2" d="M255 88v16m9-16v16m9-16v16"/><path fill="${c.wood}" d="m210 128 24 0-8 16h-24z"/>`;

export const hens = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v60H0z"/>`,
  sun(66, 44, 19),
  cloud(130, 22, 1.1),
  `<path fill="${c.mint}" d="M0 90q70-30 150-10t170-10v110H0z"/><path fill="${c.leaf}" d="M0 118q160-20 320 4v58H0z"/>`,
  palm(22, 120, 1.1),
  coop,
  `<path fill="${c.sand}" d="M0 150q100-22 230-8 60 6 90 2v36H0z"/>`,
  at(72, 132, hen(c.clay, c.bark), 1.15),
  at(160, 126, hen(c.paper, c.sand)),
  at(262, 146, `<g transform="scale(-1 1)">${hen(c.amber, c.wood)}</g>`, 0.9),
  at(120, 160, chick),
  at(146, 166, chick, 0.9),
  at(196, 162, `<g transform="scale(-1 1)">${chick}</g>`),
  `<g fill="${c.warm}"><circle cx="92" cy="170" r="2"/><circle cx="104" cy="174" r="2"/><circle cx="170" cy="172" r="2"/><circle cx="214" cy="172" r="2"/><circle cx="226" cy="168" r="2"/><circle cx="60" cy="174" r="2"/></g>`,
  tufts(c.green, [30, 140], [110, 128], [190, 140], [306, 142], [14, 168], [302, 172]),
);
