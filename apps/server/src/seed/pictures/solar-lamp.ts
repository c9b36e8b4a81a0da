import { c } from './palette.ts';
import { palm, row, scene } from './parts.ts';

const stars = [
  [24, 30],
  [60, 16],
  [104, 38],
  [150, 18],
  [196, 30],
  [228, 14],
  [300, 52],
  [44, 62],
]
  .map(([x, y]) => `<path fill="${c.cream}" d="M${x} ${(y ?? 0) - 3}l1 2 2 1-2 1-1 2-1-2-2-1 2-1z"/>`)
  .join('');
const moon = `<circle cx="272" cy="36" r="16" fill="${c.cream}"/><circle cx="265" cy="32" r="15" fill="${c.night}"/>`;
const hut = `<path fill="${c.oak}" d="M30 86h136v66H30z"/>${row(7, 20, 0, `<path stroke="${c.wood}" stroke-width="2" d="M42 86v66"/>`)}
  <path fill="${c.bark}" d="M16 90 52 46h92l36 44z"/><path fill="${c.brick}" d="M16 86h164v6H16z"/>
  <path fill="${c.sun}" d="M50 102h36v30H50z"/><path stroke="${c.bark}" stroke-width="3" d="M50 102h36v30H50zM68 102v30M50 117h36"/>
  <path fill="${c.amber}" d="M112 102h30v50h-30z"/><path fill="${c.sun}" d="M116 106h22v46h-22z"/>`;
const panel = `<path fill="${c.dusk}" d="m76 52 50 0 12 28H72z"/><path stroke="${c.water}" stroke-width="1.500" d="M88 52l-3 28m17-28v28m12-28 7 28M75 61h55m-57 9h62"/><path stroke="${c.cream}" stroke-width="2" d="m76 52 50 0 12 28H72z"/>`;
const lamp = `<circle cx="238" cy="112" r="54" fill="${c.sun}" opacity=".14"/><circle cx="238" cy="112" r="36" fill="${c.sun}" opacity=".22"/>
  <path stroke="${c.cream}" stroke-width="3" d="M224 88q0-16 14-16t14 16"/><path fill="${c.green}" d="M220 86h36v9h-36zM218 132h40v10h-40z"/><path fill="${c.sun}" d="M224 95h28v37h-28z"/>
  <path fill="${c.paper}" d="M231 102q7-8 14 0v20h-14z"/><path stroke="${c.green}" stroke-width="3" d="M224 95v37m28-37v37"/>`;
const table = `<path fill="${c.oak}" d="M196 142h92v7h-92z"/><path fill="${c.wood}" d="M204 149h7v26h-7zM273 149h7v26h-7z"/>
  <path fill="${c.warm}" d="M264 134h22v8h-22z"/><path fill="${c.cream}" d="M266 128h20v6h-20z"/><path fill="${c.sage}" d="M262 124h22v5h-22z"/>`;

export const solarLamp = scene(
  c.night,
  stars,
  moon,
  `<path fill="${c.dusk}" d="M0 112q70-40 160-12 80-30 160 0v80H0z"/><path fill="${c.pine}" d="M0 144q160-18 320 0v36H0z"/>`,
  palm(306, 146, 1.2),
  hut,
  panel,
  `<path fill="${c.sun}" opacity=".25" d="m112 152 30 0 18 24H94z"/>`,
  lamp,
  table,
);
