import { describe, expect, test } from 'vitest';
import { formatTokens, paidToken, parseTokens, tokenPair } from './chain-operations.ts';

describe('amounts of test tokens', () => {
  test.each([
    ['0', 0n],
    ['1', 1_000_000n],
    ['1000', 1_000_000_000n],
    ['0.5', 500_000n],
    ['0.000001', 1n],
    ['12.345678', 12_345_678n],
  ])('%s is %s base units, and back', (text, units) => {
    expect(parseTokens(text)).toBe(units);
    expect(formatTokens(units)).toBe(text);
  });

  test.each(['', ' 1', '-1', '+1', '1e3', '0.0000001', '1.', '.5', '01', '1,5', '١', 'NaN', '0x10', '9'.repeat(14)])(
    '%j is no amount',
    (text) => {
      expect(parseTokens(text)).toBeNull();
    },
  );

  test('zeros at the end of a fraction are not shown', () => {
    expect(formatTokens(1_500_000n)).toBe('1.5');
    expect(parseTokens('1.50')).toBe(1_500_000n);
  });
});

test('either of its names means a pair', () => {
  expect(tokenPair('tUSDC')).toEqual(tokenPair('aUSDC'));
  expect(tokenPair('aUSDT')).toEqual({ test: 'tUSDT', asset: 'aUSDT' });
});

test.each([
  ['faucet', null],
  ['mint', 'tUSDC'],
  ['redeem', 'aUSDC'],
  ['stake', 'aUSDC'],
  ['unstake', null],
  ['back', 'aUSDC'],
  ['unback', null],
] as const)('section 2, the demo page: %s takes %s', (action, token) => {
  expect(paidToken(action, 'tUSDC')).toBe(token);
});
