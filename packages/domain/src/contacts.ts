import { addDays, type CalendarDate } from './calendar-date.ts';

/** How staff reached, or tried to reach, the borrower of a loan, and what came of it (R27.3). */
export const CONTACT_WAYS = ['call', 'visit', 'message', 'other'] as const;
export type ContactWay = (typeof CONTACT_WAYS)[number];
export const CONTACT_OUTCOMES = ['promised', 'disputed', 'unreachable', 'hardship', 'other'] as const;
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number];
export const CONTACT_NOTE_LENGTH_MAX = 500;

export type Contact = {
  readonly outcome: ContactOutcome;
  /** Null for anything but a promise. */
  readonly promisedOn: CalendarDate | null;
  readonly on: CalendarDate;
};

export const NEXT_STEPS = [
  'first_contact',
  'await_promise',
  'promise_broken',
  'clear_up',
  'try_again',
  'find_way',
  'follow_up',
] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

const STEP_AFTER: Readonly<Record<Exclude<ContactOutcome, 'promised'>, NextStep>> = {
  disputed: 'clear_up',
  unreachable: 'try_again',
  hardship: 'find_way',
  other: 'follow_up',
};

/**
 * The next step with a late loan, from the last contact about it (R27.3). One from before the day from which the loan is late
 * was about something else.
 */
export function nextStepOf(last: Contact | null, lateSince: CalendarDate, today: CalendarDate): NextStep {
  if (last === null || last.on < lateSince) return 'first_contact';
  if (last.outcome !== 'promised') return STEP_AFTER[last.outcome];
  // The promised day is theirs to its end.
  return last.promisedOn !== null && last.promisedOn >= today ? 'await_promise' : 'promise_broken';
}

/** A promise further away than this is none. */
const PROMISE_DAYS_MAX = 180;

/** The day of a promise may be missing, said of something else, over, or too far away. */
export function promiseProblem(
  outcome: ContactOutcome,
  promisedOn: CalendarDate | null,
  today: CalendarDate,
): 'required' | 'invalid' | null {
  if (outcome !== 'promised') return promisedOn === null ? null : 'invalid';
  if (promisedOn === null) return 'required';
  return promisedOn < today || promisedOn > addDays(today, PROMISE_DAYS_MAX) ? 'invalid' : null;
}
