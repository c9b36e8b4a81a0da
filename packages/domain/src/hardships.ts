import type { CalendarDate } from './calendar-date.ts';
import { DAY_MS } from './durations.ts';

/** The words “I cannot pay” of a borrower, and their end: taken back, answered with a plan, refused, or unanswered (R28.1). */
export const HARDSHIP_STATES = ['open', 'taken_back', 'answered', 'refused', 'ended'] as const;
export type HardshipState = (typeof HARDSHIP_STATES)[number];

export const HARDSHIP_REASONS = [
  'illness',
  'death_in_family',
  'disaster',
  'crop_loss',
  'lost_income',
  'migration',
  'other',
] as const;
export type HardshipReason = (typeof HARDSHIP_REASONS)[number];

export const HARDSHIP_NOTE_LENGTH_MAX = 500;
/** Days after which an unanswered request ends. */
export const HARDSHIP_OPEN_DAYS = 30;
/** Days that reminders rest from the request on, once in {@link REST_ONCE_IN_DAYS}. */
const REST_DAYS = 14;
const REST_ONCE_IN_DAYS = 90;

/**
 * The instant until which the reminders of a loan rest after a request made now; null when they rested lately.
 * `lastRest` is the end of the last rest, past or to come.
 */
export function remindersRestUntil(now: Date, lastRest: Date | null): Date | null {
  const isTooSoon = lastRest !== null && now.getTime() - lastRest.getTime() < (REST_ONCE_IN_DAYS - REST_DAYS) * DAY_MS;
  return isTooSoon ? null : new Date(now.getTime() + REST_DAYS * DAY_MS);
}

/** The borrower's offer: so much a month, from a day on. In cents, or in minor units of a loan with a rate. */
export type Offer = { readonly monthly: number; readonly fromOn: CalendarDate };

/** New months that ask at most what the borrower offered, and begin no earlier, need no second word of theirs (R28.2). */
export function isAsOffered(
  months: readonly { readonly dueOn: CalendarDate; readonly sum: number }[],
  offer: Offer,
): boolean {
  return months.every(({ dueOn, sum }) => sum <= offer.monthly && dueOn >= offer.fromOn);
}
