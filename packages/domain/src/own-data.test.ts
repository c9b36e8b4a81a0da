import { expect, test } from 'vitest';
import { cents } from './money.ts';
import { closingRefusal, hindersClosing, monthsBefore, type OpenMatters } from './own-data.ts';

const NONE: OpenMatters = {
  openLoans: 0,
  unsentLoans: 0,
  leavingCents: cents(0),
  isLastManager: false,
  leastCreditCents: cents(0),
};

const CASES: [Partial<OpenMatters>, string | null][] = [
  [{}, null],
  [{ leastCreditCents: cents(12_345) }, null],
  [{ openLoans: 1 }, 'has_open_loans'],
  [{ unsentLoans: 1 }, 'money_not_sent'],
  [{ leavingCents: cents(100) }, 'money_not_sent'],
  [{ isLastManager: true }, 'last_manager'],
  [{ leastCreditCents: cents(-1) }, 'credit_below_zero'],
  [{ openLoans: 1, unsentLoans: 1, isLastManager: true }, 'has_open_loans'],
];

test.each(CASES)('closing with %j open is answered %s (R33.5)', (open, expected) => {
  expect(closingRefusal({ ...NONE, ...open })).toBe(expected);
});

test('months before a day end on the last day of a shorter month', () => {
  expect(monthsBefore(new Date('2028-02-29T10:00:00Z'), 12).toISOString()).toBe('2027-02-28T10:00:00.000Z');
  expect(monthsBefore(new Date('2026-05-31T10:00:00Z'), 24).toISOString()).toBe('2024-05-31T10:00:00.000Z');
});

test.each([
  ['published', 2, null, false],
  ['running', 5, null, true],
  ['in default for 364 days', 5, '2025-11-23', true],
  ['in default for 365 days', 5, '2025-11-22', false],
  ['repaid', 6, null, false],
])('an own loan that is %s hinders closing or not (R33.5)', (_, status, day, hinders) => {
  const defaultedAt = day === null ? null : new Date(`${day}T06:00:00.000Z`);
  expect(hindersClosing(status, defaultedAt, new Date('2026-11-22T06:00:00.000Z'))).toBe(hinders);
});
