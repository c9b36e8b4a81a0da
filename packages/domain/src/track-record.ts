import { type CalendarDate, daysBetween } from './calendar-date.ts';
import type { ProposalId } from './ids.ts';
import type { Cents } from './money.ts';
import { loanLateness, type RunningLoan } from './portfolio.ts';
import { outstandingCents } from './repayments.ts';

/** A loan of a person whose money was released: running or repaid. */
export type LoanOfPerson = RunningLoan & {
  readonly proposalId: ProposalId;
  /** The approved ones, oldest first, by the day they were paid: the office's time to approve is not the borrower's (R22.2). */
  readonly payments: readonly { readonly on: CalendarDate; readonly amountCents: Cents }[];
  /** When a change of its plan was asked for: before a day was missed, or after it; null for the first plan (R28.3). */
  readonly planChange: 'in_time' | 'late' | null;
  /** It is in default, or was before it was repaid (R29.2). */
  readonly isDefaulted: boolean;
};

/** The loans of one person in numbers; what they owe to whom stays theirs (R26.3). */
export type TrackRecord = {
  readonly repaid: number;
  /** The repaid loans of which every instalment was paid within its grace; none of a person with a default. */
  readonly onTime: number;
  readonly active: number;
  /** The repaid loans on a plan that was changed before a day was missed: neither on time nor late (R28.3). */
  readonly onChangedPlan: number;
  /** The active loans that are late now. */
  readonly lateNow: number;
  /** No other loan of this person was ever released. */
  readonly isFirstLoan: boolean;
};

/** Counts a person's loans for the readers of one of their proposals (R26.3). */
export function trackRecordOf(loans: readonly LoanOfPerson[], proposalId: ProposalId): TrackRecord {
  const repaid = loans.filter(isRepaid);
  const active = loans.filter((loan) => !isRepaid(loan));
  return {
    repaid: repaid.length,
    onTime: loans.some(({ isDefaulted }) => isDefaulted) ? 0 : repaid.filter(wasOnTime).length,
    onChangedPlan: repaid.filter(({ planChange }) => planChange === 'in_time').length,
    active: active.length,
    lateNow: active.filter((loan) => loanLateness(loan).daysLate > 0).length,
    isFirstLoan: loans.every((loan) => loan.proposalId === proposalId),
  };
}

export function isRepaid(loan: LoanOfPerson): boolean {
  return outstandingCents(loan) === 0;
}

/**
 * Payments fill the oldest instalment first (R8.3), so each has to be full by the end of its own grace (R10.7). A
 * changed plan tells nothing about the days of the first one (R28.3). A loan that was given up whole was not paid in
 * time.
 */
export function wasOnTime(loan: LoanOfPerson): boolean {
  if (loan.planChange !== null || loan.instalments.length === 0) return false;
  return missedDays(loan).length === 0;
}

/** Whether an instalment of the plan in force was not full by the end of its grace, also one that was paid since (R28.3). */
export function hasMissedDay(loan: LoanOfPerson): boolean {
  return missedDays(loan).some((dueOn) => daysBetween(dueOn, loan.today) > loan.graceDays);
}

/** The due days that were not paid within their grace, or are not paid yet. */
function missedDays({ instalments, payments, graceDays }: LoanOfPerson): CalendarDate[] {
  let dueCents = 0;
  return instalments.flatMap(({ dueOn, amountCents }) => {
    dueCents += amountCents;
    const inTime = payments.filter(({ on }) => daysBetween(dueOn, on) <= graceDays);
    const paidCents = inTime.reduce((sum, payment) => sum + payment.amountCents, 0);
    return paidCents < dueCents ? [dueOn] : [];
  });
}
