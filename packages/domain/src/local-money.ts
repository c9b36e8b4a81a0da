import { parseDollars } from './money.ts';

/** Whole minor units of one currency: paisa, cents. Each sum of them names its currency beside it (R23.7). */
export type Minor = number & { readonly __unit: 'minor' };

/** The currencies that rates and loans may name; each has two decimals, as its sums are written. */
export const LOCAL_CURRENCIES = ['BDT', 'INR', 'NPR', 'PKR', 'LKR', 'IDR', 'PHP', 'EUR', 'GBP'] as const;
export type LocalCurrency = (typeof LOCAL_CURRENCIES)[number];
/** The currencies of accounts. */
export const CURRENCIES = ['USD', ...LOCAL_CURRENCIES] as const;
export type Currency = (typeof CURRENCIES)[number];
export type LocalSum = { readonly amount: Minor; readonly currency: Currency };

/** Reads `12`, `12.5` or `12.50` as {@link parseDollars} does. */
export function parseLocal(text: string): Minor | null {
  return parseDollars(text) as Minor | null;
}

/** Writes a sum with two decimals, as it crosses the network: `1020.00`. */
export function writeLocal(amount: Minor): string {
  return (amount / 100).toFixed(2);
}

/** Sums of several loans, each money by itself and dollars last: no sum mixes currencies (R23.7). */
export function sumsByCurrency(sums: readonly LocalSum[]): LocalSum[] {
  const isDollars = ({ currency }: LocalSum) => Number(currency === 'USD');
  return Array.from(
    Map.groupBy(sums, ({ currency }) => currency),
    ([currency, of]) => ({ currency, amount: of.reduce((sum, { amount }) => sum + amount, 0) as Minor }),
  ).toSorted((a, b) => isDollars(a) - isDollars(b));
}

/** Bounds of the smallest sum that a borrower is asked in (R23.1). */
export const LOCAL_UNIT_MIN = 1 as Minor;
export const LOCAL_UNIT_MAX = 1_000_00 as Minor;
