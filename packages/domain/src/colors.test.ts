import { expect, test } from 'vitest';
import { contrastRatio, isReadableBrandColor } from './colors.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4.0],
  ['#0000ff', '#ffffff', 8.59],
])('WCAG: %s and %s stand out %d to 1, in either order', (first, second, ratio) => {
  expect(contrastRatio(first, second)).toBeCloseTo(ratio, 1);
  expect(contrastRatio(second, first)).toBe(contrastRatio(first, second));
});

test('the first brand colour carries white words, the second one draws lines', () => {
  const colors = ['#0b5c4a', '#1d4f7c', '#0b6b58', '#767676', '#777777', '#c2571a', '#949494', '#ffcc00', '#ffffff'];
  const usable = (use: 'primary' | 'accent') => colors.filter((color) => isReadableBrandColor(color, use));
  expect(usable('primary')).toEqual(colors.slice(0, 4));
  expect(usable('accent')).toEqual(colors.slice(0, 7));
});
