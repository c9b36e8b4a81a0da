import { expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import type { ProposalId } from './ids.ts';
import { daysToMoney, type LoanFacts, type LoanMove, loanOn, quarterOf } from './loan-figures.ts';
import { cents } from './money.ts';
import { repaymentSchedule } from './repayments.ts';

const move = (kind: string, on: string, dollars: number, paidOn: string | null = null): LoanMove => ({
  kind,
  on: on as CalendarDate,
  amountCents: cents(dollars * 100),
  paidOn: paidOn as CalendarDate | null,
});
const paid = (on: string, dollars: number, paidOn = on) => move('payment_approved', on, dollars, paidOn);
/** $100 in four instalments of $25, due on the 10th of February, March, April and May. */
const instalments = repaymentSchedule({
  amountCents: cents(10_000),
  months: 4,
  startOn: '2026-01-10',
  firstDueAfterMonths: 1,
});
const loan = (moves: readonly LoanMove[] = [], rest: Partial<LoanFacts> = {}): LoanFacts => ({
  proposalId: 1 as ProposalId,
  releasedOn: '2026-01-10',
  undoneOn: null,
  publishedOn: '2026-01-01',
  defaultedOn: null,
  moves: [move('backing', '2026-01-05', 100), ...moves],
  plans: [{ fromOn: '2026-01-10', change: null, graceDays: 3, instalments }],
  ...rest,
});
const on = (facts: LoanFacts, day: string) => loanOn(facts, day as CalendarDate);

test('R32.1 a loan counts from the day of its release on, with what was backed and not given back', () => {
  const facts = loan([move('backing', '2026-01-06', 20), move('release', '2026-01-07', 20)]);
  expect(on(facts, '2026-01-09')).toBeNull();
  expect(on(facts, '2026-01-10')).toMatchObject({ loans: 1, lent: 10_000, outstanding: 10_000, due: 0, judged: 0 });
});

test('R31.3, R32.1 a loan whose release is undone counts no more from that day on', () => {
  const facts = loan([], { undoneOn: '2026-01-20' });
  expect(on(facts, '2026-01-19')).toMatchObject({ loans: 1 });
  expect(on(facts, '2026-01-20')).toBeNull();
});

test('R32.2 a past day is told by what was booked until then, and not by what came after it', () => {
  const reversed = move('payment_reversed', '2026-03-20', 25, '2026-02-10');
  const facts = loan([paid('2026-02-12', 25, '2026-02-10'), paid('2026-03-12', 25, '2026-03-09'), reversed]);
  expect(on(facts, '2026-02-11')).toMatchObject({ repaid: 0, outstanding: 10_000, onTime: 0, judged: 0 });
  expect(on(facts, '2026-02-14')).toMatchObject({
    repaid: 2500,
    outstanding: 7500,
    due: 2500,
    paidOfDue: 2500,
    onTime: 1,
  });
  expect(on(facts, '2026-03-15')).toMatchObject({ repaid: 5000, onTime: 1, late1: 0 });
  expect(on(facts, '2026-03-20')).toMatchObject({
    repaid: 2500,
    onTime: 0,
    notOnTime: 1,
    late1: 7500,
    late1To30: 7500,
  });
});

test('R10.7 the outstanding of a late loan is at risk from the day after the grace, then beyond 30 and beyond 90 days', () => {
  const late = (day: string) => {
    const { late1, late30, late90, notLate } = on(loan(), day)!;
    return [notLate, late1, late30, late90];
  };
  expect(late('2026-02-13')).toEqual([10_000, 0, 0, 0]);
  expect(late('2026-02-14')).toEqual([0, 10_000, 0, 0]);
  expect(late('2026-03-12')).toEqual([0, 10_000, 0, 0]);
  expect(late('2026-03-13')).toEqual([0, 10_000, 10_000, 0]);
  expect(late('2026-05-11')).toEqual([0, 10_000, 10_000, 0]);
  expect(late('2026-05-12')).toEqual([0, 10_000, 10_000, 10_000]);
});

test('R28.3 the plan in force on a day is the one that counts, and a change asked for in time is neither on time nor late', () => {
  const later = repaymentSchedule({
    amountCents: cents(10_000),
    months: 4,
    startOn: '2026-03-10',
    firstDueAfterMonths: 1,
  });
  const plan = { fromOn: '2026-02-20' as const, graceDays: 3, instalments: later };
  const first = loan().plans[0]!;
  const inTime = loan([], { plans: [first, { ...plan, change: 'in_time' }] });
  expect(on(inTime, '2026-02-19')).toMatchObject({ late1: 10_000, judged: 1, changedPlan: 0, firstPlan: 1 });
  expect(on(inTime, '2026-02-20')).toMatchObject({ late1: 0, judged: 0, changedPlan: 1, firstPlan: 0 });
  const afterwards = loan([paid('2026-04-09', 25)], { plans: [first, { ...plan, change: 'late' }] });
  expect(on(afterwards, '2026-04-20')).toMatchObject({ judged: 1, onTime: 0, notOnTime: 1 });
});

test('R29.3 R30.1 what is forgiven and written off is no longer outstanding, and what is recovered is lost no more', () => {
  const facts = loan(
    [move('forgiven', '2026-03-01', 10), move('written_off', '2026-10-01', 90), paid('2026-11-01', 30)],
    { defaultedOn: '2026-08-20' },
  );
  expect(on(facts, '2026-03-01')).toMatchObject({ forgiven: 1000, outstanding: 9000, defaulted: 0 });
  expect(on(facts, '2026-08-20')).toMatchObject({ defaulted: 1, notDefaulted: 0, outstanding: 9000 });
  expect(on(facts, '2026-10-01')).toMatchObject({ writtenOff: 9000, outstanding: 0, late90: 0 });
  expect(on(facts, '2026-11-01')).toMatchObject({ writtenOff: 6000, repaid: 3000, outstanding: 0 });
});

test('R32.1 the days to the money run from the publishing to a sending that did not fail', () => {
  const facts = loan([
    move('withdrawal_sent', '2026-01-12', 100),
    move('withdrawal_failed', '2026-01-14', 100),
    move('withdrawal_sent', '2026-01-15', 100),
  ]);
  const days = ['2026-01-11', '2026-01-13', '2026-01-14', '2026-01-15'] as const;
  expect(days.map((day) => daysToMoney(facts, day))).toEqual([null, 11, null, 14]);
  expect(days.map((day) => on(facts, day)!.daysToMoney)).toEqual([0, 12, 0, 15]);
});

test('a quarter begins with its first month', () => {
  expect((['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'] as const).map(quarterOf)).toEqual([
    '2026-01-01',
    '2026-01-01',
    '2026-04-01',
    '2026-10-01',
  ]);
});
