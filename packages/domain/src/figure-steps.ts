import type { CalendarDate } from './calendar-date.ts';
import { type CellState, FEWEST_LOANS, hideCells, isFew } from './figure-hiding.ts';
import { type Cell, CELLS, daysToMoney, type LoanFacts, loanOn, type LoanOnDay, UNTOLD } from './loan-figures.ts';

/** One sum as it was counted, over how many loans, and the last day on which it was told to anybody. */
export type CountedCell = CellState & { readonly amount: number; readonly shownOn: CalendarDate | null };

/** The figures of some loans from one day on. They stay until enough of the loans have moved (R32.1). */
export type Step = {
  readonly countedOn: CalendarDate;
  readonly cells: Readonly<Record<Cell, CountedCell>>;
  /** The median of all loans that have their money, in days; null where none has. */
  readonly daysToMoney: number | null;
};

/** A loan that can be asked how it stood at the end of any day. */
export type CountedLoan = {
  readonly on: (day: CalendarDate) => LoanOnDay | null;
  readonly daysToMoney: (day: CalendarDate) => number | null;
};

export function countedLoan(facts: LoanFacts): CountedLoan {
  const known = new Map<CalendarDate, LoanOnDay | null>();
  const on = (day: CalendarDate): LoanOnDay | null => {
    const found = known.get(day);
    if (found !== undefined) return found;
    const standing = loanOn(facts, day);
    known.set(day, standing);
    return standing;
  };
  return { on, daysToMoney: (day) => daysToMoney(facts, day) };
}

/**
 * The loan as the row that it moves with tells of it: as it stood on the day of which the row tells. Sums are made of
 * these, so that a sum never says more than its parts.
 */
export function asTold(loan: CountedLoan, toldOn: (day: CalendarDate) => CalendarDate | undefined): CountedLoan {
  return {
    on: (day) => {
      const told = toldOn(day);
      return told === undefined ? null : loan.on(told);
    },
    daysToMoney: (day) => {
      const told = toldOn(day);
      return told === undefined ? null : loan.daysToMoney(told);
    },
  };
}

/** The count of one row on one day, loan by loan. */
export type Tally = {
  readonly day: CalendarDate;
  readonly before: Step | null;
  readonly sums: Map<Cell, { amount: number; loans: number; changed: number }>;
  readonly daysToMoney: number[];
  changedLoans: number;
  newLoans: number;
};

export function newTally(before: Step | null, day: CalendarDate): Tally {
  const sums = new Map(CELLS.map((cell) => [cell, { amount: 0, loans: 0, changed: 0 }]));
  return { day, before, sums, daysToMoney: [], changedLoans: 0, newLoans: 0 };
}

export function addLoan(tally: Tally, loan: CountedLoan): void {
  const now = loan.on(tally.day);
  if (now === null) return;
  const before = standing(loan, tally.before?.countedOn ?? null);
  let hasChanged = false;
  for (const cell of CELLS) {
    const sum = tally.sums.get(cell)!;
    sum.amount += now[cell];
    if (now[cell] !== 0) sum.loans += 1;
    if (now[cell] !== (before?.[cell] ?? 0)) hasChanged = true;
    const shown = standing(loan, tally.before?.cells[cell].shownOn ?? null);
    if (now[cell] !== (shown?.[cell] ?? 0)) sum.changed += 1;
  }
  if (hasChanged) tally.changedLoans += 1;
  if (before === null) tally.newLoans += 1;
  const days = loan.daysToMoney(tally.day);
  if (days !== null) tally.daysToMoney.push(days);
}

function standing(loan: CountedLoan, day: CalendarDate | null): LoanOnDay | null {
  return day === null ? null : loan.on(day);
}

/**
 * The figures of this day, or null where those of the day before stay: two days never differ by fewer than five loans, nor
 * does any sum that both of them tell. A sum that does is hidden until it has moved by five (R32.1).
 */
export function stepOf(tally: Tally): Step | null {
  return tally.changedLoans < FEWEST_LOANS || isFew(tally.newLoans) ? null : stepOfSum(tally);
}

/**
 * As {@link stepOf}, for a sum of rows that have moved: it moves with them, and hides each cell that moved by fewer
 * than five loans.
 */
export function stepOfSum(tally: Tally): Step | null {
  if (tally.changedLoans === 0) return null;
  const states = new Map<Cell, CellState>();
  for (const [cell, { loans, changed }] of tally.sums) {
    const hidden = isFew(loans) ? 'few' : isFew(changed) && !UNTOLD.has(cell) ? 'guarded' : null;
    states.set(cell, { loans, hidden });
  }
  hideCells(states);
  const cells = Object.fromEntries(
    [...states].map(([cell, state]) => {
      const shownOn = state.hidden === null ? tally.day : (tally.before?.cells[cell].shownOn ?? null);
      return [cell, { ...state, amount: tally.sums.get(cell)!.amount, shownOn }];
    }),
  ) as Record<Cell, CountedCell>;
  return { countedOn: tally.day, cells, daysToMoney: middleOf(tally.daysToMoney) };
}

function middleOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((first, second) => first - second);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}
