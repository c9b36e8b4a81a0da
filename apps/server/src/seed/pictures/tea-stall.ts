import { c } from './palette.ts';
import { palm, row, scene, steam, sun } from './parts.ts';

const stripes = Array.from({ length: 8 }, (_, i) => {
  const [top, bottom] = [78 + i * 20.5, 56 + i * 26];
  const [colour, edge] = i % 2 === 0 ? [c.warm, c.brick] : [c.cream, c.sand];
  return `<path fill="${colour}" d="M${top} 34h20.500L${bottom + 26} 70h-26z"/><path fill="${edge}" d="M${bottom} 70h26a13 10 0 0 1-26 0z"/>`;
});
const awning = stripes.join('');
const counter = `<path fill="${c.oak}" d="M66 118h188v10H66z"/><path fill="${c.green}" d="M72 128h176v38H72z"/>
  ${row(5, 35, 0, `<path fill="${c.sage}" d="M79 134h24v26H79z"/><path fill="${c.sun}" d="m91 140 7 7-7 7-7-7z"/>`)}`;
const kettle = `<path fill="${c.pine}" d="M98 118q-6-26 20-28 26 2 20 28z"/><path fill="${c.pine}" d="M136 98l16-8 3 5-15 14z"/>
  <path stroke="${c.pine}" stroke-width="4" d="M106 92q0-14 12-14t12 14"/><circle cx="118" cy="89" r="4" fill="${c.sun}"/>`;
const cups = row(
  3,
  20,
  0,
  `<path fill="${c.paper}" d="M166 106h14l-2 12h-10z"/><path fill="${c.warm}" d="M167 108h12l-.500 3h-11z"/>`,
);
const jars = `<path fill="${c.mint}" d="M222 96h16v22h-16z"/><path fill="${c.amber}" d="M222 102h16v16h-16z"/><path fill="${c.wood}" d="M220 91h20v5h-20z"/>`;

export const teaStall = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v70H0z"/>`,
  sun(40, 50, 18),
  `<path fill="${c.mint}" d="M0 110q60-30 120-12t200-12v94H0z"/><path fill="${c.sand}" d="M0 156q160-14 320 0v24H0z"/>`,
  palm(290, 158, 1.5),
  `<path fill="${c.cream}" d="M78 66h164v54H78z"/><path fill="${c.sand}" d="M78 66h164v14H78z"/>`,
  `<path fill="${c.wood}" d="M70 60h7v106h-7zM243 60h7v106h-7z"/>`,
  counter,
  kettle,
  cups,
  jars,
  awning,
  steam([172, 104], [192, 104], [212, 104]),
  `<ellipse cx="34" cy="166" rx="20" ry="4" fill="${c.wood}" opacity=".3"/><path fill="${c.oak}" d="M14 142h40v6H14z"/><path stroke="${c.wood}" stroke-width="4" d="m20 148-3 18m31-18 3 18"/>`,
);
