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
    // oxlint-disable-next-line no-await-in-loop -- a day begins where the one before it ended
    const moved = await countParts(counting, day);
    // oxlint-disable-next-line no-await-in-loop -- the sums are made of the parts
    if (moved.length > 0) steps.push(...moved, ...(await countSums(counting, day)));
    // oxlint-disable-next-line no-await-in-loop -- requests are answered between two days
    await setImmediate();
  }
  return steps;
}

/** First the groups, then what is left of each institution, then what is left of all. */
async function countParts(counting: Counting, day: CalendarDate): Promise<CountedStep[]> {
  const begun = counting.groups.filter(({ quarter }) => quarter <= day);
  const hasMoved = (row: Row) => counting.stepDays.has(keyOf(row));
  const moved = (await countRows(counting, day, begun, groupRow)).flatMap(stepped(counting, stepOf));
  const small = begun.filter((group) => !hasMoved(groupRow(group)));
  const rests = (await countRows(counting, day, small, ({ mfiId }) => restRow(mfiId))).flatMap(
    stepped(counting, stepOf),
  );
  const smallest = small.filter(({ mfiId }) => !hasMoved(restRow(mfiId)));
  const rest = (await countRows(counting, day, smallest, () => restRow(null))).flatMap(stepped(counting, stepOf));
  return [...moved, ...rests, ...rest];
}

/** Of each institution, of each quarter, and of all: each loan as the row tells of it that it moves with. */
async function countSums(counting: Counting, day: CalendarDate): Promise<CountedStep[]> {
  const { groups, stepDays } = counting;
  const tallies = new Map<string, { row: Row; tally: Tally }>();
  for (const group of groups.filter(({ quarter }) => quarter <= day)) {
    const daysOf = [groupRow(group), restRow(group.mfiId), restRow(null)].map((row) => stepDays.get(keyOf(row)) ?? []);
    const toldOn = (until: CalendarDate) =>
      daysOf.map((days) => days.findLast((each) => each <= until)).find((each) => each !== undefined);
    // oxlint-disable-next-line no-await-in-loop -- one group at a time is in memory
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

/** Loan by loan, each in the row of its group. */
async function countRows(
  counting: Counting,
  day: CalendarDate,
  groups: readonly Group[],
  rowOf: (group: Group) => Row,
): Promise<{ row: Row; tally: Tally }[]> {
  const tallies = new Map<string, { row: Row; tally: Tally }>();
  // oxlint-disable-next-line no-await-in-loop -- one group at a time is in memory
  for (const group of groups) addAll(tallyOf(tallies, counting, rowOf(group), day), await counting.read(group));
  return [...tallies.values()];
}

function tallyOf(
  tallies: Map<string, { row: Row; tally: Tally }>,
  { newest }: Counting,
  row: Row,
  day: CalendarDate,
): Tally {
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
  return ({ row, tally }: { row: Row; tally: Tally }): CountedStep[] => {
    const step = of(tally);
    if (step === null) return [];
    const key = keyOf(row);
    newest.set(key, step);
    stepDays.set(key, [...(stepDays.get(key) ?? []), tally.day]);
    return [{ ...row, step }];
  };
}
