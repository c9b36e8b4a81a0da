import { type CalendarDate, daysBetween } from './calendar-date.ts';
import type { Cents } from './money.ts';
import { type Instalment, instalmentProgress, latenessOf } from './repayments.ts';

/** A borrower is reminded so many days before a due day, and while late so many days after it, then each 30 days (R27.1). */
const DAYS_BEFORE = 3;
const FIRST_DAYS_LATE = [4, 14] as const;
const DAYS_OF_MONTH = 30;
/** A reminder that a holiday or a fault held up goes out for so long; after that the next one is near enough. */
export const HELD_UP_DAYS = 7;

export type ReminderKind = 'before' | 'today' | 'late';

/** A word to a borrower about one due day. `days` from it, negative before it, tell the reminders of a day from each other. */
export type Reminder = {
  readonly kind: ReminderKind;
  readonly dueOn: CalendarDate;
  readonly days: number;
  /** The instalments that are asked for, from the first: all that are due by then. */
  readonly throughNumber: number;
};

type Reminded = Pick<Reminder, 'dueOn' | 'days'>;

export type LoanToRemind = {
  readonly instalments: readonly Instalment[];
  /** Approved and waiting: nobody is reminded of money that is with the office (R27.1). */
  readonly coveredCents: Cents;
  readonly today: CalendarDate;
  readonly graceDays: number;
  readonly reminded: readonly Reminded[];
};

/** The reminder of today, at most one: of what is late before of what is to come; null for none (R27.1). */
export function reminderOf(loan: LoanToRemind): Reminder | null {
  const { instalments, coveredCents, today, graceDays, reminded } = loan;
  const progress = instalmentProgress(instalments, coveredCents, today, graceDays);
  const open = progress.filter(({ state }) => state !== 'paid');
  const [oldest] = open;
  if (oldest === undefined) return null;
  const { daysLate } = latenessOf(progress, today);
  const isKnown = (reminder: Reminded) =>
    reminded.some(({ dueOn, days }) => dueOn === reminder.dueOn && days === reminder.days);
  const due = open.filter(({ dueOn }) => dueOn <= today);
  const late = lateStep(daysLate);
  if (late !== null) {
    const reminder = { kind: 'late', dueOn: oldest.dueOn, days: late, throughNumber: due.at(-1)!.number } as const;
    if (!isKnown(reminder)) return reminder;
  }
  const reminders = open.flatMap(({ dueOn, number, state }): Reminder[] => {
    const daysTo = daysBetween(today, dueOn);
    if (daysTo > DAYS_BEFORE || daysTo < -HELD_UP_DAYS || state === 'late') return [];
    return [
      { kind: daysTo > 0 ? 'before' : 'today', dueOn, days: daysTo > 0 ? -DAYS_BEFORE : 0, throughNumber: number },
    ];
  });
  return reminders.find((reminder) => !isKnown(reminder)) ?? null;
}

/** The day after the due day that is reminded of now: 4, 14, 30, 60, 90 …; null between them. */
function lateStep(daysLate: number): number | null {
  const month = Math.floor(daysLate / DAYS_OF_MONTH) * DAYS_OF_MONTH;
  const step = month > 0 ? month : FIRST_DAYS_LATE.findLast((days) => days <= daysLate);
  return step === undefined || daysLate - step > HELD_UP_DAYS ? null : step;
}

/** The open part of the instalments that a reminder asks for, in whichever money the sums are. */
export function openThrough(amounts: readonly number[], covered: number, throughNumber: number): number {
  return Math.max(0, amounts.slice(0, throughNumber).reduce((sum, amount) => sum + amount, 0) - covered);
}
