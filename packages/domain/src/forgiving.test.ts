import { describe, expect, test } from 'vitest';
import { forgivenInstalments, forgivingRefusal } from './forgiving.ts';
import type { Minor } from './local-money.ts';
import { localPlan, worthInPlan } from './local-plan.ts';
import { cents } from './money.ts';
import type { RateMillionths } from './rates.ts';
import { repaymentSchedule } from './repayments.ts';
import { PEOPLE, proposalWith } from './test/people.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-22T06:00:00.000Z');

describe('R30.1, R30.3: a backer gives up what a running loan owes them', () => {
  const facts = { claimCents: cents(500), isBacker: true, paidInAt: null };
  const lately = new Date(NOW.getTime() - 30 * DAY_MS + 1);
  test.each([
    ['a backer', {}, {}, null],
    ['a member without a backing', {}, { isBacker: false, claimCents: cents(0) }, 'not_permitted'],
    ['a backer to whom nothing is owed any more', {}, { claimCents: cents(0) }, 'wrong_status'],
    ['a backer of a repaid loan', { status: 'repaid' as const }, {}, 'wrong_status'],
    ['a backer while a payment waits', { pendingCents: cents(1) }, {}, 'payment_pending'],
    ['a backer whose money came within 30 days', {}, { paidInAt: lately }, 'paid_in_lately'],
    ['a backer whose money came 30 days ago', {}, { paidInAt: new Date(lately.getTime() - 1) }, null],
  ])('%s', (_, proposal, more, refusal) => {
    const loan = proposalWith({ status: 'funded', ...proposal });
    expect(forgivingRefusal(PEOPLE.backer!, loan, { ...facts, ...more }, NOW)).toBe(refusal);
  });

  test('the owner gives nothing up', () => {
    expect(forgivingRefusal(PEOPLE.owner!, proposalWith({ status: 'funded' }), facts, NOW)).toBe('not_permitted');
  });
});

describe('R30.1: the last instalments fall first', () => {
  const current = repaymentSchedule({
    amountCents: cents(10_000),
    months: 3,
    startOn: '2026-01-31',
    firstDueAfterMonths: 1,
  }).map((instalment) => ({ ...instalment, localMinor: null }));
  test.each([
    [1, [3333, 3333, 3333]],
    [3334, [3333, 3333]],
    [5000, [3333, 1667]],
    [10_000, []],
  ])('of %s cents', (forgiven, left) => {
    const plan = { current, repaidCents: cents(0), forgivenCents: cents(forgiven), local: null };
    expect(forgivenInstalments(plan).map(({ amountCents }) => amountCents)).toEqual(left);
  });

  test('instalments of nothing, as a few cents over many months have, stay before the last and fall with it', () => {
    const few = { amountCents: cents(2), months: 3, startOn: '2026-01-31', firstDueAfterMonths: 1 } as const;
    const paid = { number: 1, dueOn: '2026-01-15', amountCents: cents(88), localMinor: null } as const;
    const rest = repaymentSchedule(few).map((one) => ({ ...one, number: one.number + 1, localMinor: null }));
    const sums = (forgiven: number) =>
      forgivenInstalments({
        current: [paid, ...rest],
        repaidCents: cents(88),
        forgivenCents: cents(forgiven),
        local: null,
      }).map(({ amountCents }) => amountCents);
    expect(sums(1)).toEqual([88, 0, 0, 1]);
    expect(sums(2)).toEqual([88]);
  });
});

describe('R23.8: local instalments fall like those in dollars', () => {
  const terms = { rate: 122_350_000 as RateMillionths, unit: 100 as Minor };
  const dollars = repaymentSchedule({
    amountCents: cents(2503),
    months: 3,
    startOn: '2026-01-31',
    firstDueAfterMonths: 1,
  });
  const plan = localPlan(
    dollars.map(({ amountCents }) => amountCents),
    terms,
  );
  const current = dollars.map((instalment, index) => ({ ...instalment, localMinor: plan[index]?.local ?? null }));
  const forgive = (forgiven: number, counted = 0) =>
    forgivenInstalments({
      current,
      repaidCents: worthInPlan(plan, counted),
      forgivenCents: cents(forgiven),
      local: { terms, countedMinor: counted as Minor },
    }).map(({ amountCents, localMinor }) => ({ cents: amountCents, local: localMinor }));

  test('the one that is cut is anew at the rate of the loan', () => {
    expect(forgive(1000)).toEqual([
      { cents: 834, local: 102_100 },
      { cents: 669, local: 81_900 },
    ]);
  });

  test('for every payment and every sum, all local money is paid exactly when all dollars are', () => {
    for (let counted = 0; counted <= 120_000; counted += 97) {
      const repaid = worthInPlan(plan, counted);
      for (const forgiven of [1, 2, 833, 1000, 1669, 2503 - repaid - 1, 2503 - repaid]) {
        if (forgiven <= 0 || forgiven > 2503 - repaid) continue;
        const left = forgive(forgiven, counted);
        const planned = left.reduce((sum, { local }) => sum + (local ?? 0), 0);
        expect({ counted, forgiven, isPaid: counted >= planned }).toEqual({
          counted,
          forgiven,
          isPaid: repaid + forgiven === 2503,
        });
      }
    }
  });
});
