import { expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { addLoan, asTold, countedLoan, newTally, type Step, stepOf, stepOfSum } from './figure-steps.ts';
import { figureTable, type KeptStep } from './figure-tables.ts';
import type { MfiId, ProposalId } from './ids.ts';
import type { LoanFacts, LoanMove } from './loan-figures.ts';
import { cents } from './money.ts';
import { repaymentSchedule } from './repayments.ts';

const instalments = repaymentSchedule({
  amountCents: cents(10_000),
  months: 10,
  startOn: '2026-01-10',
  firstDueAfterMonths: 1,
});
/** A loan of $100 that pays $10 on each of these days. */
function loan(id: number, paidOn: readonly string[] = [], rest: Partial<LoanFacts> = {}): LoanFacts {
  const moves = paidOn.map((on) => ({ kind: 'payment_approved', on, amountCents: cents(1000), paidOn: on }));
  return {
    proposalId: id as ProposalId,
    releasedOn: '2026-01-10',
    undoneOn: null,
    publishedOn: '2026-01-01',
    defaultedOn: null,
    moves: [{ kind: 'backing', on: '2026-01-05', amountCents: cents(10_000), paidOn: null }, ...moves] as LoanMove[],
    plans: [{ fromOn: '2026-01-10', change: null, graceDays: 3, instalments }],
    ...rest,
  };
}
const many = (count: number, of: (id: number) => LoanFacts) => Array.from({ length: count }, (_, index) => of(index));

function step(loans: readonly LoanFacts[], day: string, before: Step | null = null): Step | null {
  const tally = newTally(before, day as CalendarDate);
  for (const facts of loans) addLoan(tally, countedLoan(facts));
  return stepOf(tally);
}
const row = (kept: Step, mfiId: number | null = 1, quarter: string | null = null): KeptStep => ({
  mfiId: mfiId as MfiId | null,
  quarter: quarter as CalendarDate | null,
  step: kept,
});
const table = (kept: Step) => figureTable([row(kept)], 1 as MfiId)[0]!;

test('R32.1 four loans are told to nobody, and five are', () => {
  expect(step(many(4, loan), '2026-01-10')).toBeNull();
  const { values, hidden } = table(step(many(5, loan), '2026-01-10')!);
  expect([values.loans, values.lent, values.repaid, values.outstanding, values.par1, hidden]).toEqual([
    5,
    50_000,
    0,
    50_000,
    0,
    {},
  ]);
});

test('R32.1 figures stay as they were until five loans have moved, so that two days never tell of one', () => {
  const loans = [...many(4, (id) => loan(id, ['2026-01-12'])), loan(4, ['2026-01-13']), loan(5)];
  const first = step(loans, '2026-01-10')!;
  expect(step(loans, '2026-01-12', first)).toBeNull();
  const second = step(loans, '2026-01-13', first)!;
  expect(second.countedOn).toBe('2026-01-13');
  expect(table(second).values.repaid).toBe(5000);
  expect(step(loans, '2026-01-14', second)).toBeNull();
});

test('R32.1 a loan that is new waits for four others, however much else has moved', () => {
  const running = many(6, (id) => loan(id, ['2026-01-15']));
  const first = step(running, '2026-01-10')!;
  const late = (count: number) => many(count, (id) => loan(10 + id, [], { releasedOn: '2026-01-15' }));
  expect(step([...running, ...late(1)], '2026-01-15', first)).toBeNull();
  expect(table(step([...running, ...late(5)], '2026-01-15', first)!).values.loans).toBe(11);
});

test('R32.1 a sum that few loans have moved is hidden on the new day, and told again once five have', () => {
  const forgiven = (on: string) => ({ kind: 'forgiven', on, amountCents: cents(500), paidOn: null }) as LoanMove;
  const forgiving = (id: number, on: string) => {
    const facts = loan(id, ['2026-02-09', '2026-03-09']);
    return { ...facts, moves: [...facts.moves, forgiven(on)] };
  };
  const loans = [
    ...many(6, (id) => forgiving(id, '2026-01-20')),
    ...many(2, (id) => forgiving(10 + id, '2026-02-01')),
    ...many(3, (id) => forgiving(20 + id, '2026-03-01')),
  ];
  const first = step(loans, '2026-01-20')!;
  expect(table(first).values.forgiven).toBe(3000);
  const second = step(loans, '2026-02-10', first)!;
  expect(table(second).values.forgiven).toBeNull();
  expect(table(second).hidden).toMatchObject({ forgiven: 'guarded', repaid: 'guarded' });
  const third = step(loans, '2026-03-10', second)!;
  expect(table(third).values.forgiven).toBe(5500);
  expect(table(third).hidden.forgiven).toBeUndefined();
});

test('R32.1 shares are whole hundredths of what is due, outstanding and judged', () => {
  const loans = [...many(5, (id) => loan(id, ['2026-02-09'])), ...many(5, (id) => loan(10 + id))];
  const { values } = table(step(loans, '2026-03-13')!);
  // Due: two instalments of ten loans, of which five paid one. The grace of the second is not over yet.
  expect(values).toMatchObject({ repaymentRate: 0.25, par1: 0.53, par30: 0.53, par90: 0, onTime: 0.5 });
});

test('R32.1 the days to the money are the middle of all loans that have it', () => {
  const sent = (id: number, on: string): LoanFacts => {
    const facts = loan(id);
    const move = { kind: 'withdrawal_sent', on, amountCents: cents(10_000), paidOn: null } as LoanMove;
    return { ...facts, moves: [...facts.moves, move] };
  };
  const days = ['11', '12', '13', '15', '20', '21'];
  expect(
    table(
      step(
        days.map((day, id) => sent(id, `2026-01-${day}`)),
        '2026-01-25',
      )!,
    ).values.daysToMoney,
  ).toBe(13);
});

test('R32.1 what the sum of all institutions would tell of one is hidden in the table of another', () => {
  const few = (id: number) => loan(id, id < 3 ? ['2026-01-12'] : []);
  const some = (id: number) => loan(id, ['2026-01-12']);
  const steps = [
    row(step(many(9, few), '2026-01-12')!, 1),
    row(step(many(8, some), '2026-01-12')!, 2),
    row(step(many(7, some), '2026-01-12')!, 3),
    row(step([...many(9, few), ...many(15, some)], '2026-01-12')!, null),
  ];
  const hidden = (mfiId: number | null) => figureTable(steps, mfiId as MfiId | null)[0]!.hidden;
  expect(hidden(1)).toMatchObject({ repaid: 'few' });
  expect(hidden(3)).toMatchObject({ repaid: 'guarded' });
  expect(hidden(null).repaid).toBeUndefined();
});

test('R32.1 a sum of rows tells each loan as its row does, and nothing of a row that tells nothing', () => {
  const loan1 = countedLoan(loan(1, ['2026-01-12', '2026-01-20']));
  const days: readonly CalendarDate[] = ['2026-01-11', '2026-01-15'];
  const told = asTold(loan1, (day) => days.findLast((step) => step <= day));
  const repaid = (['2026-01-10', '2026-01-14', '2026-01-15', '2026-01-25'] as const).map((day) => told.on(day)?.repaid);
  expect(repaid).toEqual([undefined, 0, 1000, 1000]);
  expect(asTold(loan1, () => undefined).on('2026-01-25')).toBeNull();
});

test('R32.1 a sum moves with its rows, and hides what has moved by fewer than five loans', () => {
  const loans = [...many(7, (id) => loan(id)), ...many(2, (id) => loan(10 + id, ['2026-01-12']))];
  const tallyOn = (day: CalendarDate, before: Step | null) => {
    const tally = newTally(before, day);
    for (const facts of loans) addLoan(tally, countedLoan(facts));
    return tally;
  };
  const first = stepOfSum(tallyOn('2026-01-10', null))!;
  expect(stepOfSum(tallyOn('2026-01-11', first))).toBeNull();
  expect(stepOf(tallyOn('2026-01-12', first))).toBeNull();
  const second = table(stepOfSum(tallyOn('2026-01-12', first))!);
  expect(second.values.lent).toBe(90_000);
  expect(second.hidden).toMatchObject({ repaid: 'few', outstanding: 'guarded' });
});

test('R32.1 what is left of a sum beside its quarters is of five loans, or of no one quarter', () => {
  const quarter = step(many(9, loan), '2026-01-12')!;
  const all = step(many(11, loan), '2026-01-12')!;
  const [sum, first] = figureTable([row(all), row(quarter, 1, '2026-01-01')], 1 as MfiId);
  expect(first!.hidden).toMatchObject({ loans: 'guarded', lent: 'guarded', outstanding: 'guarded' });
  expect(sum!.hidden).toEqual({});
});

test('R32.1 a table begins with the sum, and goes on with the newest quarter', () => {
  const kept = step(many(9, loan), '2026-01-12')!;
  const rows = [row(kept, 1, '2026-01-01'), row(kept, 1, '2026-04-01'), row(kept), row(kept, 2)];
  const quarters = figureTable(rows, 1 as MfiId).map(({ quarter }) => quarter);
  expect(quarters).toEqual([null, '2026-04-01', '2026-01-01']);
});
