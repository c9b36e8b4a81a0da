import { describe, expect, test } from 'vitest';
import type { Minor } from './local-money.ts';
import { cents } from './money.ts';
import { changedInstalments, isFirstDueDay, lastDayForOne, type PlannedInstalment, planNeedsTwo } from './plans.ts';
import type { RateMillionths } from './rates.ts';
import { repaymentSchedule } from './repayments.ts';

/** 33.33, 33.33 and 33.34 due on 28 February, 31 March and 30 April. */
const current: PlannedInstalment[] = repaymentSchedule({
  amountCents: cents(10_000),
  months: 3,
  startOn: '2026-01-31',
  firstDueAfterMonths: 1,
}).map((instalment) => ({ ...instalment, localMinor: null }));

const changed = (repaid: number, months: number) =>
  changedInstalments({ current, repaidCents: cents(repaid), months, firstDueOn: '2026-05-31', local: null }).map(
    ({ number, dueOn, amountCents }) => `${number} ${dueOn} ${amountCents}`,
  );

describe('R28.2: a new plan keeps what is paid and splits the outstanding again', () => {
  test('a loan of which nothing is paid begins anew', () => {
    expect(changed(0, 2)).toEqual(['1 2026-05-31 5000', '2 2026-06-30 5000']);
  });

  test('a paid instalment stays', () => {
    expect(changed(3333, 4)).toEqual([
      '1 2026-02-28 3333',
      '2 2026-05-31 1666',
      '3 2026-06-30 1666',
      '4 2026-07-31 1666',
      '5 2026-08-31 1669',
    ]);
  });

  test('the paid part of an instalment stays on its day', () => {
    expect(changed(4000, 1)).toEqual(['1 2026-02-28 3333', '2 2026-03-31 667', '3 2026-05-31 6000']);
  });

  test('the last of many months takes a single cent', () => {
    expect(changed(9999, 3)).toEqual([
      '1 2026-02-28 3333',
      '2 2026-03-31 3333',
      '3 2026-04-30 3333',
      '4 2026-05-31 0',
      '5 2026-06-30 0',
      '6 2026-07-31 1',
    ]);
  });

  test('the sum stays that of the loan, whatever is paid and however long it takes', () => {
    for (const repaid of [0, 1, 3332, 3333, 3334, 6666, 9999]) {
      for (const months of [1, 2, 7, 60]) {
        const plan = changedInstalments({
          current,
          repaidCents: cents(repaid),
          months,
          firstDueOn: '2026-05-31',
          local: null,
        });
        expect(plan.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(10_000);
        expect(plan.map(({ number }) => number)).toEqual(plan.map((_, index) => index + 1));
      }
    }
  });

  test('R23.8: local money begins with all that was approved, and asks for the rest at the rate of the loan', () => {
    const terms = { rate: 122_350_000 as RateMillionths, unit: 100 as Minor };
    const local = { terms, approvedMinor: 489_400 as Minor };
    const plan = changedInstalments({ current, repaidCents: cents(4000), months: 2, firstDueOn: '2026-05-31', local });
    expect(plan.map(({ dueOn, amountCents, localMinor }) => [dueOn, amountCents, localMinor])).toEqual([
      ['2026-03-31', 4000, 489_400],
      ['2026-05-31', 3000, 367_100],
      ['2026-06-30', 3000, 367_100],
    ]);
  });
});

test.each([
  ['2026-02-27', false],
  ['2026-02-28', true],
  ['2026-08-28', true],
  ['2026-08-29', false],
] as const)('R28.2: on 28 February a plan may begin on %s: %s', (firstDueOn, isAllowed) => {
  expect(isFirstDueDay(firstDueOn, '2026-02-28')).toBe(isAllowed);
});

test('R34.3: a plan longer than twice the original needs two people', () => {
  expect([planNeedsTwo(24, 12), planNeedsTwo(25, 12), planNeedsTwo(3, 1)]).toEqual([false, true, true]);
});

test.each([
  [3, 1, '2026-07-31'],
  [3, 2, '2026-08-31'],
  [1, 1, '2026-03-31'],
] as const)('R34.3: one person moves a loan of %i months, first due after %i, to %s at most', (months, first, day) => {
  const original = { releasedOn: '2026-01-31', monthsToRepay: months, firstDueAfterMonths: first } as const;
  expect(lastDayForOne(original)).toBe(day);
});
