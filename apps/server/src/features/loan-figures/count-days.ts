import { setImmediate } from 'node:timers/promises';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import {
  addLoan,
  asTold,
  type CountedLoan,
  newTally,
  type Step,
  stepOf,
  stepOfSum,
  type Tally,
} from '@sathi/domain/figure-steps.ts';
import { isFew } from '@sathi/domain/figure-hiding.ts';
import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import type { CountedStep, StepDays } from './figure-steps.repository.ts';

/** The loans of one institution that were released in one quarter. */
export type Group = { readonly mfiId: MfiId; readonly quarter: CalendarDate; readonly ids: readonly ProposalId[] };

type Row = Pick<CountedStep, 'mfiId' | 'quarter' | 'isRest'>;

/** The loans, and the figures of the days before. */
export type Counting = {
  readonly groups: readonly Group[];
  readonly read: (group: Group) => Promise<readonly CountedLoan[]>;
  /** The last step of each row. */
  readonly newest: Map<string, Step>;
  /** The days on which each row has moved. */
  readonly stepDays: Map<string, readonly CalendarDate[]>;
};

export function countingFrom(
  before: readonly CountedStep[],
  stepDays: readonly StepDays[],
): Pick<Counting, 'newest' | 'stepDays'> {
  return {
    newest: new Map(before.map((kept) => [keyOf(kept), kept.step])),
    stepDays: new Map(stepDays.map((row) => [keyOf(row), row.days])),
  };
}

function keyOf({ mfiId, quarter, isRest }: Row): string {
  return JSON.stringify([mfiId, quarter, isRest]);
}

const groupRow = ({ mfiId, quarter }: Group): Row => ({ mfiId, quarter, isRest: false });
const restRow = (mfiId: MfiId | null): Row => ({ mfiId, quarter: null, isRest: true });

/**
 * The steps of these days, one after the other. A quarter of an institution that is too small to move by itself moves with the
 * other small ones of its institution, and these, where they are too few, with those of all institutions.
 */
export async function countDays(counting: Counting, days: readonly CalendarDate[]): Promise<CountedStep[]> {
  const steps: CountedStep[] = [];
  for (const day of days) {
    const moved = await countParts(counting, day);
    if (moved.length > 0) steps.push(...moved, ...(await countSums(counting, day)));
    // Requests are answered between two days.
    await setImmediate();
  }
  return steps;
}

/** Counts first the groups, then what is left of each institution, then what is left of all. */
async function countParts(counting: Counting, day: CalendarDate): Promise<CountedStep[]> {
  const begun = counting.groups.filter(({ quarter }) => quarter <= day);
  const hasMoved = (row: Row) => counting.stepDays.has(keyOf(row));
  const count = (groups: readonly Group[], rowsOf: (group: Group) => readonly [Row, ...Row[]]) =>
    countRows(counting, { day, groups, rowsOf });
  const moved = await count(begun, (group) => [groupRow(group), restRow(group.mfiId), restRow(null)]);
  const small = begun.filter((group) => !hasMoved(groupRow(group)));
  const rests = await count(small, ({ mfiId }) => [restRow(mfiId), restRow(null)]);
  const smallest = small.filter(({ mfiId }) => !hasMoved(restRow(mfiId)));
  const rest = await count(smallest, () => [restRow(null)]);
  return [...moved, ...rests, ...rest];
}

/**
 * Counts the sums of each institution, of each quarter, and of all: each loan as it is told by the row that it moves
 * with.
 */
async function countSums(counting: Counting, day: CalendarDate): Promise<CountedStep[]> {
  const { groups } = counting;
  const tallies = new Map<string, Counted>();
  for (const group of groups.filter(({ quarter }) => quarter <= day)) {
    const toldOn = toldBy(counting, [groupRow(group), restRow(group.mfiId), restRow(null)]);
    // The loans are read one group at a time, so that many loans are never all in memory.
    const loans = (await counting.read(group)).map((loan) => asTold(loan, toldOn));
    for (const { mfiId, quarter } of [
      { mfiId: group.mfiId, quarter: null },
      { mfiId: null, quarter: group.quarter },
      { mfiId: null, quarter: null },
    ])
      addAll(tallyOf(tallies, counting, { mfiId, quarter, isRest: false }, day), loans);
  }
  return [...tallies.values()].flatMap(stepped(counting, stepOfSum));
}

/** The last day on which the first of these rows that had moved by then moved. */
function toldBy({ stepDays }: Counting, rows: readonly Row[]): (day: CalendarDate) => CalendarDate | undefined {
  const daysOf = rows.map((row) => stepDays.get(keyOf(row)) ?? []);
  return (day) => daysOf.map((days) => days.findLast((each) => each <= day)).find((each) => each !== undefined);
}

type Counted = { readonly row: Row; readonly tally: Tally };
type Rows = {
  readonly day: CalendarDate;
  readonly groups: readonly Group[];
  /** The row in which a group is counted, then those that tell of it as long as that one does not. */
  readonly rowsOf: (group: Group) => readonly [Row, ...Row[]];
};

/**
 * Counts loan by loan, each in the row of its group. A row that moves for the first time takes its loans over from others, and waits
 * where fewer than five of them would be new to the sums.
 */
async function countRows(counting: Counting, { day, groups, rowsOf }: Rows): Promise<CountedStep[]> {
  const tallies = new Map<string, Counted>();
  const arrivals = new Map<string, number>();
  for (const group of groups) {
    const [row, ...others] = rowsOf(group);
    const loans = await counting.read(group);
    addAll(tallyOf(tallies, counting, row, day), loans);
    const toldOn = toldBy(counting, others);
    const isNew = (loan: CountedLoan) => loan.on(day) !== null && asTold(loan, toldOn).on(day) === null;
    arrivals.set(keyOf(row), (arrivals.get(keyOf(row)) ?? 0) + loans.filter(isNew).length);
  }
  return [...tallies]
    .filter(([key]) => counting.stepDays.has(key) || !isFew(arrivals.get(key) ?? 0))
    .flatMap(([, counted]) => stepped(counting, stepOf)(counted));
}

function tallyOf(tallies: Map<string, Counted>, { newest }: Counting, row: Row, day: CalendarDate): Tally {
  const key = keyOf(row);
  const known = tallies.get(key) ?? { row, tally: newTally(newest.get(key) ?? null, day) };
  tallies.set(key, known);
  return known.tally;
}

function addAll(tally: Tally, loans: readonly CountedLoan[]): void {
  for (const loan of loans) addLoan(tally, loan);
}

/** Remembers each step for the days that follow. */
function stepped({ newest, stepDays }: Counting, of: (tally: Tally) => Step | null) {
  return ({ row, tally }: Counted): CountedStep[] => {
    const step = of(tally);
    if (step === null) return [];
    const key = keyOf(row);
    newest.set(key, step);
    stepDays.set(key, [...(stepDays.get(key) ?? []), tally.day]);
    return [{ ...row, step }];
  };
}
