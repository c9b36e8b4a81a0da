import { c } from './palette.ts';
import { row, scene, sun } from './parts.ts';

const pot = (x: number, y: number, colour: string, band: string) =>
  `<g transform="translate(${x} ${y})"><path fill="${colour}" d="M-8-34H8v5q14 8 10 20Q14 0 0 0t-18-9q-4-12 10-20z"/><path fill="${band}" d="M-18-15h37q1 4-1 7h-35q-2-3-1-7z"/><path fill="${c.bark}" d="M-9-36H9v4H-9z"/></g>`;
const bowl = (x: number, y: number, colour: string) =>
  `<g transform="translate(${x} ${y})"><path fill="${colour}" d="M-18-14h36Q16 0 6 0H-6q-10 0-12-14z"/><path fill="${c.cream}" d="M-18-14h36v3h-36z"/></g>`;
const vase = (x: number, y: number, colour: string) =>
  `<g transform="translate(${x} ${y})"><path fill="${colour}" d="M-6-42H6v10q10 10 6 22Q10 0 0 0t-12-10q-4-12 6-22z"/><path stroke="${c.cream}" stroke-width="2" d="M-12-16q6-5 12 0t12 0"/></g>`;
const shelf = (y: number) =>
  `<path fill="${c.oak}" d="M20 ${y}h128v6H20z"/><path fill="${c.wood}" d="M20 ${y + 6}h128v2H20z"/>`;
const wheel = `<path fill="${c.wood}" d="M214 136h28v32h-28z"/><path fill="${c.bark}" d="M196 164h64v8h-64z"/><ellipse cx="228" cy="134" rx="58" ry="11" fill="${c.bark}"/><ellipse cx="228" cy="130" rx="58" ry="11" fill="${c.oak}"/><ellipse cx="228" cy="129" rx="44" ry="7" fill="${c.wood}"/>
  <path fill="${c.clay}" d="M206 58h44q-4 12 10 26 14 18-4 38-14 10-28 10t-28-10q-18-20-4-38 14-14 10-26z"/>
  <path stroke="${c.brick}" stroke-width="2.500" opacity=".7" d="M200 88q28 9 56 0M194 104q34 11 68 0M200 119q28 8 56 0"/>
  <ellipse cx="228" cy="58" rx="24" ry="6" fill="${c.brick}"/><ellipse cx="228" cy="58" rx="17" ry="3.500" fill="${c.bark}"/><path fill="${c.amber}" opacity=".5" d="M200 92q-8 14 2 28 4 0 2-6-6-10 0-20z"/>`;

export const pottery = scene(
  c.sand,
  `<path fill="${c.cream}" d="M0 0h320v128H0z"/>`,
  `<path fill="${c.mint}" d="M186 12h96v62h-96z"/><g clip-path="inset(12 38 106 186)">${sun(264, 34, 10)}</g><path stroke="${c.paper}" stroke-width="5" d="M186 12h96v62h-96z"/>`,
  `<path fill="${c.clay}" opacity=".35" d="M0 128h320v52H0z"/><path fill="${c.oak}" opacity=".3" d="M0 128h320v4H0z"/>`,
  shelf(62),
  shelf(118),
  pot(46, 62, c.clay, c.sun),
  vase(84, 62, c.green),
  pot(122, 62, c.warm, c.cream),
  bowl(44, 118, c.sage),
  bowl(44, 107, c.warm),
  vase(84, 118, c.brick),
  pot(122, 118, c.clay, c.green),
  wheel,
  pot(34, 172, c.brick, c.sand),
  pot(82, 174, c.clay, c.pine),
  bowl(130, 172, c.amber),
  row(3, 16, 0, `<circle cx="276" cy="166" r="6" fill="${c.clay}"/>`),
);
