import { localFormat } from '@sathi/texts/figures.ts';
import type { Format } from './format.ts';

export type Local = { readonly amount: string; readonly currency: string };

/** Local money as a bank form has it, "BDT 1,020.00", or "BDT •••" while it is hidden; dollars as everywhere. */
export function localAmount({ amount, currency }: Local, { tag, money, dots, isolate }: Format): string {
  if (currency === 'USD') return money(amount);
  return isolate(dots ? `${currency} ${dots}` : localFormat(tag)(amount, currency));
}

/** The sum of a payment, a request or a loan; one in dollars, which an account may have, is no local money. */
export type Sum = { readonly amount: number; readonly local?: Local | null };

/** A sum as borrowers and staff read it (R23.7). */
export function sumFirstLocal({ amount, local = null }: Sum, format: Format): string {
  return localFirst(local?.currency === 'USD' ? null : local, amount, format);
}

/** "BDT 3,060.00 · $25": the sums of several loans, each money by itself (R23.7). */
export function severalSums(sums: readonly Local[], format: Format): string {
  return sums.length === 0 ? format.money(0) : format.joined(sums.map((sum) => localAmount(sum, format)));
}

type Asked = { readonly amount: number; readonly amountAsked: number | null; readonly localAmount: Local | null };

/** The sum of a proposal before its release. Of a part that its owner took, local money is fixed by the release alone (R23.3, R31.2). */
export function askedFirstLocal({ amount, amountAsked, localAmount: asked }: Asked, format: Format): string {
  return localFirst(amountAsked === null ? asked : null, amount, format);
}

/** Borrowers and staff read local money first, and the dollars that stand for it (R23.7). */
export function localFirst(local: Local | null, dollars: number, format: Format): string {
  if (local === null) return format.money(dollars);
  return `${localAmount(local, format)} (${format.money(dollars)})`;
}
