import type { OwnLimit } from '@sathi/domain/loan-limits.ts';
import { type Cents, centsOfDollars, dollarsOf } from '@sathi/domain/money.ts';
import { type Local, localAmount } from '../../../lib/local-amount.ts';
import type { Text } from '../../../lib/text.tsx';
import type { DataOf } from '../../../lib/wire.ts';

export type LoanLimits = DataOf<'findLoanLimits'>;

/** The bounds of the reader's next loan in hundredths of a currency, dollars where it is undefined; none where they are not known in it. */
export function ownLimitIn(currency: string | undefined, { minimum, own, local }: LoanLimits): OwnLimit {
  const { maximum, reason } = own;
  if (!currency) return { minimumCents: centsOrNull(minimum), maximumCents: centsOrNull(maximum), reason };
  const inIt = (sum: Local | null = null) => centsOrNull(sum?.currency === currency ? sum.amount : null);
  return { minimumCents: inIt(local?.minimum), maximumCents: inIt(local?.maximum), reason };
}

function centsOrNull(sum: number | string | null): Cents | null {
  return sum === null ? null : centsOfDollars(Number(sum));
}

/** The limits in sentences, shown before an amount is typed, and again at an amount outside them. */
export function limitWords(limits: LoanLimits, mfi: string, currency: string | undefined, { t, format }: Text) {
  const { minimumCents, maximumCents, reason } = ownLimitIn(currency, limits);
  const money = (amount: Cents) =>
    localAmount({ amount: String(dollarsOf(amount)), currency: currency ?? 'USD' }, format);
  const sentences = [
    ...(maximumCents === null
      ? []
      : [t('proposal.problem.aboveLimit', { mfi, maximum: money(maximumCents), reason: reason ?? '' })]),
    ...(minimumCents === null ? [] : [t('proposal.problem.belowLimit', { mfi, minimum: money(minimumCents) })]),
  ];
  return sentences.join(' ');
}
