import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FAUCET_MAX_UNITS,
  removedBackerRewardUnits,
  TOKEN_DECIMALS,
  UNITS_PER_TOKEN,
  unbackRewards,
  unstakeRewardUnits,
} from './chain-rewards.ts';

const TOKEN = 1_000_000n;

test('a token has six decimals, and the faucet gives up to 1000 of them (section 9)', () => {
  expect(10n ** BigInt(TOKEN_DECIMALS)).toBe(UNITS_PER_TOKEN);
  expect(UNITS_PER_TOKEN).toBe(TOKEN);
  expect(FAUCET_MAX_UNITS).toBe(1_000_000_000n);
});

describe('unstaking returns a 10 percent reward in DLN of the unstaked value (section 9)', () => {
  test.each([
    [100n * TOKEN, 10n * TOKEN],
    [1n * TOKEN, 100_000n],
    [19n, 1n],
    [9n, 0n],
    [0n, 0n],
  ])('%s units earn %s', (unstaked, reward) => {
    expect(unstakeRewardUnits(unstaked)).toBe(reward);
  });
});

describe('unbacking pays DLN 1.5 percent and DLNG 0.005 percent of the value (section 9)', () => {
  test.each([
    [100n * TOKEN, 1_500_000n, 5_000n],
    [1n * TOKEN, 15_000n, 50n],
    [200n * TOKEN, 3n * TOKEN, 10_000n],
    [19_999n, 299n, 0n],
    [20_000n, 300n, 1n],
    [66n, 0n, 0n],
    [67n, 1n, 0n],
    [0n, 0n, 0n],
  ])('%s units earn %s of DLN and %s of DLNG', (unbacked, dlnUnits, dlngUnits) => {
    expect(unbackRewards(unbacked)).toEqual({ dlnUnits, dlngUnits });
  });
});

describe('removing a backer uses 3 percent scaled by period over amount (section 9)', () => {
  test.each([
    [100n * TOKEN, 1, 3n * TOKEN],
    [100n * TOKEN, 12, 250_000n],
    [200n * TOKEN, 6, 1n * TOKEN],
    [100n * TOKEN, 7, 428_571n],
    [33n, 1, 0n],
    [34n, 1, 1n],
    [0n, 12, 0n],
  ])('%s units over %s months earn %s', (backed, months, reward) => {
    expect(removedBackerRewardUnits(backed, months)).toBe(reward);
  });
});

test('a reward is rounded down, and never by more than a unit', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 18n), fc.integer({ min: 1, max: 1200 }), (units, months) => {
      const paid = removedBackerRewardUnits(units, months);
      const denominator = 100n * BigInt(months);
      expect(paid * denominator <= units * 3n && units * 3n < (paid + 1n) * denominator).toBe(true);
      expect(unbackRewards(units).dlnUnits * 1_000n <= units * 15n).toBe(true);
      expect(unbackRewards(units).dlngUnits * 100_000n <= units * 5n).toBe(true);
      expect(unstakeRewardUnits(units) * 100n <= units * 10n).toBe(true);
    }),
  );
});

test('negative values and months below one are mistakes of the caller', () => {
  expect(() => unstakeRewardUnits(-1n)).toThrow(RangeError);
  expect(() => unbackRewards(-1n)).toThrow(RangeError);
  expect(() => removedBackerRewardUnits(-1n, 12)).toThrow(RangeError);
  expect(() => removedBackerRewardUnits(1n, 0)).toThrow(RangeError);
  expect(() => removedBackerRewardUnits(1n, 1.5)).toThrow(RangeError);
});
