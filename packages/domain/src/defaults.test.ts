import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { asksAgainAt, defaultsByItselfAt, isDefaultDue, writeOffRefusal } from './defaults.ts';
import { cents } from './money.ts';
import { repaymentSchedule } from './repayments.ts';

/** Twelve months of 8.33 from 28 February on; the first day late is 4 March. */
const loan = (repaid: number, today: CalendarDate, lastPaidOn: CalendarDate | null = null, months = 12) => ({
  instalments: repaymentSchedule({ amountCents: cents(10_000), months, startOn: '2026-01-31', firstDueAfterMonths: 1 }),
  fundedCents: cents(10_000),
  repaidCents: cents(repaid),
  forgivenCents: cents(0),
  today,
  graceDays: 3,
  lastPaidOn,
});
const FIRST_LATE = '2026-03-04' as CalendarDate;

describe('R10.9: a loan is in doubt after 180 days without an approved payment while late', () => {
  test.each([
    ['179 days after the first day late', 0, addDays(FIRST_LATE, 179), null, false],
    ['180 days after the first day late', 0, addDays(FIRST_LATE, 180), null, true],
    ['180 days after the first day late, paid a cent since then', 1, addDays(FIRST_LATE, 180), '2026-03-05', false],
    ['180 days after that cent', 1, addDays('2026-03-05' as CalendarDate, 180), '2026-03-05', true],
    ['long after the last payment, but on time', 10_000, '2027-09-01', '2026-02-01', false],
  ])('%s', (_, repaid, today, lastPaidOn, is) => {
    expect(isDefaultDue(loan(repaid, today as CalendarDate, lastPaidOn as CalendarDate | null))).toBe(is);
  });

  test.each([
    ['179 days after the last due day, and paid yesterday', '2026-08-26', false],
    ['180 days after the last due day, and paid yesterday', '2026-08-27', true],
  ])('or %s', (_, today, is) => {
    const yesterday = addDays(today as CalendarDate, -1);
    expect(isDefaultDue(loan(100, today as CalendarDate, yesterday, 1))).toBe(is);
  });
});

describe('R29.1: staff answer within 30 days, and put it off by 30 days', () => {
  const at = (day: string) => new Date(`${day}T06:00:00.000Z`);
  test.each([
    ['never put off', [], '2026-09-01', '2026-10-01'],
    ['put off once', ['2026-09-10'], '2026-10-10', '2026-11-09'],
    ['put off twice', ['2026-09-10', '2026-10-20'], '2026-11-19', '2026-12-19'],
  ])('%s', (_, putOff, again, byItself) => {
    const asked = { askedAt: at('2026-09-01'), putOffAt: putOff.map(at) };
    expect(asksAgainAt(asked)).toEqual(at(again));
    expect(defaultsByItselfAt(asked)).toEqual(at(byItself));
  });
});

describe('R29.3, R30.3: a loan is written off 30 days after its default at the earliest, once, while no payment waits', () => {
  const defaultedAt = new Date('2026-09-01T06:00:00.000Z');
  const later = (days: number) => new Date(defaultedAt.getTime() + days * 86_400_000);
  const facts = { defaultedAt, writtenOffAt: null, pendingCents: 0, isMoneySent: true };
  test.each([
    ['a day too early', facts, 29, 'wrong_status'],
    ['in time', facts, 30, null],
    ['once the money that was sent came back', { ...facts, isMoneySent: false }, 30, 'wrong_status'],
    ['not in default', { ...facts, defaultedAt: null }, 30, 'wrong_status'],
    ['a second time', { ...facts, writtenOffAt: later(30) }, 31, 'wrong_status'],
    ['while a payment waits', { ...facts, pendingCents: 1 }, 30, 'payment_pending'],
  ])('%s', (_, given, days, refusal) => {
    expect(writeOffRefusal(given, later(days))).toBe(refusal);
  });
});
