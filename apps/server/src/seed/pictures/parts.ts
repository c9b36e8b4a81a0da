import { c } from './palette.ts';

/** What lies around the things: drawn once, so that the pictures belong together. Coordinates are in a frame of 320 × 180. */
export function scene(background: string, ...layers: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="1600" height="900" fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="320" height="180" fill="${background}"/>${layers.join('')}</svg>`;
}

export function sun(x: number, y: number, radius: number): string {
  const glow = [2.1, 1.55].map((factor) => `<circle cx="${x}" cy="${y}" r="${radius * factor}" opacity=".25"/>`);
  return `<g fill="${c.sun}">${glow.join('')}<circle cx="${x}" cy="${y}" r="${radius}"/></g>`;
}

export function cloud(x: number, y: number, size = 1): string {
  return `<path transform="translate(${x} ${y}) scale(${size})" fill="${c.paper}" opacity=".9" d="M0 12a7 7 0 0 1 7-8 11 11 0 0 1 20-2 9 9 0 0 1 11 10z"/>`;
}

export function palm(x: number, y: number, size = 1): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><path stroke="${c.wood}" stroke-width="4" d="M0 0q4-26-2-52"/>
    <path fill="${c.green}" d="M-2-52q-16-12-30 2 18-6 30-2q-18 2-22 18 10-14 22-18q-2-18-18-22 8 10 18 22q4-18 20-20-14 6-20 20q14-10 28 4-16-8-28-4q14 2 18 18-6-14-18-18z"/>
    <circle cx="-5" cy="-48" r="3" fill="${c.bark}"/><circle cx="2" cy="-47" r="3" fill="${c.bark}"/></g>`;
}

export function tufts(colour: string, ...places: ReadonlyArray<readonly [x: number, y: number]>): string {
  const blades = places.map(([x, y]) => `M${x} ${y}v-8m-4 2 4 6 4-6`);
  return `<path stroke="${colour}" stroke-width="2" d="${blades.join('')}"/>`;
}

export function house(x: number, y: number, size = 1): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><path fill="${c.cream}" d="M0 0h44v-26H0z"/>
    <path fill="${c.clay}" d="M-7-24 10-44h24l17 20z"/><path fill="${c.wood}" d="M8 0v-18h11V0z"/><path fill="${c.sage}" d="M27-19h10v9H27z"/></g>`;
}

export function steam(...places: ReadonlyArray<readonly [x: number, y: number]>): string {
  const curls = places.map(([x, y]) => `M${x} ${y}q-5-6 0-11t0-11`);
  return `<path stroke="${c.paper}" stroke-width="3" opacity=".85" d="${curls.join('')}"/>`;
}

/** `count` copies of one shape, each moved on by the same step. */
export function row(count: number, dx: number, dy: number, shape: string): string {
  return Array.from({ length: count }, (_, i) => `<g transform="translate(${i * dx} ${i * dy})">${shape}</g>`).join('');
}
