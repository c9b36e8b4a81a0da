import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXCEPTIONS, exceptionFor } from './scripts/floor/exceptions.ts';
import { lacksOfScript } from './scripts/floor/scripts.ts';
import { lacksOfStyle } from './scripts/floor/styles.ts';

const named = (found: readonly { what: string }[]) => found.map(({ what }) => what);

test.each([
  ['[3, 1].toSorted()', '.toSorted'],
  ['fetch("/", { signal: AbortSignal.any([one]) })', 'AbortSignal.any'],
  ['signal.throwIfAborted()', '.throwIfAborted'],
  ['new Intl.Segmenter("und")', 'Intl.Segmenter'],
  ['structuredClone({})', 'structuredClone'],
  ['/(?<=a)b/.test(text)', 'lookbehind_assertion'],
  ['new RegExp("(?<!a)b")', 'lookbehind_assertion'],
  ['class A { static { start() } }', 'StaticBlock'],
  ['let outer = 1; class A { field = (() => outer)() }', 'a name between parentheses in a field'],
  ['class A { static name = "a" }', 'static name'],
])('a script with %s is refused', (code, what) => {
  expect(named(lacksOfScript(code))).toContain(what);
});

test.each([
  '[3, 1].sort()',
  'typeof structuredClone',
  'function structuredClone() {} structuredClone()',
  'new URL("/", base)',
])('a script with %s passes', (code) => {
  expect(named(lacksOfScript(code))).toEqual([]);
});

test.each([
  ['@media (width <= 400px) { a { color: red } }', '@media with a range'],
  ['a { max-block-size: calc(100dvh - 8px) }', 'dvh'],
  ['a { max-block-size: 100vh; max-block-size: calc(100dvh - var(--gap)) }', 'dvh'],
  ['a { background: color-mix(in srgb, red 9%, blue) }', 'color-mix()'],
  ['a:has(b) { color: red }', ':has'],
  ['@container (max-width: 9em) { a { color: red } }', '@container'],
  ['a { translate: 0 8px }', 'translate'],
  ['a { overflow: clip }', 'overflow: clip'],
])('a style with %s is refused', (css, what) => {
  expect(named(lacksOfStyle(css))).toContain(what);
});

test.each([
  '@media (max-width: 400px) { a { color: red } }',
  'a { max-block-size: 100vh; max-block-size: 100dvh }',
  'a { background: blue; background: color-mix(in srgb, red 9%, blue) }',
  '@supports selector(:has(a)) { a:has(b) { color: red } }',
])('a style with %s passes', (css) => {
  expect(named(lacksOfStyle(css))).toEqual([]);
});

test('each exception names a fill-in that is there, or a reason', () => {
  const fillIns = readFileSync('apps/web/src/fill-ins/fill-ins.ts', 'utf8');
  for (const { fillIn, because } of EXCEPTIONS) {
    if (fillIn === undefined) expect(because).toBeTruthy();
    else expect(fillIns).toContain(fillIn);
  }
});

test('fill-ins excuse no worker, which loads none', () => {
  expect(exceptionFor('.toSorted', 'home-page-1234.js')).toBeDefined();
  expect(exceptionFor('.toSorted', 'service-worker.js')).toBeUndefined();
});
