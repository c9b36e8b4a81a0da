import { expect, test } from 'vitest';
import { formatFor } from './format.ts';
import { severalSums } from './local-amount.ts';
import { addedSums, sumsLeft } from './several-sums.ts';

const en = formatFor('en');
const taka = (amount: string) => ({ amount, currency: 'BDT' });
const dollars = (amount: string) => ({ amount, currency: 'USD' });

test('sums of loans in two moneys stand side by side, local money first (R23.7)', () => {
  const sums = [
    { amount: 8.33, local: null },
    { amount: 8.34, local: taka('1020.00') },
    { amount: 0.1, local: null },
    { amount: 4.16, local: taka('510.50') },
  ];
  expect(addedSums(sums, en)).toBe('BDT 1,530.50 · $8.43');
  expect(addedSums(sums.slice(2, 3), en)).toBe('$0.10');
  expect(addedSums([], en)).toBe('$0');
  expect(severalSums([], en)).toBe('$0');
});

test('a money of which nothing is left is not named', () => {
  const all = [taka('1530.50'), dollars('10.00')];
  expect(sumsLeft(all, [dollars('10.00'), taka('30.50')])).toEqual([taka('1500.00')]);
  expect(sumsLeft([], [])).toEqual([]);
});
