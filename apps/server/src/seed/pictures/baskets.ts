import { c } from './palette.ts';
import { cloud, palm, row, scene, sun } from './parts.ts';

/** A woven wall: staggered strips, cut to the shape of its basket by the clip. */
function weave(x: number, y: number, width: number, height: number, light: string, dark: string): string {
  const strips: string[] = [];
  for (let line = 0; line * 8 < height; line += 1) {
    for (let column = -1; column * 16 < width; column += 1) {
      const left = x + column * 16 + (line % 2) * 8;
      strips.push(`<path stroke="${dark}" stroke-width="2" d="M${left} ${y + line * 8 + 4}q4-3 8 0"/>`);
    }
  }
  return `<path fill="${light}" d="M${x} ${y}h${width}v${height}H${x}z"/>${strips.join('')}`;
}

function basket(id: string, x: number, y: number, width: number, height: number, light: string, dark: string): string {
  const slope = width * 0.14;
  return `<clipPath id="${id}"><path d="M${x} ${y}h${width}l${-slope} ${height}q${-(width / 2 - slope)} 8 ${-(width - 2 * slope)} 0z"/></clipPath>
    <g clip-path="url(#${id})">${weave(x, y, width, height + 8, light, dark)}</g>
    <path fill="${dark}" d="M${x - 4} ${y - 4}h${width + 8}v9H${x - 4}z"/>${row(Math.floor(width / 10), 10, 0, `<path stroke="${light}" stroke-width="2" d="m${x} ${y + 4} 5-7"/>`)}`;
}

const handle = (x: number, y: number, width: number, height: number, colour: string) =>
  `<path stroke="${colour}" stroke-width="5" d="M${x} ${y}q${width / 2} ${-height * 2} ${width} 0"/>`;
const fruit = `<circle cx="150" cy="84" r="12" fill="${c.warm}"/><circle cx="172" cy="80" r="13" fill="${c.sun}"/><circle cx="194" cy="84" r="12" fill="${c.brick}"/><path fill="${c.green}" d="M172 68q2-12 14-12-2 12-14 12zM150 73q-10-2-10-12 10 2 10 12z"/>`;
const strips = [0, 7, 14]
  .map((x) => `<path stroke="${x === 7 ? c.sand : c.oak}" stroke-width="4" d="M${26 + x} 168q10-6 30 0t40-2"/>`)
  .join('');

export const baskets = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v60H0z"/>`,
  sun(54, 46, 18),
  cloud(140, 18, 1.1),
  `<path fill="${c.mint}" d="M0 86q80-30 160-8t160-10v112H0z"/><path fill="${c.leaf}" d="M0 108q160-18 320 2v70H0z"/>`,
  palm(296, 112, 1.3),
  palm(274, 108, 0.9),
  `<path fill="${c.sand}" d="M0 138q160-16 320 0v42H0z"/>`,
  handle(38, 106, 72, 34, c.wood),
  basket('left', 34, 106, 80, 52, c.oak, c.wood),
  fruit,
  basket('middle', 124, 92, 96, 70, c.sun, c.clay),
  basket('right', 238, 124, 64, 38, c.amber, c.brick),
  handle(244, 124, 52, 24, c.brick),
  strips,
);
