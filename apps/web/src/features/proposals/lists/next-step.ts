import type { Sum } from '../../../lib/local-amount.ts';
import { statusOf } from '../../../lib/proposal-status.ts';
import type { ProposalDetails, ProposalSummary } from '../../../lib/wire.ts';

/** The one thing that moves a loan on, and who has to do it. */
export type NextStep =
  | ({ kind: 'pay'; dueOn: string; isLate: boolean } & Sum)
  | { kind: 'waitMoney'; amount: number }
  | {
      kind:
        | 'withdraw'
        | 'waitPayment'
        | 'waitRelease'
        | 'waitCheck'
        | 'returned'
        | 'expired'
        | 'publish'
        | 'addPicture'
        | 'findBackers'
        | 'readMessages';
    };

/** Most pressing first; the unknown step of a released loan is most often a payment. */
const ORDER: readonly AnyStep['kind'][] = [
  'awaited',
  'pay',
  'withdraw',
  'returned',
  'expired',
  'publish',
  'readMessages',
  'addPicture',
  'findBackers',
  'waitMoney',
  'waitRelease',
  'waitCheck',
  'waitPayment',
];

/** Whether the page of a loan alone tells its next step: the instalments, or the money that is still awaited (R20.5). */
export function needsDetails(proposal: ProposalSummary): boolean {
  const status = statusOf(proposal);
  return status === 'funded' || (status === 'backed' && proposal.isMFIApproved);
}

/** The owner's next step with a proposal, or the thing to wait for. `details` are known where they are needed. */
export function nextStepOf(proposal: ProposalSummary, details: ProposalDetails | undefined): NextStep | null {
  switch (statusOf(proposal)) {
    case 'drafted':
      if (proposal.closedReason === 'returned') return { kind: 'returned' };
      return { kind: proposal.closedReason === null ? 'publish' : 'expired' };
    case 'published':
      return proposal.image === null ? { kind: 'addPicture' } : findBackers(proposal);
    case 'locked':
      return findBackers(proposal);
    case 'backed':
      if (!proposal.isMFIApproved) return { kind: 'waitCheck' };
      return details?.awaitedAmount ? { kind: 'waitMoney', amount: details.awaitedAmount } : { kind: 'waitRelease' };
    case 'funded':
      return loanStep(proposal, details);
    case 'repaid':
      return proposal.allowedActions.includes('withdraw') ? { kind: 'withdraw' } : null;
  }
}

/** While reports hide a proposal, its owner cannot ask people to back it. */
function findBackers({ allowedActions }: ProposalSummary): NextStep | null {
  return allowedActions.includes('invite') ? { kind: 'findBackers' } : null;
}

/** All there is for the owner of one proposal: the step that moves it on, and messages that wait to be read. */
export function stepsOf(proposal: ProposalSummary, details: ProposalDetails | undefined): NextStep[] {
  const step = nextStepOf(proposal, details);
  return [...(step ? [step] : []), ...(proposal.unreadMessagesCount > 0 ? [{ kind: 'readMessages' } as const] : [])];
}

/** The step of a released loan: a late payment, else the withdrawal, else a payment due, else one that waits. */
function loanStep(proposal: ProposalSummary, details: ProposalDetails | undefined): NextStep | null {
  const payment = paymentStep(proposal, details);
  if (payment?.isLate) return payment;
  if (proposal.allowedActions.includes('withdraw')) return { kind: 'withdraw' };
  return payment ?? (proposal.pendingAmount > 0 ? { kind: 'waitPayment' } : null);
}

type Payment = Extract<NextStep, { kind: 'pay' }>;

/** A payment that waits for approval covers the oldest instalments, as an approved payment would (R8.3). */
function paymentStep(proposal: ProposalSummary, details: ProposalDetails | undefined): Payment | null {
  let pendingCents = Math.round(proposal.pendingAmount * 100);
  let pendingMinor = minorOf(details?.localPending?.amount);
  const due = details?.schedule.find(({ amount, paidAmount, local }) => {
    const openCents = Math.round(amount * 100) - Math.round(paidAmount * 100);
    if (openCents <= pendingCents) {
      pendingCents -= openCents;
      pendingMinor -= minorOf(local?.amount) - minorOf(local?.paid);
      return false;
    }
    return true;
  });
  if (due?.state !== 'late' && due?.state !== 'due') return null;
  const openCents = Math.round(due.amount * 100) - Math.round(due.paidAmount * 100) - pendingCents;
  // Money that is with the office is no lateness of the borrower (R22.2).
  const isLate = due.state === 'late' && (details?.paymentWaiting ?? null) === null;
  const step = { kind: 'pay', amount: openCents / 100, dueOn: due.dueOn, isLate } as const;
  if (!details?.local) return step;
  const openMinor = minorOf(due.local?.amount) - minorOf(due.local?.paid) - pendingMinor;
  return { ...step, local: { amount: (openMinor / 100).toFixed(2), currency: details.local.currency } };
}

function minorOf(amount = '0'): number {
  return Math.round(Number(amount) * 100);
}

type AnyStep = NextStep | { kind: 'awaited' };
export type ProposalStep = { proposal: ProposalSummary; step: AnyStep };

/** The few most pressing steps: late payments, then the owner's actions, then those of others. */
export function mostPressing(steps: readonly ProposalStep[], count: number): ProposalStep[] {
  return [...steps].sort((a, b) => urgency(a) - urgency(b)).slice(0, count);
}

function urgency({ proposal, step }: ProposalStep): number {
  if (step.kind === 'awaited' && statusOf(proposal) === 'backed') return ORDER.indexOf('waitRelease');
  return step.kind === 'pay' && step.isLate ? -1 : ORDER.indexOf(step.kind);
}
