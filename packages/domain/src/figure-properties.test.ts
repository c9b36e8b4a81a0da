import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { isFew } from './figure-hiding.ts';
import { addLoan, type CountedLoan, countedLoan, newTally, type Step, stepOf } from './figure-steps.ts';
import type { ProposalId } from './ids.ts';
import { type Cell, CELLS, type LoanFacts, type LoanMove, UNTOLD } from './loan-figures.ts';
import { cents } from './money.ts';
import { repaymentSchedule } from './repayments.ts';

/** Printed with every test name, so that a failure can be had again: `PROPERTY_SEED=… npx vitest run --project unit`. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = 40;
const FIRST: CalendarDate = '2026-01-05';
const DAYS = 120;

const day = (count: number): CalendarDate => addDays(FIRST, count);
/** A loan of $100 in four instalments, with what may befall it in its first months. */
const loan = fc
  .record({
    released: fc.integer({ min: 0, max: 60 }),
    payments: fc.array(fc.tuple(fc.integer({ min: 1, max: DAYS }), fc.integer({ min: 1, max: 25 })), { maxLength: 4 }),
    forgivenAfter: fc.option(fc.integer({ min: 1, max: DAYS }), { freq: 3 }),
    defaultedAfter: fc.option(fc.integer({ min: 1, max: DAYS }), { freq: 3 }),
    changedAfter: fc.option(fc.integer({ min: 1, max: DAYS }), { freq: 3 }),
  })
  .map(({ released, payments, forgivenAfter, defaultedAfter, changedAfter }): Omit<LoanFacts, 'proposalId'> => {
    const releasedOn = day(released);
    const at = (after: number) => addDays(releasedOn, after);
    const move = (kind: string, on: CalendarDate, dollars: number): LoanMove => ({
      kind,
      on,
      amountCents: cents(dollars * 100),
      paidOn: kind === 'payment_approved' ? on : null,
    });
    const plan = (startOn: CalendarDate) =>
      repaymentSchedule({ amountCents: cents(10_000), months: 4, startOn, firstDueAfterMonths: 1 });
    const change = {
      fromOn: at(changedAfter ?? 0),
      change: 'in_time',
      graceDays: 3,
      instalments: plan(day(90)),
    } as const;
    return {
      releasedOn,
      undoneOn: null,
      publishedOn: FIRST,
      defaultedOn: defaultedAfter === null ? null : at(defaultedAfter),
      moves: [
        move('backing', FIRST, 100),
        ...payments.map(([after, dollars]) => move('payment_approved', at(after), dollars)),
        ...(forgivenAfter === null ? [] : [move('forgiven', at(forgivenAfter), 1)]),
      ].toSorted((first, second) => (first.on < second.on ? -1 : 1)),
      plans: [
        { fromOn: releasedOn, change: null, graceDays: 3, instalments: plan(releasedOn) },
        ...(changedAfter === null ? [] : [change]),
      ],
    };
  });

function stepsOf(loans: readonly CountedLoan[]): Step[] {
  const steps: Step[] = [];
  for (let count = 0; count < DAYS; count += 1) {
    const tally = newTally(steps.at(-1) ?? null, day(count));
    for (const each of loans) addLoan(tally, each);
    const step = stepOf(tally);
    if (step !== null) steps.push(step);
  }
  return steps;
}

/** The loans by which a cell differs between two days. */
function movedLoans(loans: readonly CountedLoan[], cell: Cell, first: CalendarDate, second: CalendarDate): number {
  return loans.filter((each) => (each.on(first)?.[cell] ?? 0) !== (each.on(second)?.[cell] ?? 0)).length;
}

test(`R32.1 no told sum, and no difference of a sum told on two days, is of fewer than five loans (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.array(loan, { minLength: 3, maxLength: 30 }), (drawn) => {
      const loans = drawn.map((facts, index) => countedLoan({ ...facts, proposalId: index as ProposalId }));
      const lastTold = new Map<Cell, CalendarDate>();
      for (const { countedOn, cells } of stepsOf(loans)) {
        for (const cell of CELLS.filter((name) => !UNTOLD.has(name))) {
          const { hidden, loans: count, amount } = cells[cell];
          if (hidden !== null) continue;
          expect(isFew(count)).toBe(false);
          expect(amount).toBe(loans.reduce((sum, each) => sum + (each.on(countedOn)?.[cell] ?? 0), 0));
          const before = lastTold.get(cell);
          if (before !== undefined) expect(isFew(movedLoans(loans, cell, before, countedOn))).toBe(false);
          lastTold.set(cell, countedOn);
        }
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test(`R32.1 what is hidden cannot be had by taking told sums of its row from each other (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.array(loan, { minLength: 5, maxLength: 30 }), (drawn) => {
      const loans = drawn.map((facts, index) => countedLoan({ ...facts, proposalId: index as ProposalId }));
      for (const { cells } of stepsOf(loans)) {
        const isTold = (cell: Cell) => cells[cell].hidden === null;
        const ofLent = (['repaid', 'outstanding', 'forgiven', 'writtenOff'] as const).filter((cell) => !isTold(cell));
        expect(ofLent.length).not.toBe(1);
        for (const [part, whole] of [
          ['late1', 'outstanding'],
          ['late30', 'late1'],
          ['late30', 'outstanding'],
          ['late90', 'outstanding'],
          ['late90', 'late1'],
          ['late90', 'late30'],
          ['onTime', 'judged'],
          ['changedPlan', 'loans'],
          ['defaulted', 'loans'],
        ] as const)
          if (isTold(part) && isTold(whole)) expect(isFew(cells[whole].loans - cells[part].loans)).toBe(false);
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
