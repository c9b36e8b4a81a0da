import { setImmediate } from 'node:timers/promises';
import { addDays, type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import {
  addLoan,
  asTold,
  type CountedLoan,
  countedLoan,
  newTally,
  type Step,
  stepOf,
  type Tally,
} from '@sathi/domain/figure-steps.ts';
import type { KeptStep } from '@sathi/domain/figure-tables.ts';
import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import { quarterOf } from '@sathi/domain/loan-figures.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Outside } from '../../outside/outside.ts';
import { listMfis } from '../mfis/mfis.repository.ts';
import { claimCounting, findCountedDays, insertSteps, listStepDays, listStepsOn } from './figure-steps.repository.ts';
import { keepPlans, listLoanFacts, listReleases, type Release } from './loan-facts.repository.ts';

/** A transaction that began before midnight has ended by then, so the day is whole. */
const AFTER_MIDNIGHT_MS = 15 * 60_000;
/** So many loans stay in memory while several days are counted; of more, one day is counted at a time. */
const LOANS_KEPT = 5_000;
const DAYS_AT_ONCE = 50;

/** The loans of one institution that were released in one quarter. */
type Group = { readonly mfiId: MfiId; readonly quarter: CalendarDate; readonly ids: readonly ProposalId[] };

/**
 * Counts the oldest days that are over at every institution and not counted yet, and keeps what has changed (R32.1). A second
 * process that counts the same days leaves them to the first.
 * @returns how many days
 */
export async function countFigures({ db, now }: Pick<Outside, 'db' | 'now'>): Promise<number> {
  const releases = await listReleases(db);
  const lastEnded = await lastEndedDay(db, now());
  const { lastDay } = await findCountedDays(db);
  const days = daysToCount(releases, lastDay, lastEnded);
  const newest = days.at(-1);
  if (newest === undefined) return 0;
  await transaction(db, async (tx) => {
    if (await claimCounting(tx)) await keepPlans(tx, lastEnded);
  });
  const before = lastDay === null ? [] : await listStepsOn(db, lastDay);
  const steps = await countDays({
    days,
    groups: groupsOf(releases),
    read: readerOf(db, releases.length),
    newest: new Map(before.map(({ mfiId, quarter, step }) => [keyOf(mfiId, quarter), step])),
    stepDays: new Map((await listStepDays(db)).map(({ mfiId, quarter, days: of }) => [keyOf(mfiId, quarter), of])),
  });
  return transaction(db, async (tx) => {
    if (!(await claimCounting(tx)) || (await findCountedDays(tx)).lastDay !== lastDay) return 0;
    await insertSteps(tx, steps, days, now());
    return days.length;
  });
}

async function lastEndedDay(db: Db, now: Date): Promise<CalendarDate> {
  const then = new Date(now.getTime() - AFTER_MIDNIGHT_MS);
  const todays = (await listMfis(db)).map(({ timeZone }) => calendarDateIn(timeZone, then));
  return addDays(todays.toSorted()[0] as CalendarDate, -1);
}

function daysToCount(releases: readonly Release[], lastDay: CalendarDate | null, until: CalendarDate): CalendarDate[] {
  const first = releases.map(({ releasedOn }) => releasedOn).toSorted()[0];
  if (first === undefined) return [];
  const most = releases.length > LOANS_KEPT ? 1 : DAYS_AT_ONCE;
  const days: CalendarDate[] = [];
  for (
    let day = lastDay === null ? first : addDays(lastDay, 1);
    day <= until && days.length < most;
    day = addDays(day, 1)
  )
    days.push(day);
  return days;
}

function groupsOf(releases: readonly Release[]): Group[] {
  const groups = Map.groupBy(releases, ({ mfiId, releasedOn }) => keyOf(mfiId, quarterOf(releasedOn)));
  return [...groups.values()].map((loans) => ({
    mfiId: loans[0]!.mfiId,
    quarter: quarterOf(loans[0]!.releasedOn),
    ids: loans.map(({ proposalId }) => proposalId),
  }));
}

type Reader = (group: Group) => Promise<readonly CountedLoan[]>;

/** Of few loans each group is read once, of many each time, so that never all of them are in memory. */
function readerOf(db: Db, loansCount: number): Reader {
  const kept = new Map<Group, readonly CountedLoan[]>();
  return async (group) => {
    const known = kept.get(group);
    if (known) return known;
    const loans = (await listLoanFacts(db, group.ids)).map(countedLoan);
    if (loansCount <= LOANS_KEPT) kept.set(group, loans);
    return loans;
  };
}

function keyOf(mfiId: MfiId | null, quarter: CalendarDate | null): string {
  return JSON.stringify([mfiId, quarter]);
}

type Counting = {
  readonly days: readonly CalendarDate[];
  readonly groups: readonly Group[];
  readonly read: Reader;
  /** The last step of each row. */
  readonly newest: Map<string, Step>;
  /** The days of the steps of each group. */
  readonly stepDays: Map<string, CalendarDate[]>;
};

async function countDays(counting: Counting): Promise<KeptStep[]> {
  const steps: KeptStep[] = [];
  for (const day of counting.days) {
    // oxlint-disable-next-line no-await-in-loop -- a day begins where the one before it ended
    const ofGroups = await countGroups(counting, day);
    // oxlint-disable-next-line no-await-in-loop -- the sums are made of them
    if (ofGroups.length > 0) steps.push(...ofGroups, ...(await countSums(counting, day)));
    // oxlint-disable-next-line no-await-in-loop -- requests are answered between two days
    await setImmediate();
  }
  return steps;
}

async function countGroups({ groups, read, newest, stepDays }: Counting, day: CalendarDate): Promise<KeptStep[]> {
  const steps: KeptStep[] = [];
  for (const group of groups.filter(({ quarter }) => quarter <= day)) {
    const { mfiId, quarter } = group;
    const key = keyOf(mfiId, quarter);
    const tally = newTally(newest.get(key) ?? null, day);
    // oxlint-disable-next-line no-await-in-loop -- one group at a time is in memory
    for (const loan of await read(group)) addLoan(tally, loan);
    const step = stepOf(tally);
    if (step === null) continue;
    newest.set(key, step);
    stepDays.set(key, [...(stepDays.get(key) ?? []), day]);
    steps.push({ mfiId, quarter, step });
  }
  return steps;
}

/** Of each institution, of each quarter, and of all: each loan as its own row tells of it. */
async function countSums({ groups, read, newest, stepDays }: Counting, day: CalendarDate): Promise<KeptStep[]> {
  const rows = new Map<string, { mfiId: MfiId | null; quarter: CalendarDate | null; tally: Tally }>();
  for (const group of groups) {
    const days = stepDays.get(keyOf(group.mfiId, group.quarter));
    if (days === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop -- one group at a time is in memory
    const loans = (await read(group)).map((loan) => asTold(loan, days));
    for (const [mfiId, quarter] of [
      [group.mfiId, null],
      [null, group.quarter],
      [null, null],
    ] as const) {
      const key = keyOf(mfiId, quarter);
      const row = rows.get(key) ?? { mfiId, quarter, tally: newTally(newest.get(key) ?? null, day) };
      rows.set(key, row);
      for (const loan of loans) addLoan(row.tally, loan);
    }
  }
  return [...rows].flatMap(([key, { mfiId, quarter, tally }]) => {
    const step = stepOf(tally);
    if (step !== null) newest.set(key, step);
    return step === null ? [] : [{ mfiId, quarter, step }];
  });
}
