import { localFormat } from '@sathi/texts/figures.ts';
import type { Format } from './format.ts';

export type Local = { readonly amount: string; readonly currency: string };

/** Local money as a bank form has it, "BDT 1,020.00"; dollars as everywhere. */
export function localAmount({ amount, currency }: Local, { tag, money, isolate }: Format): string {
  return currency === 'USD' ? money(amount) : isolate(localFormat(tag)(amount, currency));
}

/** Borrowers and staff read local money first, and the dollars that stand for it (R23.7). */
export function localFirst(local: Local | null, dollars: number, format: Format): string {
  if (local === null) return format.money(dollars);
  return `${localAmount(local, format)} (${format.money(dollars)})`;
}
