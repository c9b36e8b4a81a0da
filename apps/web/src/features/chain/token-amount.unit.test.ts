import { formatFor } from '../../lib/format.ts';
import { expect, test } from 'vitest';
import { localCspr, localTokens, readTokens } from './token-amount.ts';

test.each([
  [0n, '0'],
  [1n, '0.000001'],
  [1_500_000n, '1.5'],
  [1_200_000_001n, '1,200.000001'],
  // This number is above those that a float can tell apart.
  [9_007_199_254_740_993_000_001n, '9,007,199,254,740,993.000001'],
])('%s base units are written %s, exact to the last', (units, written) => {
  expect(localTokens(units, formatFor('en'))).toBe(written);
});

test('every language has its own digits and signs', () => {
  expect(localTokens(1_234_500_000n, formatFor('be', 'native'))).toBe('১,২৩৪.৫');
  expect(localTokens(1_234_500_000n, formatFor('ar', 'native'))).toBe('١٬٢٣٤٫٥');
});

test('costs are motes, a thousand million to a CSPR', () => {
  expect(localCspr('236692887', formatFor('en'))).toBe('0.236692887');
  expect(localCspr('3000000000', formatFor('en'))).toBe('3');
});

test.each([
  ['12', 12_000_000n],
  ['০.৫', 500_000n],
  ['١٬٠٠٠٫٢٥', 1_000_250_000n],
  ['0.0000001', null],
  ['-1', null],
  ['1e3', null],
])('%s typed is %s base units', (typed, units) => {
  expect(readTokens(typed)).toBe(units);
});
