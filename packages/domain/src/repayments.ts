import { addDays, addMonths, calendarDateIn, daysBetween, type CalendarDate } from './calendar-date.ts';
import { allow, refuse, type Decision } from './decision.ts';
import { DAY_MS } from './durations.ts';
import type { UserId } from './ids.ts';
import { addCents, cents, subtractCents, ZERO_CENTS, type Cents } from './money.ts';
import type { MoneyAccountKind } from './money-accounts.ts';
import type { PayChannel } from './pay-ins.ts';
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

/** The preview of a plan begins on the day the money is needed, or today when that is over (R8.4). */
export function previewStart(neededOn: CalendarDate, today: CalendarDate): CalendarDate {
  return neededOn > today ? neededOn : today;
}

export type InstalmentState = 'paid' | 'late' | 'due' | 'upcoming';
export type InstalmentProgress = Instalment & { readonly paidCents: Cents; readonly state: InstalmentState };

/** Days before its due day from which an instalment is announced as due. */
const DUE_WITHIN_DAYS = 30;

/** Approved payments fill the oldest instalment first (R8.3). `late` begins `graceDays` after the due date (R10.7). */
export function instalmentProgress(
  schedule: readonly Instalment[],
  repaidCents: Cents,
  today: CalendarDate,
  graceDays: number,
): InstalmentProgress[] {
  let left: number = repaidCents;
  const lateBefore = addDays(today, -graceDays);
  const dueUntil = addDays(today, DUE_WITHIN_DAYS);
  return schedule.map((instalment) => {
    const { dueOn, amountCents } = instalment;
    const paidCents = cents(Math.min(left, amountCents));
    left -= paidCents;
    const open = dueOn < lateBefore ? 'late' : dueOn <= dueUntil ? 'due' : 'upcoming';
    return { ...instalment, paidCents, state: paidCents === amountCents ? 'paid' : open };
  });
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

type Owed = Pick<Proposal, 'fundedCents' | 'repaidCents' | 'forgivenCents'>;

/** The amount the borrower still owes (R10.5). */
export function outstandingCents(proposal: Owed): Cents {
  return cents(proposal.fundedCents - proposal.repaidCents - proposal.forgivenCents);
}

/** The most that may be entered now: outstanding less the payments that wait for approval (R10.2). */
export function maximumRepaymentCents(proposal: Owed & Pick<Proposal, 'pendingCents'>): Cents {
  return subtractCents(outstandingCents(proposal), proposal.pendingCents);
}

/** Whether so much may be entered (R10.2); `PROPOSAL_RULES.repay` says by whom, and when. */
export function decideRepayment(
  proposal: Owed & Pick<Proposal, 'pendingCents'>,
  amountCents: Cents,
): Decision<{ readonly pendingCents: Cents }, 'amount_not_positive' | 'amount_above_outstanding'> {
  if (amountCents <= 0) return refuse('amount_not_positive');
  if (amountCents > maximumRepaymentCents(proposal)) return refuse('amount_above_outstanding');
  return allow({ pendingCents: addCents(proposal.pendingCents, amountCents) });
}

export const PAYMENT_STATES = ['pending', 'approved', 'rejected', 'reversed'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
export type DecidePaymentRefusal = ProposalRefusal | 'already_decided';

/**
 * May this person approve or reject the payment? Only staff of the proposal's MFI who are not its owner, once (R10.3).
 * A payment that was approved answers `already_approved`, a rejected one `already_decided`, in every status the loan
 * has reached by now.
 */
export function decidePaymentRefusal(
  viewer: Viewer,
  proposal: Proposal,
  state: PaymentState,
): DecidePaymentRefusal | null {
  const refusal = proposalRefusal('decidePayment', viewer, proposal);
  if (refusal !== null && refusal !== 'wrong_status') return refusal;
  if (state === 'approved') return 'already_approved';
  return state === 'pending' ? refusal : 'already_decided';
}

/**
 * Null when this person may take back a payment that waits: the one who entered it, and still may enter payments of
 * this loan (R10.1).
 */
export function takeBackPaymentRefusal(
  viewer: Viewer,
  proposal: Proposal,
  { state, enteredBy }: { readonly state: PaymentState; readonly enteredBy: UserId },
): DecidePaymentRefusal | null {
  const refusal = proposalRefusal('repay', viewer, proposal);
  if (refusal !== null && refusal !== 'wrong_status') return refusal;
  if (enteredBy !== viewer?.id) return 'not_permitted';
  if (state === 'approved' || state === 'reversed') return 'already_approved';
  return state === 'pending' ? null : 'already_decided';
}

/** Days for which an approved payment may be taken back (R22.8). */
const REVERSAL_DAYS = 60;

/**
 * Null when this person may take an approved payment back: staff who do not own the loan, once and in time; two people
 * decide (R22.8).
 */
export function reversePaymentRefusal(
  viewer: Viewer,
  proposal: Proposal,
  { state, decidedAt }: { readonly state: PaymentState; readonly decidedAt: Date | null },
  now: Date,
): ProposalRefusal | 'already_reversed' | 'too_late' | null {
  const refusal = proposalRefusal('reversePayment', viewer, proposal);
  if (refusal !== null && refusal !== 'wrong_status') return refusal;
  if (state === 'reversed') return 'already_reversed';
  if (state !== 'approved' || decidedAt === null) return 'wrong_status';
  return mayReverse(decidedAt, now) ? refusal : 'too_late';
}

export function mayReverse(approvedAt: Date, now: Date): boolean {
  return now.getTime() - approvedAt.getTime() <= REVERSAL_DAYS * DAY_MS;
}

export type Claim<Backer> = { readonly backer: Backer; readonly backedCents: Cents };
export type Share<Backer> = { readonly backer: Backer; readonly amountCents: Cents };

/** The day on which the loan's months begin: the day the money was sent, else the day it was released (R4.4). */
export function scheduleStart(timeZone: string, releasedAt: Date, sentAt: Date | null): CalendarDate {
  return calendarDateIn(timeZone, sentAt ?? releasedAt);
}

/** The way by which money reaches an account (R22.1). */
export function channelOf(kind: MoneyAccountKind): PayChannel {
  return kind === 'till' ? 'cash' : kind;
}

/** A reference in one spelling: two that are the same, however they are typed, are one transfer (R22.1). */
export function sameReference(typed: string): string {
  return typed.toUpperCase();
}

/** A repayment was made on a day from the release until today (R22.1). */
export function mayBePaidOn(paidOn: CalendarDate, released: CalendarDate, today: CalendarDate): boolean {
  return paidOn >= released && paidOn <= today;
}

/** A payment that waits for the office for less than this is shown as waiting in place of late (R22.2). */
const WAITING_DAYS = 7;

export type WaitingPayment = { readonly amountCents: Cents; readonly enteredOn: CalendarDate };

/** The payments that wait for less than {@link WAITING_DAYS}, and since when the first of them does; null without one. */
export function waitingOf(
  pending: readonly WaitingPayment[],
  today: CalendarDate,
): { readonly amountCents: Cents; readonly since: CalendarDate } | null {
  const young = pending.filter(({ enteredOn }) => daysBetween(enteredOn, today) < WAITING_DAYS);
  const [first] = young.map(({ enteredOn }) => enteredOn).toSorted();
  if (first === undefined) return null;
  return { amountCents: young.reduce((sum, { amountCents }) => addCents(sum, amountCents), ZERO_CENTS), since: first };
}
