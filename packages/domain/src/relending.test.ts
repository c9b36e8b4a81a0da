import { expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { cents } from './money.ts';
import { relendAmountCents, relendDay } from './relending.ts';

test.each([
  ['at most the sum for one loan', { perLoan: 1000, keep: 0 }, 1500, 2300, 1000],
  ['at most the remainder of the loan', { perLoan: 1000, keep: 0 }, 1500, 999, 999],
  ['never the part that is kept', { perLoan: 2500, keep: 1200 }, 1500, 2300, 300],
  ['nothing below a dollar', { perLoan: 2500, keep: 1401 }, 1500, 2300, 0],
  ['a rest of cents that is a whole remainder', { perLoan: 2500, keep: 0 }, 1500, 50, 50],
  ['nothing of credit below zero', { perLoan: 2500, keep: 0 }, -5, 2300, 0],
])('lending again takes %s (R25.8)', (_, { perLoan, keep }, credit, remaining, expected) => {
  const rule = { perLoanCents: cents(perLoan), keepCents: cents(keep) };
  expect(relendAmountCents(rule, cents(credit), cents(remaining))).toBe(expected);
});

test('a day is done once, from nine in the morning at the place of the institution (R25.8)', () => {
  const day = (ranOn: string | null, now: string) =>
    relendDay('Asia/Kolkata', ranOn as CalendarDate | null, new Date(now));
  expect(day(null, '2026-01-31T03:29:59Z')).toBeNull();
  expect(day(null, '2026-01-31T03:30:00Z')).toBe('2026-01-31');
  expect(day('2026-01-30', '2026-01-31T12:00:00Z')).toBe('2026-01-31');
  expect(day('2026-01-31', '2026-01-31T12:00:00Z')).toBeNull();
});
