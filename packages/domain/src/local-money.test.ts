import { expect, test } from 'vitest';
import { type LocalSum, type Minor, parseLocal, sumsByCurrency, writeLocal } from './local-money.ts';

test.each([
  ['1020.00', 102_000, '1020.00'],
  ['0.5', 50, '0.50'],
  ['12', 1200, '12.00'],
])('a local sum of %s is whole minor units, and written with two decimals', (typed, minor, written) => {
  expect(parseLocal(typed)).toBe(minor);
  expect(writeLocal(minor as Minor)).toBe(written);
});

test.each(['', '-1', '1.005', '1,00', 'BDT 5'])('%j is no local sum', (typed) => {
  expect(parseLocal(typed)).toBeNull();
});

test('sums of several loans are added up by currency, dollars last (R23.7)', () => {
  const sum = (amount: number, currency: LocalSum['currency']) => ({ amount: amount as Minor, currency });
  const sums = [sum(500, 'USD'), sum(102_000, 'BDT'), sum(25, 'USD'), sum(1, 'BDT'), sum(7, 'INR')];
  expect(sumsByCurrency(sums)).toEqual([sum(102_001, 'BDT'), sum(7, 'INR'), sum(525, 'USD')]);
  expect(sumsByCurrency([])).toEqual([]);
});
