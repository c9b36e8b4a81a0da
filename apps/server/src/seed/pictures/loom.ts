import { c } from './palette.ts';
import { row, scene } from './parts.ts';

const frame = `<path fill="${c.wood}" d="M74 18h12v150H74zM234 18h12v150h-12z"/><path fill="${c.bark}" d="M74 160h12v8H74zM234 160h12v8h-12z"/>
  <path fill="${c.oak}" d="M62 24h196v12H62zM62 142h196v13H62z"/><circle cx="62" cy="30" r="8" fill="${c.bark}"/><circle cx="258" cy="30" r="8" fill="${c.bark}"/>
  <circle cx="62" cy="148" r="9" fill="${c.bark}"/><circle cx="258" cy="148" r="9" fill="${c.bark}"/>`;
const warp = row(24, 6, 0, `<path stroke="${c.paper}" stroke-width="1.500" d="M91 36v106"/>`);
const band = (y: number, height: number, colour: string) => `<path fill="${colour}" d="M88 ${y}h144v${height}H88z"/>`;
const diamonds = row(
  9,
  16,
  0,
  `<path fill="${c.sun}" d="m96 116 7 7-7 7-7-7z"/><path fill="${c.brick}" d="m96 120 3 3-3 3-3-3z"/>`,
);
const cloth = `${band(94, 5, c.warm)}${band(99, 4, c.cream)}${band(103, 10, c.green)}${band(113, 20, c.warm)}${band(133, 9, c.green)}
  ${row(12, 12, 0, `<path fill="${c.cream}" d="m94 104 4 8h-8z"/>`)}<g clip-path="inset(0 88 0 88)">${diamonds}</g>`;
const shuttle = `<path fill="${c.bark}" d="M128 84q32-9 64 0-32 9-64 0z"/><path fill="${c.sun}" d="M146 81h28v6h-28z"/><path stroke="${c.warm}" stroke-width="2" d="M192 84q22 0 40 12"/>`;
const yarn = (x: number, colour: string, thread: string) =>
  `<circle cx="${x}" cy="152" r="14" fill="${colour}"/><path stroke="${thread}" stroke-width="2" d="M${x - 11} 146q10-2 20 8M${x - 13} 153q10 0 16 9M${x - 6} 140q10 2 17 8"/>`;

export const loom = scene(
  c.mint,
  `<path fill="${c.sky}" d="M0 0h320v96H0z"/><path fill="${c.sand}" d="M0 150h320v30H0z"/><path fill="${c.oak}" opacity=".35" d="M0 150h320v4H0z"/>`,
  `<path stroke="${c.oak}" stroke-width="3" d="M0 12q20 14 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0"/>
   ${row(8, 40, 0, `<path fill="${c.warm}" d="m12 18 16 0-8 14z"/>`)}${row(8, 40, 0, `<path fill="${c.green}" d="m32 10 16 0-8 14z"/>`)}`,
  `<path fill="${c.cream}" d="M80 30h160v116H80z" opacity=".6"/>`,
  warp,
  cloth,
  `<path fill="${c.oak}" d="M82 60h156v8H82z"/><path fill="${c.wood}" d="M82 66h156v3H82z"/>`,
  shuttle,
  frame,
  yarn(24, c.warm, c.amber),
  yarn(48, c.green, c.sage),
  yarn(294, c.sun, c.amber),
  `<path stroke="${c.green}" stroke-width="2" d="M60 158q20 10 40 4"/>`,
);
