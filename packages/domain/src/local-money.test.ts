import { expect, test } from 'vitest';
import { type Minor, parseLocal, writeLocal } from './local-money.ts';

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
