import { type Cents, subtractCents } from '../money.ts';
import type { Claim, Share } from '../repayments.ts';
import { shareHistory, sharesBetween } from '../sharing.ts';

/** One payment of a loan that was only ever paid back, after payments of `repaidBeforeCents` (R9.1). */
export function shareRepayment<Backer>(
  claims: readonly Claim<Backer>[],
  repaidBeforeCents: Cents,
  paidCents: Cents,
): { readonly shares: Share<Backer>[]; readonly roundingCents: number } {
  const before = shareHistory(claims, [{ paidCents: repaidBeforeCents }]);
  const after = shareHistory(claims, [{ paidCents: repaidBeforeCents }, { paidCents }]);
  return {
    shares: sharesBetween(before, after),
    roundingCents: subtractCents(after.roundingCents, before.roundingCents),
  };
}
