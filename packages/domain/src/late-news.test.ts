import { expect, test } from 'vitest';
import { addDays } from './calendar-date.ts';
import { lateNewsOf } from './late-news.ts';
import { cents } from './money.ts';
import { repaymentSchedule } from './repayments.ts';

/** Due on 28 February, 31 March and 30 April. */
const instalments = repaymentSchedule({
  amountCents: cents(10_000),
  months: 3,
  startOn: '2026-01-31',
  firstDueAfterMonths: 1,
});

test.each([
  [0, 29, null],
  [0, 30, '2026-02-28'],
  [0, 37, '2026-02-28'],
  [0, 38, null],
  [0, 300, null],
  [3333, 30, null],
  [3333, 61, '2026-03-31'],
  [6666, 91, '2026-04-30'],
  [10_000, 91, null],
])(
  'backers hear of a loan with %i cents repaid, %i days after its first due day: %s (R27.2)',
  (repaid, days, dueOn) => {
    const sums = { fundedCents: cents(10_000), repaidCents: cents(repaid), forgivenCents: cents(0) };
    const loan = { instalments, ...sums, graceDays: 3 };
    expect(lateNewsOf({ ...loan, today: addDays('2026-02-28', days) })).toBe(dueOn);
  },
);
