import { allow, refuse, type Decision } from './decision.ts';
import { isLastDay } from './funding-time.ts';
import { addCents, AMOUNT_CENTS_MIN, smallerCents, subtractCents, ZERO_CENTS, type Cents } from './money.ts';
import { proposalRefusal, type ProposalRefusal } from './permissions.ts';
import type { OpenBacking } from './pay-ins.ts';
import { remainingCents, type Proposal, type Viewer } from './proposals.ts';

export type InvestRefusal =
  | ProposalRefusal
  | 'funding_ended'
  | 'not_yet_checked'
  | 'amount_below_minimum'
  | 'amount_above_remaining';

/** The change an accepted backing makes to its proposal (T5, T6). */
export type InvestChange = { readonly backedCents: Cents; readonly status: 'locked' | 'backed' };

/** The name of an anonymous backer to all but the staff (R13.1). */
export const SOMEBODY = 'Somebody';

/** One dollar, or the remainder when that is less, so that a rest of cents can still be backed (R6.4). */
export function minimumInvestmentCents(remaining: Cents): Cents {
  return smallerCents(AMOUNT_CENTS_MIN, remaining);
}

/** The amount alone, against the remainder of a proposal: null when it may be sent. */
export function investmentAmountRefusal(
  remaining: Cents,
  amountCents: Cents,
): 'amount_below_minimum' | 'amount_above_remaining' | null {
  if (amountCents <= 0 || amountCents < minimumInvestmentCents(remaining)) return 'amount_below_minimum';
  return amountCents > remaining ? 'amount_above_remaining' : null;
}

/** May this person put `amountCents` behind this proposal at `now`? Permission, then state, then amount (R6.1). */
export function decideInvestment(
  viewer: Viewer,
  proposal: Proposal,
  amountCents: Cents,
  now: Date,
): Decision<InvestChange, InvestRefusal> {
  const refusal =
    investmentStateRefusal(viewer, proposal, now) ?? investmentAmountRefusal(remainingCents(proposal), amountCents);
  if (refusal !== null) return refuse(refusal);

  const backedCents = addCents(proposal.backedCents, amountCents);
  return allow({ backedCents, status: backedCents === proposal.amountCents ? 'backed' : 'locked' });
}

/** Judges all that needs no amount. */
export function investmentStateRefusal(viewer: Viewer, proposal: Proposal, now: Date): InvestRefusal | null {
  return proposalRefusal('invest', viewer, proposal) ?? backingHindrance(proposal, now);
}

/** Stands against a backing of an open proposal whoever asks: its deadline (R5.2), or a check that comes first (R2.3). */
export function backingHindrance(
  proposal: Pick<Proposal, 'fundingDeadline' | 'approveBeforeBacking' | 'isMfiApproved'>,
  now: Date,
): 'funding_ended' | 'not_yet_checked' | null {
  if (proposal.fundingDeadline !== null && now > proposal.fundingDeadline) return 'funding_ended';
  return proposal.approveBeforeBacking && !proposal.isMfiApproved ? 'not_yet_checked' : null;
}

/** A backing takes the backer's own credit first and the rest from outside (R3.4, R9.8). Below zero there is none to take. */
export function splitInvestment(
  amountCents: Cents,
  creditCents: Cents,
): { fromCreditCents: Cents; fromOutsideCents: Cents } {
  const fromCreditCents = creditCents > 0 ? smallerCents(amountCents, creditCents) : ZERO_CENTS;
  return { fromCreditCents, fromOutsideCents: subtractCents(amountCents, fromCreditCents) };
}

/** May a backer take an own backing back (R31.1)? Once, while the proposal collects, and not on its last day. */
export function cancelBackingRefusal(
  viewer: Viewer,
  proposal: Proposal,
  { isActive, now }: { readonly isActive: boolean; readonly now: Date },
): ProposalRefusal | 'too_late' | null {
  const refusal = proposalRefusal('cancelBacking', viewer, proposal);
  if (refusal !== null) return refusal;
  if (!isActive) return 'wrong_status';
  return isLastDay(proposal, now) ? 'too_late' : null;
}

/** A backing as its end sees it. */
export type EndingBacking = Pick<OpenBacking, 'amountCents' | 'fromCreditCents' | 'unpaidCents' | 'payBy'> & {
  /** The part that is still from outside and from before money was awaited, where a bounce gave such a backing a day; else null. */
  readonly paidBeforeCents: Cents | null;
};

/**
 * The way that the money of a backing goes when it ends. Money from before an institution awaited any goes where it came from
 * (R5.3), money since then becomes credit there (R20.9). What is unpaid ends.
 */
export function givenBackOf({ amountCents, fromCreditCents, unpaidCents, payBy, paidBeforeCents }: EndingBacking): {
  toCreditCents: Cents;
  outsideCents: Cents;
} {
  const paidCents = subtractCents(amountCents, unpaidCents);
  const outsideCents = payBy === null ? subtractCents(paidCents, fromCreditCents) : (paidBeforeCents ?? ZERO_CENTS);
  return { toCreditCents: subtractCents(paidCents, outsideCents), outsideCents };
}
