import { calendarDateIn, type CalendarDate, hourIn } from './calendar-date.ts';
import { minimumInvestmentCents } from './investments.ts';
import { cents, type Cents, ZERO_CENTS } from './money.ts';

/** Lending again begins at this hour, at the place of the institution (R25.8). */
const RELEND_HOUR = 9;
/** The most that goes into one loan by default. */
export const RELEND_PER_LOAN_CENTS = cents(25_00);

/** The day whose lending is to be done now; null before the hour, and when it is done. */
export function relendDay(timeZone: string, ranOn: CalendarDate | null, now: Date): CalendarDate | null {
  const today = calendarDateIn(timeZone, now);
  const isTime = now >= hourIn(timeZone, today, RELEND_HOUR);
  return isTime && (ranOn === null || ranOn < today) ? today : null;
}

/** A rule that is switched on after the hour of its day begins tomorrow, so that its person can think again. */
export function ranOnWhenSwitched(timeZone: string, now: Date): CalendarDate | null {
  return relendDay(timeZone, null, now);
}

/** The part of a person's credit that one loan gets: none when it would be less than may be backed (R6.4). */
export function relendAmountCents(
  rule: { readonly perLoanCents: Cents; readonly keepCents: Cents },
  creditCents: Cents,
  remainingCents: Cents,
): Cents {
  const amount = cents(Math.min(rule.perLoanCents, remainingCents, creditCents - rule.keepCents));
  return amount > 0 && amount >= minimumInvestmentCents(remainingCents) ? amount : ZERO_CENTS;
}
