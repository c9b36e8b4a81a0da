import { parseReference } from '@sathi/domain/references.ts';
import { readAmount } from '../../lib/amount.ts';
import type { Line } from './line-words.ts';

/** A part of a line as it is typed; the amount counts only where there are several. */
export type Part = {
  readonly reference: string;
  readonly amount: string;
  /** Empty for what the reference names; else the id of a receipt in the books, or `fee`. */
  readonly of: string;
};
export type PartProblem = { readonly reference: boolean; readonly amount: 'malformed' | 'sum' | null };

/** Each part names a person or a loan, and together they are the line (R21.8). */
export function problemsOfParts(parts: readonly Part[], { local }: Pick<Line, 'local'>): PartProblem[] {
  const sums = parts.map(({ amount }) => readAmount(amount));
  const isSplit = parts.length > 1;
  const whole = Math.abs(Math.round(Number(local.amount) * 100));
  const isWhole = sums.reduce<number>((sum, cents) => sum + (cents ?? 0), 0) === whole;
  return parts.map(({ reference, of }, index) => {
    const cents = sums[index] ?? 0;
    const isLast = index === parts.length - 1;
    const problem = cents <= 0 ? 'malformed' : isLast && !isWhole ? 'sum' : null;
    return { reference: of === '' && parseReference(reference) === null, amount: isSplit ? problem : null };
  });
}

/** The amount of the line that the given parts leave, as a field holds it; empty when they leave none. */
export function restOf(parts: readonly Part[], { local }: Pick<Line, 'local'>): string {
  const given = parts.reduce((sum, { amount }) => sum + (readAmount(amount) ?? 0), 0);
  const rest = Math.abs(Math.round(Number(local.amount) * 100)) - given;
  return rest > 0 ? (rest / 100).toFixed(2) : '';
}

/** The parts as the call asks for them: dollars at an account in dollars, else local money. */
export function targetsOf(parts: readonly Part[], { local: { currency } }: Pick<Line, 'local'>) {
  return parts.map(({ reference, of, amount: typed }) => {
    const named = of === '' ? { reference } : of === 'fee' ? { as: 'fee' as const } : { receiptId: of };
    if (parts.length === 1) return named;
    const dollars = (readAmount(typed) ?? 0) / 100;
    return { ...named, amount: currency === 'USD' ? dollars : { amount: dollars.toFixed(2), currency } };
  });
}
