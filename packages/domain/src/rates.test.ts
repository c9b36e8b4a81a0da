import { describe, expect, test } from 'vitest';
import { isRateTooOld, needsReason, parseRate, type RateMillionths, writeRate } from './rates.ts';

const rate = (text: string) => parseRate(text) as RateMillionths;

describe('rates in whole millionths (R23.2)', () => {
  test.each([
    ['122.35', 122_350_000, '122.35'],
    ['1', 1_000_000, '1'],
    ['0.000001', 1, '0.000001'],
    ['16250.10', 16_250_100_000, '16250.1'],
    ['100', 100_000_000, '100'],
    [' 83.1 ', 83_100_000, '83.1'],
    ['1000000', 1_000_000_000_000, '1000000'],
  ])('%s is read and written without a float', (typed, millionths, written) => {
    expect(parseRate(typed)).toBe(millionths);
    expect(writeRate(millionths as RateMillionths)).toBe(written);
  });

  test.each(['', '0', '0.0000001', '-1', '1,5', '1000000.000001', '122.3500000', '1e3', '.5'])(
    '%j is none',
    (typed) => {
      expect(parseRate(typed)).toBeNull();
    },
  );
});

describe('the rate of a day (R23.2)', () => {
  test.each([
    ['2026-11-16', '2026-11-16', false],
    ['2026-11-16', '2026-12-16', false],
    ['2026-11-16', '2026-12-17', true],
  ] as const)('one of %s asked on %s is too old: %s', (validFrom, day, isTooOld) => {
    expect(isRateTooOld({ validFrom }, day)).toBe(isTooOld);
  });
});

describe('a rate that jumps needs a reason (R23.2)', () => {
  test.each([
    ['the first', '122.35', null, false],
    ['five per cent up', '105', '100', false],
    ['a millionth more', '105.000001', '100', true],
    ['five per cent down', '95', '100', false],
    ['a millionth less', '94.999999', '100', true],
    ['a comma in the wrong place', '12.235', '122.35', true],
  ])('%s', (_, now, last, isNeeded) => {
    expect(needsReason(rate(now), last === null ? null : rate(last))).toBe(isNeeded);
  });
});
