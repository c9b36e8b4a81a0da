import { c } from './palette.ts';
import { cloud, house, row, scene, sun } from './parts.ts';

const cherries = (x: number, y: number) =>
  `<g transform="translate(${x} ${y})"><circle cx="-5" r="5" fill="${c.warm}"/><circle cx="5" cy="1" r="5" fill="${c.brick}"/><circle cx="0" cy="7" r="5" fill="${c.warm}"/></g>`;
const leaves = (x: number, y: number, turn: number) =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" fill="${c.green}" d="M0 0q14-16 38-8-14 18-38 8z"/><path transform="translate(${x} ${y}) rotate(${turn})" stroke="${c.leaf}" stroke-width="1.500" d="M4 0q14-4 28-6"/>`;
const branch = `<path stroke="${c.bark}" stroke-width="5" d="M-4 30q70 0 150 44"/>
  ${leaves(20, 28, -50)}${leaves(26, 34, 40)}${leaves(56, 36, -40)}${leaves(60, 42, 58)}${leaves(92, 48, -32)}${leaves(96, 56, 66)}${leaves(128, 66, -24)}${leaves(140, 74, 30)}
  ${cherries(42, 40)}${cherries(76, 50)}${cherries(110, 62)}${cherries(136, 80)}`;
const beans = (y: number) =>
  row(11, 15, 0, `<ellipse cx="146" cy="${y}" rx="5" ry="3.500" fill="${c.wood}" transform="rotate(-20 146 ${y})"/>`);
const tray = `<path fill="${c.oak}" d="M130 124h180l10 34H122z"/><path fill="${c.sand}" d="M136 128h168l8 25H129z"/>${beans(134)}<g transform="translate(-4 0)">${beans(141)}</g>${beans(148)}<path stroke="${c.wood}" stroke-width="5" d="M138 158v20m168-20v20"/>`;
const sack = `<path fill="${c.clay}" d="M30 176q-10-40 8-58h44q18 18 8 58z"/><path fill="${c.bark}" d="M38 118q22-12 44 0-22 12-44 0z"/><path fill="${c.brick}" d="M42 117q18-8 36 0-18 7-36 0z"/>${row(3, 9, 0, `<ellipse cx="51" cy="115" rx="5" ry="3.500" fill="${c.bark}"/>`)}<path stroke="${c.sand}" stroke-width="2.500" d="M48 150q12-14 24 0-12 14-24 0zm4 4q8-8 16-8"/>`;

export const coffee = scene(
  c.cream,
  `<path fill="${c.sky}" d="M0 0h320v56H0z"/>`,
  sun(236, 44, 20),
  cloud(158, 22, 0.9),
  `<path fill="${c.mint}" d="M0 96 70 52l54 34 76-46 120 58v82H0z"/><path fill="${c.leaf}" d="M0 112q80-34 170-10t150-14v92H0z"/>
   ${row(6, 22, -2, `<circle cx="196" cy="104" r="8" fill="${c.sage}"/>`)}${row(5, 22, -2, `<circle cx="206" cy="114" r="9" fill="${c.green}"/>`)}`,
  house(150, 106, 0.7),
  `<path fill="${c.sand}" d="M0 138q160-16 320-4v46H0z"/>`,
  tray,
  sack,
  branch,
);
