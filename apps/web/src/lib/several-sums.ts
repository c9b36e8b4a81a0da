import { type Currency, type LocalSum, type Minor, sumsByCurrency, writeLocal } from '@sathi/domain/local-money.ts';
import type { Format } from './format.ts';
import { type Local, severalSums, type Sum } from './local-amount.ts';

/** The sums of several loans, added up here (R23.7). */
export function addedSums(sums: readonly Sum[], format: Format): string {
  const each = sums.map(({ amount, local }) => local ?? { amount: String(amount), currency: 'USD' });
  return severalSums(sumsByCurrency(each.map(minorOf)).map(writtenOf), format);
}

/** The rest of each currency once `parts` are taken away; a currency without a rest is left out. */
export function sumsLeft(all: readonly Local[], parts: readonly Local[]): Local[] {
  const taken = parts.map(minorOf).map(({ amount, currency }) => ({ amount: (0 - amount) as Minor, currency }));
  return sumsByCurrency([...all.map(minorOf), ...taken])
    .filter(({ amount }) => amount > 0)
    .map(writtenOf);
}

/** The sum in whole cents, since fractions do not add up exactly. */
function minorOf({ amount, currency }: Local): LocalSum {
  return { amount: Math.round(Number(amount) * 100) as Minor, currency: currency as Currency };
}

function writtenOf({ amount, currency }: LocalSum): Local {
  return { amount: writeLocal(amount), currency };
}
