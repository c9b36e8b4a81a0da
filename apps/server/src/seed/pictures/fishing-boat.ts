import { c } from './palette.ts';
import { cloud, palm, row, scene, sun } from './parts.ts';

const far = `<path fill="${c.leaf}" d="M0 92q40-30 84-14 34-26 78-2 30-14 58 4 40-16 100 4v20H0z"/>
  <path fill="${c.sage}" d="M196 100q40-22 124-18v18z"/>`;
const sea = `<path fill="${c.water}" d="M0 98h320v82H0z"/><path fill="${c.lagoon}" d="M0 136q40-8 80 0t80 0 80 0 80 0v44H0z"/>
  <path fill="${c.sun}" opacity=".55" d="M66 98h44l-6 5H72zM74 108h30l-4 4H78zM80 117h18l-3 3H83z"/>
  <path stroke="${c.paper}" opacity=".7" stroke-width="2.5" d="M16 124h26m214-6h34m-70 40h30m-206 4h34m60 6h22m120-4h26"/>`;
const boat = `<path fill="${c.bark}" d="M176 30h5v100h-5z"/><path fill="${c.warm}" d="M184 32q50 34 56 86h-56z"/><path fill="${c.brick}" d="M184 92h50q5 13 6 26h-56z"/>
  <path fill="${c.cream}" d="M173 46q-36 30-42 72h42z"/><path stroke="${c.sand}" stroke-width="2" d="M146 86h26m-34 16h34"/>
  <path fill="${c.bark}" d="M100 122h164q-6 26-30 30H132q-24-4-32-30z"/><path fill="${c.green}" d="M100 122h164l-4 11H105z"/>
  ${row(6, 24, 0, `<circle cx="122" cy="127.500" r="2.500" fill="${c.sun}"/>`)}
  <path stroke="${c.paper}" stroke-width="2.500" opacity=".8" d="M104 154q14 6 28 0t28 0 28 0 28 0 28 0 24-2"/><path fill="${c.warm}" d="M176 30v-10l18 5z"/>`;

export const fishingBoat = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v52H0z"/>`,
  sun(88, 74, 22),
  cloud(204, 24, 1.1),
  cloud(26, 18, 0.8),
  far,
  sea,
  boat,
  palm(300, 100, 0.8),
  `<path stroke="${c.ink}" stroke-width="2" d="M128 30q5-5 9 0 4-5 9 0M150 18q4-4 7 0 3-4 7 0"/>`,
);
