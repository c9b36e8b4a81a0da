import { askedLocal } from './asked-local.ts';
import { DAY_MS } from './durations.ts';
import type { Minor } from './local-money.ts';
import type { Terms } from './local-plan.ts';
import { cents, type Cents } from './money.ts';
import { proposalRefusal, type ProposalRefusal } from './permissions.ts';
import type { PlannedInstalment } from './plans.ts';
import type { Proposal, SignedIn } from './proposals.ts';

/** Days after the money for a backing came in which its backer may not give it up, where money is awaited (R30.1). */
const PAID_IN_DAYS = 30;

export type ForgivingFacts = {
  /** The whole of their claim now. */
  readonly claimCents: Cents;
  readonly isBacker: boolean;
  /** When the last receipt or credit paid their backing, at an institution that awaits money; null elsewhere. */
  readonly paidInAt: Date | null;
};

export type ForgivingRefusal = ProposalRefusal | 'payment_pending' | 'paid_in_lately';

/**
 * Null when this person may give up what a running loan owes them (R30.1): backers alone, while something is owed to
 * them that is not lost, and not while a payment waits (R30.3).
 */
export function forgivingRefusal(
  viewer: SignedIn,
  proposal: Proposal,
  { claimCents, isBacker, paidInAt }: ForgivingFacts,
  now: Date,
): ForgivingRefusal | null {
  const refusal = proposalRefusal('forgive', viewer, proposal);
  if (refusal !== null && refusal !== 'wrong_status') return refusal;
  if (!isBacker) return 'not_permitted';
  if (refusal !== null || claimCents === 0) return 'wrong_status';
  if (proposal.pendingCents > 0) return 'payment_pending';
  const isLately = paidInAt !== null && now.getTime() - paidInAt.getTime() < PAID_IN_DAYS * DAY_MS;
  return isLately ? 'paid_in_lately' : null;
}

type Forgiven = {
  readonly current: readonly PlannedInstalment[];
  readonly repaidCents: Cents;
  readonly forgivenCents: Cents;
  /** Null for a loan in dollars; else its terms and the local money that payments count for. */
  readonly local: { readonly terms: Terms; readonly countedMinor: Minor } | null;
};

/**
 * The plan after forgiving: the last instalments fall first (R30.1). The instalment that is cut is reckoned anew at the
 * rate of the loan (R23.8): it is filled by what was paid where nothing is owed any more, and open by at least a unit
 * while a cent is.
 */
export function forgivenInstalments({ current, repaidCents, forgivenCents, local }: Forgiven): PlannedInstalment[] {
  const left = [...current];
  let forgiven: number = forgivenCents;
  // Instalments of nothing before one that fell are the last then.
  while (forgiven > 0 || left.at(-1)?.amountCents === 0) {
    const last = left.pop();
    if (last === undefined) break;
    const amountCents = cents(Math.max(0, last.amountCents - forgiven));
    forgiven -= last.amountCents - amountCents;
    if (amountCents === 0) continue;
    const before = left.reduce((sum, one) => sum + (one.localMinor ?? 0), 0);
    const isPaid = left.reduce((sum, one) => sum + one.amountCents, amountCents as number) === repaidCents;
    const localMinor = local && cutLocal(amountCents, local.terms, { filled: local.countedMinor - before, isPaid });
    left.push({ ...last, amountCents, localMinor });
  }
  return left;
}

function cutLocal(amountCents: Cents, terms: Terms, { filled, isPaid }: { filled: number; isPaid: boolean }): Minor {
  const asked = askedLocal(amountCents, terms.rate, terms.unit);
  if (isPaid) return Math.min(asked, Math.max(0, filled)) as Minor;
  return (asked > filled ? asked : Math.ceil((filled + 1) / terms.unit) * terms.unit) as Minor;
}
