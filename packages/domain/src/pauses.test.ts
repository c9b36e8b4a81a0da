import { describe, expect, test } from 'vitest';
import type { UserId } from './ids.ts';
import { cents } from './money.ts';
import { isLeftOut, pausedInstalments } from './pauses.ts';
import { repaymentSchedule } from './repayments.ts';

/** 33.33, 33.33 and 33.34 due on 28 February, 31 March and 30 April. */
const current = repaymentSchedule({
  amountCents: cents(10_000),
  months: 3,
  startOn: '2026-01-31',
  firstDueAfterMonths: 1,
}).map((instalment) => ({ ...instalment, localMinor: null }));
const days = (repaid: number, months: number) =>
  pausedInstalments(current, cents(repaid), months).map(({ dueOn }) => dueOn);

describe('R28.4: a pause moves every unpaid due day by whole months', () => {
  test.each([
    ['nothing is paid', 0, 2, ['2026-04-28', '2026-05-31', '2026-06-30']],
    ['the first is paid', 3333, 2, ['2026-02-28', '2026-05-31', '2026-06-30']],
    ['the second is paid in part', 3334, 1, ['2026-02-28', '2026-04-30', '2026-05-30']],
    ['all is paid', 10_000, 6, ['2026-02-28', '2026-03-31', '2026-04-30']],
  ])('when %s', (_, repaid, months, expected) => {
    expect(days(repaid, months)).toEqual(expected);
  });

  test('sums and numbers stay', () => {
    expect(pausedInstalments(current, cents(0), 3).map(({ dueOn: _, ...rest }) => rest)).toEqual(
      current.map(({ dueOn: _, ...rest }) => rest),
    );
  });
});

describe('R34.3, R19.9: a pause leaves out what one person may not move', () => {
  const loan = { ownerId: 1 as UserId, releasedOn: '2026-01-31', monthsToRepay: 3, firstDueAfterMonths: 1 } as const;
  test.each([
    ['a loan of somebody else to the last day of twice its months', 2, '2026-07-31', false],
    ['a loan of somebody else a day beyond it', 2, '2026-08-01', true],
    ['the own loan of who gives the pause', 1, '2026-04-30', true],
  ] as const)('%s', (_, giverId, endsOn, expected) => {
    expect(isLeftOut({ ...loan, giverId: giverId as UserId, endsOn })).toBe(expected);
  });
});
