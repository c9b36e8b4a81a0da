import { allow, refuse, type Decision } from './decision.ts';
import { addCents, AMOUNT_CENTS_MIN, smallerCents, subtractCents, type Cents } from './money.ts';
import { proposalRefusal, type ProposalRefusal } from './permissions.ts';
import { remainingCents, type Proposal, type Viewer } from './proposals.ts';

export type InvestRefusal =
  | ProposalRefusal
  | 'funding_ended'
  | 'not_yet_checked'
  | 'amount_below_minimum'
  | 'amount_above_remaining';

/** What an accepted backing does to its proposal (T5, T6). */
export type InvestChange = { readonly backedCents: Cents; readonly status: 'locked' | 'backed' };

/** One dollar, or what is left when that is less, so that a rest of cents can still be backed (R6.4). */
export function minimumInvestmentCents(proposal: Pick<Proposal, 'amountCents' | 'backedCents'>): Cents {
  return smallerCents(AMOUNT_CENTS_MIN, remainingCents(proposal));
}

/** Only the amount, for a form: null when it may be sent. */
export function investmentAmountRefusal(
  proposal: Pick<Proposal, 'amountCents' | 'backedCents'>,
  amountCents: Cents,
): 'amount_below_minimum' | 'amount_above_remaining' | null {
  if (amountCents <= 0 || amountCents < minimumInvestmentCents(proposal)) return 'amount_below_minimum';
  return amountCents > remainingCents(proposal) ? 'amount_above_remaining' : null;
}

/** May this person put `amountCents` behind this proposal at `now`? Permission, then state, then amount (R6.1). */
export function decideInvestment(
  viewer: Viewer,
  proposal: Proposal,
  amountCents: Cents,
  now: Date,
): Decision<InvestChange, InvestRefusal> {
  const refusal = investmentStateRefusal(viewer, proposal, now) ?? investmentAmountRefusal(proposal, amountCents);
  if (refusal !== null) return refuse(refusal);

  const backedCents = addCents(proposal.backedCents, amountCents);
  return allow({ backedCents, status: backedCents === proposal.amountCents ? 'backed' : 'locked' });
}

/** All that can be judged without an amount. */
export function investmentStateRefusal(viewer: Viewer, proposal: Proposal, now: Date): InvestRefusal | null {
  const refusal = proposalRefusal('invest', viewer, proposal);
  if (refusal !== null) return refusal;
  if (proposal.fundingDeadline !== null && now > proposal.fundingDeadline) return 'funding_ended';
  return proposal.approveBeforeBacking && !proposal.isMfiApproved ? 'not_yet_checked' : null;
}

/** A backing takes the backer's own credit first and the rest from outside (R3.4, R9.8). */
export function splitInvestment(
  amountCents: Cents,
  creditCents: Cents,
): { fromCreditCents: Cents; fromOutsideCents: Cents } {
  const fromCreditCents = smallerCents(amountCents, creditCents);
  return { fromCreditCents, fromOutsideCents: subtractCents(amountCents, fromCreditCents) };
}
