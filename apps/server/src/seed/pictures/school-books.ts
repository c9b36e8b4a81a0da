import { c } from './palette.ts';
import { row, scene, sun } from './parts.ts';

const book = (x: number, y: number, width: number, colour: string, dark: string) =>
  `<path fill="${colour}" d="M${x} ${y}h${width}v18H${x}q-6-9 0-18z"/><path fill="${c.paper}" d="M${x + 6} ${y + 4}h${width - 6}v10H${x + 6}q-4-5 0-10z"/><path stroke="${c.sand}" stroke-width="1" d="M${x + 8} ${y + 8}h${width - 10}m${10 - width} 3h${width - 10}"/><path fill="${dark}" d="M${x + 12} ${y}h8v4h-8zM${x + 12} ${y + 14}h8v4h-8z"/>`;
const slate = `<path fill="${c.oak}" d="M28 28h92v66H28z"/><path fill="${c.pine}" d="M35 35h78v52H35z"/><path stroke="${c.mint}" stroke-width="2.500" d="M46 76V62l14-12 14 12v14zM54 76v-9h8v9M88 76V58m0 8q-10-2-10-10 10 0 10 10zm0-4q10-2 10-10-10 0-10 10z"/><path stroke="${c.sun}" stroke-width="2.500" d="M96 44h8m-4-4v8"/>`;
const pencil = (x: number, top: number, colour: string) =>
  `<path fill="${colour}" d="M${x} ${top}h7v${112 - top}h-7z"/><path fill="${c.sand}" d="M${x} ${top}l3.500-9 3.500 9z"/><path fill="${c.ink}" d="m${x + 2.3} ${top - 6} 1.200-3 1.200 3z"/>`;
const cup = `${pencil(238, 78, c.warm)}${pencil(248, 66, c.green)}${pencil(258, 82, c.sun)}${pencil(268, 74, c.brick)}<path fill="${c.lagoon}" d="M232 100h48l-4 42h-40z"/><path fill="${c.mint}" d="M233 110h46l-1 8h-44z"/>`;
const open = `<path fill="${c.green}" d="M20 146q36-12 62-2 26-10 62 2v12q-36-10-62 0-26-10-62 0z"/><path fill="${c.paper}" d="M24 142q32-12 58 0v12q-26-10-58 0z"/><path fill="${c.cream}" d="M82 142q26-12 58 0v12q-32-10-58 0z"/><path stroke="${c.leaf}" stroke-width="1.500" d="M34 143q20-5 38 1m-38 4q20-5 38 1m20-5q18-6 38-1m-38 6q18-6 38-1"/>`;
const globe = `<path stroke="${c.wood}" stroke-width="4" d="M176 32q26 14 18 44-4 12-16 18"/><circle cx="168" cy="64" r="25" fill="${c.water}"/><path fill="${c.sage}" d="M154 46q12-6 18 2-2 10-10 10-4 10-12 6-2-12 4-18zM174 64q12-4 16 2-2 14-12 18-8-8-4-20z"/><path fill="${c.wood}" d="M164 92h10v8h-10zM152 98h34v5h-34z"/>`;

export const schoolBooks = scene(
  c.sand,
  `<path fill="${c.mint}" d="M0 0h320v132H0z"/>`,
  `<path fill="${c.sky}" d="M222 10h84v50h-84z"/><g clip-path="inset(10 14 120 222)">${sun(284, 32, 9)}<path fill="${c.leaf}" d="M222 50q30-14 50-4t34-4v18h-84z"/></g><path stroke="${c.paper}" stroke-width="4" d="M222 10h84v50h-84zM264 10v50"/>`,
  slate,
  `<path fill="${c.oak}" d="M0 140h320v12H0z"/><path fill="${c.wood}" d="M0 152h320v28H0z"/>`,
  book(146, 122, 76, c.warm, c.brick),
  book(152, 104, 68, c.green, c.pine),
  globe,
  cup,
  open,
  row(3, 14, 0, `<path fill="${c.paper}" d="M250 146h10v4h-10z"/>`),
);
