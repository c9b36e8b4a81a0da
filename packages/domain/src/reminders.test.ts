import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { cents } from './money.ts';
import { type LoanToRemind, openThrough, reminderOf } from './reminders.ts';
import { repaymentSchedule } from './repayments.ts';

/** Due on 28 February, 31 March and 30 April: 33.33, 33.33 and 33.34. */
const instalments = repaymentSchedule({
  amountCents: cents(10_000),
  months: 3,
  startOn: '2026-01-31',
  firstDueAfterMonths: 1,
});
const DUE: CalendarDate = '2026-02-28';

const loan = (changes: Partial<LoanToRemind> = {}): LoanToRemind => ({
  instalments,
  coveredCents: cents(0),
  today: DUE,
  graceDays: 3,
  reminded: [],
  ...changes,
});
const saidOn = (days: number, changes: Partial<LoanToRemind> = {}) => {
  const reminder = reminderOf(loan({ today: addDays(DUE, days), ...changes }));
  return reminder && `${reminder.kind} ${reminder.days} through ${reminder.throughNumber}`;
};

describe('R27.1: a borrower is reminded before, on and after a due day', () => {
  test.each([
    [-4, null],
    [-3, 'before -3 through 1'],
    [-1, 'before -3 through 1'],
    [0, 'today 0 through 1'],
    [3, 'today 0 through 1'],
    [4, 'late 4 through 1'],
    [11, 'late 4 through 1'],
    [12, null],
    [13, null],
    [14, 'late 14 through 1'],
    [21, 'late 14 through 1'],
    [22, null],
    [30, 'late 30 through 1'],
    [31, 'late 30 through 2'],
    [60, 'late 60 through 2'],
    [61, 'late 60 through 3'],
    [89, null],
    [90, 'late 90 through 3'],
    [365, 'late 360 through 3'],
  ])('%i days from the due day: %s', (days, said) => {
    expect(saidOn(days)).toBe(said);
  });

  test('each is said once, and what is to come is said while something is late', () => {
    const reminded = [{ dueOn: DUE, days: 30 }];
    expect(saidOn(30, { reminded })).toBe('before -3 through 2');
    expect(saidOn(31, { reminded })).toBe('today 0 through 2');
    expect(saidOn(31, { reminded: [...reminded, { dueOn: '2026-03-31', days: 0 }] })).toBeNull();
  });

  test.each([
    [0, 1, null],
    [0, 4, 'late 4 through 1'],
    [15, 4, 'today 0 through 1'],
    [15, 8, null],
    [15, 14, null],
    [15, 16, 'late 14 through 1'],
  ])('a grace of %i days: on the %ith day after it %s', (graceDays, days, said) => {
    expect(saidOn(days, { graceDays })).toBe(said);
  });

  test('money that was entered and waits is not reminded of; a part of it asks for the rest', () => {
    expect(saidOn(0, { coveredCents: cents(3333) })).toBeNull();
    expect(saidOn(4, { coveredCents: cents(3333) })).toBeNull();
    expect(saidOn(4, { coveredCents: cents(3332) })).toBe('late 4 through 1');
    expect(saidOn(400, { coveredCents: cents(10_000) })).toBeNull();
  });

  test('the sum is what is open of all that is due by then', () => {
    const amounts = instalments.map(({ amountCents }) => amountCents);
    expect(openThrough(amounts, 0, 1)).toBe(3333);
    expect(openThrough(amounts, 3000, 2)).toBe(3666);
    expect(openThrough(amounts, 3400, 1)).toBe(0);
    expect(openThrough(amounts, 0, 3)).toBe(10_000);
  });
});
