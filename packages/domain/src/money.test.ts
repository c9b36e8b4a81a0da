import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addCents, cents, centsOfDollars, dollarsOf, parseDollars, smallerCents, subtractCents } from './money.ts';

describe('R7.1: money is whole cents', () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 0.1 + 0.2])(
    '%s is not whole cents',
    (value) => {
      expect(() => cents(value)).toThrow(RangeError);
    },
  );

  test('sums and differences stay whole', () => {
    expect(addCents(cents(10), cents(20))).toBe(30);
    expect(addCents()).toBe(0);
    expect(subtractCents(cents(10), cents(20))).toBe(-10);
    expect(smallerCents(cents(1), cents(2))).toBe(1);
    expect(smallerCents(cents(2), cents(1))).toBe(1);
  });

  test('a sum that could not be held exactly is a fault, not a wrong number', () => {
    expect(() => addCents(cents(Number.MAX_SAFE_INTEGER), cents(1))).toThrow(RangeError);
  });
});

describe('the contract: an amount has at most two decimals and ASCII digits only', () => {
  test.each([
    ['0', 0],
    ['1', 1_00],
    ['1.0', 1_00],
    ['1.00', 1_00],
    ['12.5', 12_50],
    ['12.05', 12_05],
    ['0.01', 1],
    ['0.29', 29],
    ['1.15', 1_15],
    ['4.35', 4_35],
    ['8.37', 8_37],
    ['007', 7_00],
    [' 12.50 ', 12_50],
    ['100000000', 10_000_000_000],
    ['999999999.99', 99_999_999_999],
  ])('%j is %i cents', (text, expected) => {
    expect(parseDollars(text)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '.',
    '1.',
    '.5',
    '1.234',
    '0.30000000000000004',
    '1e3',
    '1E3',
    '1e309',
    '1e-7',
    '1e+21',
    'NaN',
    'Infinity',
    '-Infinity',
    '-0',
    '-1',
    '-0.01',
    '+1',
    '- 1',
    '1,00',
    '1,000',
    '1 000',
    '1_000',
    '0x10',
    '0b1',
    '1n',
    '$1',
    '1$',
    '1.2.3',
    'one',
    'null',
    '１２',
    '١٢',
    '১২',
    '१२',
    '1٫5',
    '½',
    '1\u20605',
    '\u202e12',
    '1' + '0'.repeat(13),
    '9'.repeat(400),
  ])('%j is not money', (text) => {
    expect(parseDollars(text)).toBeNull();
  });

  test('0.1 + 0.2 shows all its decimals and is not money', () => {
    expect(parseDollars(String(0.1 + 0.2))).toBeNull();
  });
});

describe('dollars on the wire', () => {
  test.each([
    [0, 0],
    [1, 0.01],
    [29, 0.29],
    [12_50, 12.5],
    [10_000_000_000, 100_000_000],
  ])('%i cents are %d', (amount, dollars) => {
    expect(dollarsOf(cents(amount))).toBe(dollars);
    expect(centsOfDollars(dollars)).toBe(amount);
  });

  test('every amount prints with at most two decimals and comes back as it was', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000_000 });
    fc.assert(
      fc.property(amounts, (amount) => {
        const printed = JSON.stringify(dollarsOf(cents(amount)));
        expect(printed).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(parseDollars(printed)).toBe(amount);
        expect(centsOfDollars(Number(printed))).toBe(amount);
      }),
      { numRuns: 5000 },
    );
  });
});
