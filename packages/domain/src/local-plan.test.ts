import { expect, test } from 'vitest';
import { forgivenInstalments } from './forgiving.ts';
import type { Minor } from './local-money.ts';
import {
  type Counted,
  filledBy,
  leastLocal,
  type LocalInstalment,
  localPlan,
  nextLocal,
  paidInPlan,
  plannedLocal,
  worthInPlan,
} from './local-plan.ts';
import { cents } from './money.ts';
import { changedInstalments, type PlannedInstalment } from './plans.ts';
import type { RateMillionths } from './rates.ts';
import { repaymentSchedule } from './repayments.ts';
import { vectorOf } from './test/money-stories.ts';

type Loan = { rateMicros: number; unitMinor: number; amountCents: number; months: number };
type Payment = { local: number; cents: number; overLocal: number };
type Step = {
  readonly step: string;
  readonly local?: number;
  readonly cents?: number;
  readonly months?: number;
  readonly forgivenCents?: number;
  readonly countedLocal: number;
  readonly countedCents: number;
  readonly repaidCents: number;
  readonly outstandingCents: number;
  readonly plan: LocalInstalment[];
};

function plannedOf({ amountCents, months, ...loan }: Loan): PlannedInstalment[] {
  const startOn = '2026-01-01' as const;
  const dollars = repaymentSchedule({ amountCents: cents(amountCents), months, startOn, firstDueAfterMonths: 1 });
  return dollars.map((one) => ({ ...one, localMinor: localPlan([one.amountCents], termsOf(loan))[0]?.local ?? null }));
}

const inBoth = (plan: readonly PlannedInstalment[]): LocalInstalment[] =>
  plan.map(({ amountCents, localMinor }) => ({ cents: amountCents, local: localMinor as Minor }));

const termsOf = ({ rateMicros, unitMinor }: Pick<Loan, 'rateMicros' | 'unitMinor'>) => ({
  rate: rateMicros as RateMillionths,
  unit: unitMinor as Minor,
});
const NOTHING: Counted = { cents: cents(0), local: 0 as Minor };
const add = (one: Counted, more: { cents: number; local: number }): Counted => ({
  cents: cents(one.cents + more.cents),
  local: (one.local + more.local) as Minor,
});

test('the plan of a loan and the worth of each payment are those of vector V14 (R23.4, R23.5)', () => {
  const loan = vectorOf<Loan & { plan: LocalInstalment[]; disburseLocal: number; payments: Payment[] }>('V14');
  const plan = inBoth(plannedOf(loan));
  expect(plan).toEqual(loan.plan);
  expect(localPlan([cents(loan.amountCents)], termsOf(loan))[0]?.local).toBe(loan.disburseLocal);
  let counted = NOTHING;
  for (const payment of loan.payments) {
    const { paidCents, overMinor } = paidInPlan(plan, counted, payment.local);
    expect([paidCents, overMinor]).toEqual([payment.cents, payment.overLocal]);
    counted = add(counted, { cents: paidCents, local: payment.local - overMinor });
  }
  expect(counted).toEqual({ cents: loan.amountCents, local: plannedLocal(plan) });
});

test('a changed plan, a reversal and a forgiving leave the sums of vector V22 (R23.8)', () => {
  const loan = vectorOf<Loan & { steps: Step[] }>('V22');
  const terms = termsOf(loan);
  let current = plannedOf(loan);
  let paid: { sum: Counted; isApproved: boolean }[] = [];
  const sumOf = (payments: typeof paid) => payments.reduce((sum, one) => add(sum, one.sum), NOTHING);
  const approved = () => sumOf(paid.filter((one) => one.isApproved));
  for (const step of loan.steps) {
    if (step.local !== undefined && step.local > 0) {
      const { paidCents } = paidInPlan(inBoth(current), sumOf(paid), step.local);
      const sum = { cents: paidCents, local: step.local as Minor };
      paid.push({ sum, isApproved: !step.step.includes('not yet approved') });
    }
    if (step.local !== undefined && step.local < 0) paid = paid.slice(1);
    if (step.step.endsWith('is approved')) paid = paid.map(({ sum }) => ({ sum, isApproved: true }));
    if (step.months !== undefined) {
      const { cents: repaidCents, local: approvedMinor } = approved();
      const change = { current, repaidCents, months: step.months, firstDueOn: '2026-03-01' } as const;
      current = changedInstalments({ ...change, local: { terms, approvedMinor } });
      const plan = inBoth(current);
      paid = paid.reduce<typeof paid>(
        (before, one) => [
          ...before,
          one.isApproved ? one : { ...one, sum: { ...one.sum, local: leastLocal(plan, sumOf(before), one.sum.cents) } },
        ],
        [],
      );
    }
    const { cents: countedCents, local: countedLocal } = sumOf(paid);
    const { cents: repaidCents } = approved();
    if (step.forgivenCents !== undefined) {
      const local = { terms, countedMinor: countedLocal };
      current = forgivenInstalments({ current, repaidCents, forgivenCents: cents(step.forgivenCents), local });
    }
    const plan = inBoth(current);
    const outstandingCents = plan.reduce((sum, one) => sum + one.cents, 0) - repaidCents;
    const seen = { countedLocal, countedCents, repaidCents, outstandingCents, plan };
    expect({ step: step.step, ...seen }).toEqual({ step: step.step, ...shownOf(step) });
  }
});

const shownOf = ({ countedLocal, countedCents, repaidCents, outstandingCents, plan }: Step) => ({
  countedLocal,
  countedCents,
  repaidCents,
  outstandingCents,
  plan,
});

const plan = localPlan([cents(833), cents(833), cents(837)], {
  rate: 122_350_000 as RateMillionths,
  unit: 100 as Minor,
});

test('dollars count as the least local money of their worth, and all dollars as all of it (R23.8)', () => {
  const least = leastLocal(plan, NOTHING, cents(416));
  expect(worthInPlan(plan, least)).toBe(416);
  expect(worthInPlan(plan, least - 1)).toBe(415);
  expect(leastLocal(plan, NOTHING, cents(2503))).toBe(plannedLocal(plan));
});

test('dollars leave local money open while a cent is open (R23.8)', () => {
  const coarse = [{ cents: cents(10_000), local: 9200 as Minor }];
  const counted = { cents: cents(9999), local: leastLocal(coarse, NOTHING, cents(9999)) };
  expect(counted.local).toBe(9199);
  expect(paidInPlan(coarse, counted, 1)).toEqual({ paidCents: 1, overMinor: 0 });
  expect(leastLocal(coarse, counted, cents(1))).toBe(1);
});

test('local money fills the plan in order, and the next open part is what is left of one instalment (R23.5)', () => {
  expect(filledBy(plan, 153_000)).toEqual([102_000, 51_000, 0]);
  expect(nextLocal(plan, 153_000)).toBe(51_000);
  expect(nextLocal(plan, plannedLocal(plan))).toBeNull();
});
