import type { CalendarDate } from './calendar-date.ts';
import { loanLateness, type RunningLoan } from './portfolio.ts';
import { HELD_UP_DAYS } from './reminders.ts';

/** Backers hear once of a loan that is so late (R27.2); one that a fault held up is told of for as long as a reminder. */
export const BACKERS_TOLD_DAYS = 30;

/** The due day since which the loan is late, once its backers are to hear of it; null before and long after. */
export function lateNewsOf(loan: RunningLoan): CalendarDate | null {
  const { daysLate } = loanLateness(loan);
  if (daysLate < BACKERS_TOLD_DAYS || daysLate > BACKERS_TOLD_DAYS + HELD_UP_DAYS) return null;
  let left: number = loan.repaidCents;
  const oldest = loan.instalments.find(({ amountCents }) => (left -= amountCents) < 0);
  return oldest?.dueOn ?? null;
}
