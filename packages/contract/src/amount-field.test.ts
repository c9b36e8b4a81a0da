import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AmountField, LimitedAmountField, MoneyField } from './fields.ts';

/** Reads a value from the network as the schema does: the value inside, or the codes of its problems. */
function read(schema: z.ZodType, wire: unknown): unknown {
  const result = schema.safeParse(wire);
  return result.success ? result.data : result.error.issues.map((issue) => issue.message);
}

describe('R7.1: money is dollars with at most two decimals on the wire and cents inside', () => {
  test.each([
    [25, 25_00],
    [25.5, 25_50],
    ['25.50', 25_50],
    [0.29, 29],
    [1.15, 1_15],
    [0, 0],
    [-0, 0],
    ['999999999.99', 99_999_999_999],
  ])('%j is %i cents', (wire, amount) => {
    expect(read(AmountField, wire)).toBe(amount);
  });

  test.each([
    '',
    ' 25',
    '25 ',
    '25\n',
    '1.234',
    1.234,
    0.1 + 0.2,
    '1e3',
    1e21,
    1e-7,
    Number.POSITIVE_INFINITY,
    '1e309',
    Number.NaN,
    'NaN',
    'Infinity',
    '１２',
    '١٢',
    '১২',
    '1,00',
    '0x10',
    true,
    {},
    '9'.repeat(400),
  ])('%j is not money', (wire) => {
    expect(read(AmountField, wire)).toEqual(['amount_malformed']);
  });

  test('R17.3: a negative amount is below the minimum', () => {
    expect(read(AmountField, -1)).toEqual(['amount_below_one']);
    expect(read(AmountField, '-0.5')).toEqual(['amount_below_one']);
  });

  test.each([
    [-1, -1_00],
    ['-0.5', -50],
    ['-0', 0],
    [1_000_000_000, 100_000_000_000],
    ['9999999999999.99', 999_999_999_999_999],
  ])('%j reaches a rule that names the limit as %i cents', (wire, amount) => {
    expect(read(LimitedAmountField, wire)).toBe(amount);
  });

  test.each(['10000000000000', 1e21, '--1', '-', '-1.234', '- 1', '+1'])('%j reaches no rule', (wire) => {
    expect(read(LimitedAmountField, wire)).not.toBeTypeOf('number');
  });

  test('a list of one amount is no amount', () => {
    expect(read(AmountField, [25])).toEqual(['amount_malformed']);
  });

  test.each([undefined, null])('section 5: %j counts as a missing amount', (wire) => {
    expect(read(AmountField, wire)).toEqual(['required']);
  });

  test('every amount goes out and comes back as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (amount) => {
        const wire = JSON.parse(JSON.stringify(z.encode(MoneyField, amount as never))) as unknown;
        expect(read(MoneyField, wire)).toBe(amount);
        expect(read(AmountField, wire)).toBe(amount);
        expect(read(AmountField, String(wire))).toBe(amount);
      }),
      { numRuns: 2000 },
    );
  });
});
