import { c } from './palette.ts';
import { cloud, house, palm, scene, sun, tufts } from './parts.ts';

const terraces = `<path fill="${c.mint}" d="M0 84q50-34 110-16 60-30 120 0 50-16 90 6v106H0z"/>
  <path fill="${c.sage}" d="M0 92q70-20 150-6t170-10v14q-90 14-170 4T0 106z"/>
  <path fill="${c.leaf}" d="M0 104q80-12 150 0t170-12v20q-80 14-160 4T0 126z"/><path fill="${c.sun}" opacity=".45" d="M0 104q80-12 150 0t170-12v4q-90 14-170 10T0 108z"/>
  <path fill="${c.sage}" d="M0 122q90-10 160 2t160-12v26q-90 12-170 2T0 148z"/><path fill="${c.water}" d="M0 122q90-10 160 2t160-12v5q-90 14-160 12T0 128z"/>
  <path fill="${c.green}" d="M0 146q90-8 160 4t160-10v40H0z"/><path fill="${c.water}" d="M0 146q90-8 160 4t160-10v5q-90 14-160 12T0 152z"/>`;
const sheaves = [
  [40, 112],
  [66, 110],
  [92, 110],
]
  .map(
    ([x, y]) =>
      `<g transform="translate(${x} ${y})"><path stroke="${c.amber}" stroke-width="3" d="M0 0V-12M0 0l-5-12M0 0l5-12"/><path fill="${c.warm}" d="M-4-7h8v3h-8z"/></g>`,
  )
  .join('');

export const riceField = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v46H0z"/>`,
  sun(214, 52, 22),
  cloud(50, 22, 1.2),
  cloud(262, 20, 0.8),
  terraces,
  house(136, 92, 0.75),
  palm(192, 92, 0.75),
  palm(204, 94, 0.6),
  sheaves,
  tufts(
    c.mint,
    [16, 140],
    [44, 138],
    [72, 139],
    [100, 141],
    [128, 143],
    [190, 144],
    [218, 142],
    [246, 140],
    [276, 137],
    [304, 134],
  ),
  tufts(
    c.leaf,
    [10, 172],
    [36, 174],
    [64, 172],
    [92, 176],
    [120, 173],
    [148, 177],
    [178, 174],
    [206, 176],
    [236, 172],
    [264, 174],
    [292, 170],
    [312, 173],
  ),
  `<path stroke="${c.ink}" stroke-width="2" d="M96 44q5-5 9 0 4-5 9 0M120 32q4-4 7 0 3-4 7 0"/>`,
);
