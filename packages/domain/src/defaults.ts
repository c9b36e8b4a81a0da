import { addDays, type CalendarDate, daysBetween } from './calendar-date.ts';
import { DAY_MS } from './durations.ts';
import { loanLateness, type RunningLoan } from './portfolio.ts';

/** Whether the borrower or the office failed, or something else did; unknown where nobody said it (R29.1). */
export const DEFAULT_CAUSES = ['borrower', 'office', 'disaster', 'fraud', 'unknown'] as const;
export type DefaultCause = (typeof DEFAULT_CAUSES)[number];
/** The reasons that a person may give. */
export const GIVEN_CAUSES = ['borrower', 'office', 'disaster', 'fraud'] as const satisfies readonly DefaultCause[];
export type GivenCause = (typeof GIVEN_CAUSES)[number];

/** Days without an approved payment while late, or since the last due day, that make a default due (R10.9). */
const DEFAULT_DAYS = 180;
/** Days within which staff answer, and by which they may put a default off. */
export const ANSWER_DAYS = 30;
/** The number of times that staff may put a default off. */
export const PUT_OFF_MAX = 2;
/** Days in default after which a loan may be written off at the earliest (R29.3). */
const WRITE_OFF_DAYS = 30;

export type LoanInDoubt = RunningLoan & {
  /** The day of the last approved payment; null before the first. */
  readonly lastPaidOn: CalendarDate | null;
};

/**
 * The condition of a default (R10.9): 180 days without an approved payment while late, from the last one or from the first day
 * late, whichever is later; or 180 days after the last due day of the plan in force.
 */
export function isDefaultDue(loan: LoanInDoubt): boolean {
  const { instalments, today, graceDays, lastPaidOn } = loan;
  const { daysLate } = loanLateness(loan);
  const lastDueOn = instalments.at(-1)?.dueOn;
  if (daysLate === 0 || lastDueOn === undefined) return false;
  if (daysBetween(lastDueOn, today) >= DEFAULT_DAYS) return true;
  const firstLateOn = addDays(today, graceDays + 1 - daysLate);
  const since = lastPaidOn !== null && lastPaidOn > firstLateOn ? lastPaidOn : firstLateOn;
  return daysBetween(since, today) >= DEFAULT_DAYS;
}

/** A question of the job to the staff of a loan, and when they put it off. */
export type AskedDefault = { readonly askedAt: Date; readonly putOffAt: readonly Date[] };

/** The instant at which staff are asked again; it is past while the question stands open. */
export function asksAgainAt({ askedAt, putOffAt }: AskedDefault): Date {
  const last = putOffAt.at(-1);
  return last === undefined ? askedAt : new Date(last.getTime() + ANSWER_DAYS * DAY_MS);
}

/** The instant from which the loan defaults by itself without an answer. */
export function defaultsByItselfAt(asked: AskedDefault): Date {
  return new Date(asksAgainAt(asked).getTime() + ANSWER_DAYS * DAY_MS);
}

/** The instant from which a loan may be written off (R29.3). */
export function writeOffFrom(defaultedAt: Date): Date {
  return new Date(defaultedAt.getTime() + WRITE_OFF_DAYS * DAY_MS);
}

export type WriteOffFacts = {
  readonly defaultedAt: Date | null;
  readonly writtenOffAt: Date | null;
  readonly pendingCents: number;
  readonly isMoneySent: boolean;
};

/** Null when a loan may be written off: after 30 days in default, once, while no payment waits (R29.3, R30.3), and of money that was sent (R29.1). */
export function writeOffRefusal(
  { defaultedAt, writtenOffAt, pendingCents, isMoneySent }: WriteOffFacts,
  now: Date,
): 'wrong_status' | 'payment_pending' | null {
  if (!isMoneySent || defaultedAt === null || writtenOffAt !== null || now < writeOffFrom(defaultedAt))
    return 'wrong_status';
  return pendingCents > 0 ? 'payment_pending' : null;
}
