import { c } from './palette.ts';
import { cloud, house, palm, row, scene, sun, tufts } from './parts.ts';

const field = `<path fill="${c.mint}" d="M0 92q60-30 130-14 60-26 190 2v100H0z"/><path fill="${c.leaf}" d="M0 118q80-22 170-8t150-8v78H0z"/>
  <path fill="${c.sage}" d="M0 156q80-12 160-4t160-6v34H0z"/>`;
const fence = `<path stroke="${c.oak}" stroke-width="4" d="M214 112h106M214 124h106"/>${row(4, 32, 0, `<path stroke="${c.wood}" stroke-width="5" d="M222 104v30"/>`)}`;
const cow = `<ellipse cx="156" cy="163" rx="66" ry="6" fill="${c.pine}" opacity=".25"/>
  <path fill="${c.bark}" d="M110 120h12v40h-12zM194 120h12v40h-12z"/>
  <path fill="${c.clay}" d="M104 88q2-14 18-14h74q20 0 20 22v22q0 14-14 14h-84q-14 0-14-14z"/>
  <path fill="${c.clay}" d="M122 124h13v38h-13zM178 124h13v38h-13z"/><path fill="${c.ink}" d="M122 156h13v6h-13zM178 156h13v6h-13z"/>
  <path fill="${c.cream}" d="M140 74h34q4 22-14 26-20 0-20-26zM196 132q-18-6-14-24 10-10 34-4v14q0 14-14 14z"/>
  <path fill="#e8a78f" d="M156 132h18q0 8-9 8t-9-8z"/>
  <path stroke="${c.bark}" stroke-width="4" d="M214 88q14 10 10 40"/><path fill="${c.ink}" d="m220 124 8-2 2 14-6 4-6-6z"/>
  <path fill="${c.clay}" d="m104 84-14-16-26 4q-4 16 2 30l10 14h16l16-12z"/>
  <path fill="${c.cream}" d="M74 72h12l-2 34h-10z"/><path fill="#e8a78f" d="M66 102q12-6 26 0 4 16-12 17-14 0-14-17z"/>
  <circle cx="74" cy="111" r="2" fill="${c.bark}"/><circle cx="85" cy="111" r="2" fill="${c.bark}"/>
  <circle cx="71" cy="86" r="3" fill="${c.ink}"/><circle cx="89" cy="85" r="3" fill="${c.ink}"/>
  <path stroke="${c.wood}" stroke-width="5" d="M68 70q-10-6-6-16M90 67q8-8 3-16"/>
  <path fill="${c.bark}" d="M64 76q-14-4-18 6 10 6 19 2zM96 72q12-8 20 0-8 10-18 7z"/>
  <path stroke="${c.warm}" stroke-width="4" d="M84 118q10-2 18-14"/><path fill="${c.sun}" d="M86 118h9l2 9h-13z"/>`;

export const cowInField = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v60H0z"/>`,
  sun(252, 48, 20),
  cloud(120, 18, 1),
  cloud(30, 34, 0.7),
  field,
  house(262, 100, 0.8),
  palm(30, 118, 1.05),
  fence,
  cow,
  tufts(c.green, [36, 150], [60, 172], [234, 168], [262, 152], [292, 170], [18, 172], [228, 148]),
);
