import { addMonths, calendarDateIn, daysBetween, type CalendarDate } from './calendar-date.ts';
import { allow, refuse, type Decision } from './decision.ts';
import { addCents, cents, subtractCents, ZERO_CENTS, type Cents } from './money.ts';
import { proposalRefusal, type ProposalRefusal } from './permissions.ts';
import type { Proposal, Viewer } from './proposals.ts';

export type Instalment = { readonly number: number; readonly dueOn: CalendarDate; readonly amountCents: Cents };

/**
 * Equal instalments rounded down, the last one takes the rest (R8.1): 100.00 over 12 months is eleven of 8.33 and one of 8.37.
 * The first is due `firstDueAfterMonths` after `startOn`, each next one a month later, clamped to the month's end (R8.2).
 */
export function repaymentSchedule(input: {
  readonly amountCents: Cents;
  readonly months: number;
  readonly startOn: CalendarDate;
  readonly firstDueAfterMonths: number;
}): Instalment[] {
  const { amountCents, months, startOn, firstDueAfterMonths } = input;
  const each = Math.floor(amountCents / months);
  return Array.from({ length: months }, (_, index) => ({
    number: index + 1,
    dueOn: addMonths(startOn, firstDueAfterMonths + index),
    amountCents: cents(index === months - 1 ? amountCents - each * (months - 1) : each),
  }));
}

/** Where the preview of a plan begins: on the day the money is needed, or today when that is over (R8.4). */
export function previewStart(neededOn: CalendarDate, today: CalendarDate): CalendarDate {
  return neededOn > today ? neededOn : today;
}

export type InstalmentState = 'paid' | 'late' | 'due' | 'upcoming';
export type InstalmentProgress = Instalment & { readonly paidCents: Cents; readonly state: InstalmentState };

/** Approved payments fill the oldest instalment first (R8.3). `late` begins `graceDays` after the due date (R10.7). */
export function instalmentProgress(
  schedule: readonly Instalment[],
  repaidCents: Cents,
  today: CalendarDate,
  graceDays: number,
): InstalmentProgress[] {
  let left: number = repaidCents;
  return schedule.map((instalment) => {
    const paidCents = cents(Math.min(left, instalment.amountCents));
    left -= paidCents;
    return { ...instalment, paidCents, state: instalmentState(instalment, paidCents, today, graceDays) };
  });
}

function instalmentState(
  instalment: Instalment,
  paidCents: Cents,
  today: CalendarDate,
  graceDays: number,
): InstalmentState {
  if (paidCents === instalment.amountCents) return 'paid';
  const daysOverdue = daysBetween(instalment.dueOn, today);
  if (daysOverdue > graceDays) return 'late';
  return daysOverdue > -31 ? 'due' : 'upcoming';
}

export const LATE_BUCKETS = ['1-30', '31-60', '61-90', '>90'] as const;
export type Lateness = { readonly daysLate: number; readonly bucket: (typeof LATE_BUCKETS)[number] | null };

/** Days since the oldest unpaid instalment was due, once its grace is over (R10.7). Zero and null when the loan is on time. */
export function latenessOf(progress: readonly InstalmentProgress[], today: CalendarDate): Lateness {
  const oldest = progress.find((instalment) => instalment.state !== 'paid');
  if (oldest?.state !== 'late') return { daysLate: 0, bucket: null };
  const daysLate = daysBetween(oldest.dueOn, today);
  const bucket = LATE_BUCKETS[Math.min(3, Math.floor((daysLate - 1) / 30))] ?? null;
  return { daysLate, bucket };
}

/** What the borrower still owes (R10.5). */
export function outstandingCents(proposal: Pick<Proposal, 'fundedCents' | 'repaidCents'>): Cents {
  return subtractCents(proposal.fundedCents, proposal.repaidCents);
}

/** The most that may be entered now: outstanding less what waits for approval (R10.2). */
export function maximumRepaymentCents(proposal: Pick<Proposal, 'fundedCents' | 'repaidCents' | 'pendingCents'>): Cents {
  return subtractCents(outstandingCents(proposal), proposal.pendingCents);
}

export type RepayRefusal = ProposalRefusal | 'amount_not_positive' | 'amount_above_outstanding';

/** May this person enter a repayment? By the owner, or by staff for the owner; only while funded (R10.2). */
export function decideRepayment(
  viewer: Viewer,
  proposal: Proposal,
  amountCents: Cents,
): Decision<{ readonly pendingCents: Cents }, RepayRefusal> {
  const refusal = proposalRefusal('repay', viewer, proposal);
  if (refusal !== null) return refuse(refusal);
  if (amountCents <= 0) return refuse('amount_not_positive');
  if (amountCents > maximumRepaymentCents(proposal)) return refuse('amount_above_outstanding');
  return allow({ pendingCents: addCents(proposal.pendingCents, amountCents) });
}

export const PAYMENT_STATES = ['pending', 'approved', 'rejected'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
export type DecidePaymentRefusal = ProposalRefusal | 'already_decided';

/**
 * May this person approve or reject the payment? Only staff of the proposal's MFI who are not its owner, once (R10.3).
 * A payment that was approved answers `already_approved`, a rejected one `already_decided`, whatever the status is by now.
 */
export function decidePaymentRefusal(
  viewer: Viewer,
  proposal: Proposal,
  state: PaymentState,
): DecidePaymentRefusal | null {
  const refusal = proposalRefusal('decidePayment', viewer, proposal);
  if (refusal !== null && refusal !== 'wrong_status') return refusal;
  if (state === 'approved') return 'already_approved';
  return state === 'rejected' ? 'already_decided' : refusal;
}

export type Claim<Backer> = { readonly backer: Backer; readonly backedCents: Cents };
export type Share<Backer> = { readonly backer: Backer; readonly amountCents: Cents };

/**
 * Shares one approved payment among the backers (R9.1): backer i gets floor(P·wᵢ/W) − floor(P₀·wᵢ/W), where P and P₀ are the
 * sums of approved payments after and before this one. What is left goes to the loan's rounding account, or comes out of it
 * when `roundingCents` is negative (R9.2). In `bigint`, because P·wᵢ can exceed what a number holds exactly.
 */
export function shareRepayment<Backer>(
  claims: readonly Claim<Backer>[],
  repaidBeforeCents: Cents,
  paymentCents: Cents,
): { readonly shares: Share<Backer>[]; readonly roundingCents: number } {
  const whole = claims.reduce((sum, claim) => sum + BigInt(claim.backedCents), 0n);
  const before = BigInt(repaidBeforeCents);
  const after = before + BigInt(paymentCents);
  const shares = claims.map(({ backer, backedCents }) => {
    const weight = BigInt(backedCents);
    return { backer, amountCents: cents(Number((after * weight) / whole - (before * weight) / whole)) };
  });
  const shared = shares.reduce((sum, share) => sum + share.amountCents, 0);
  return { shares, roundingCents: paymentCents - shared };
}

/** When the loan's months begin: the day the money was sent, else the day it was released (R4.4). */
export function scheduleStart(timeZone: string, releasedAt: Date, sentAt: Date | null): CalendarDate {
  return calendarDateIn(timeZone, sentAt ?? releasedAt);
}

/** "About 8.33 a month" for a form (R8.4). Zero when the form is not complete. */
export function monthlyPreviewCents(amountCents: Cents, months: number): Cents {
  return months > 0 ? cents(Math.floor(amountCents / months)) : ZERO_CENTS;
}
