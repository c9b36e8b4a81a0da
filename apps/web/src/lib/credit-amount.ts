import { type Cents, cents, dollarsOf } from '@sathi/domain/money.ts';
import { readAmount } from './amount.ts';
import type { MoneyText } from './text.tsx';

/** Says as a sentence why so much credit cannot leave; nothing where it can. */
export function problemOfCredit(
  typed: string,
  { leastCents = cents(1), mostCents }: { leastCents?: Cents; mostCents: Cents },
  { t, format }: MoneyText,
): string | undefined {
  const amountCents = readAmount(typed);
  const money = (amount: Cents) => ({ amount: format.money(dollarsOf(amount)) });
  if (typed.trim() === '') return t('common.required');
  if (amountCents === null || amountCents === 0) return t('money.amountMalformed');
  if (amountCents < leastCents) return t('credit.payOutLeast', money(leastCents));
  return amountCents <= mostCents ? undefined : t('credit.above', money(mostCents));
}
