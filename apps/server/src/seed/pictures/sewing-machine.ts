import { c } from './palette.ts';
import { row, scene, sun } from './parts.ts';

const window = `<rect x="20" y="18" width="82" height="74" rx="4" fill="${c.sky}"/>
  <g clip-path="inset(18 218 88 20)">${sun(76, 46, 12)}<path fill="${c.leaf}" d="M20 76q24-16 46-6t36-8v32H20z"/></g>
  <rect x="20" y="18" width="82" height="74" rx="4" stroke="${c.paper}" stroke-width="5"/><path stroke="${c.paper}" stroke-width="4" d="M61 18v74M20 55h82"/>`;
const spool = (colour: string) =>
  `<path fill="${c.wood}" d="M126 26h18v4h-18zM126 46h18v4h-18z"/><path fill="${colour}" d="M128 30h14v16h-14z"/>`;
const shelf = `${row(1, 0, 0, spool(c.warm))}<g transform="translate(26 0)">${spool(c.green)}</g><g transform="translate(52 0)">${spool(c.sun)}</g>
  <path fill="${c.oak}" d="M118 50h86v6h-86z"/>`;
const machine = `<path fill="${c.green}" d="M128 126h128v12H128z"/><path fill="${c.green}" d="M222 128V92h-76v22h-20V84q0-14 14-14h98q14 0 14 14v44z"/>
  <path fill="${c.pine}" d="M222 92h30v8h-30zM128 132h128v6H128z"/>
  <circle cx="262" cy="92" r="17" fill="${c.pine}"/><circle cx="262" cy="92" r="11" stroke="${c.sun}" stroke-width="3"/><circle cx="262" cy="92" r="3" fill="${c.sun}"/>
  <path stroke="${c.ink}" stroke-width="3" d="M136 114v14"/><path fill="${c.paper}" d="M131 112h10v5h-10z"/>
  <path fill="${c.wood}" d="M176 66h14v4h-14z"/><path fill="${c.warm}" d="M178 52h10v14h-10z"/><path stroke="${c.warm}" stroke-width="1.5" d="M180 54 138 72v40"/>
  <path stroke="${c.sun}" stroke-width="2" d="M158 81h50m-42-5q8 10 17 0t17 0"/>`;
const cloth = `<path fill="${c.warm}" d="M16 138q6-16 34-14 34 2 70 0h50q9 2 10 14z"/><path fill="${c.amber}" d="M14 138h166l-6 14q-70 10-150 4-14-4-10-18z"/>
  ${row(8, 19, 0, `<path fill="${c.cream}" d="m34 143 4 4-4 4-4-4z"/>`)}`;

export const sewingMachine = scene(
  c.sand,
  `<path fill="${c.cream}" d="M0 0h320v108H0z"/>`,
  window,
  shelf,
  `<path fill="${c.oak}" d="M0 136h320v12H0z"/><path fill="${c.wood}" d="M0 148h320v32H0z"/>`,
  machine,
  cloth,
  `<path fill="${c.pine}" d="M276 118h26v18h-26z"/><path stroke="${c.oak}" stroke-width="3" d="m282 118-3-16m10 16V98m8 20 4-14"/>`,
);
