import { addDays, type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { type CountedLoan, countedLoan } from '@sathi/domain/figure-steps.ts';
import { quarterOf } from '@sathi/domain/loan-figures.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { writtenUntil } from '../../ledger/written-until.ts';
import type { Outside } from '../../outside/outside.ts';
import { listMfis } from '../mfis/mfis.repository.ts';
import { countDays, type Counting, countingFrom, type Group } from './count-days.ts';
import { claimCounting, findCountedDays, insertSteps, listStepDays, listStepsOn } from './figure-steps.repository.ts';
import { keepPlans, listLoanFacts, listReleases, type Release } from './loan-facts.repository.ts';

/** The most loans that stay in memory while several days are counted; of more, one day is counted at a time. */
const LOANS_KEPT = 5_000;
const DAYS_AT_ONCE = 50;

/**
 * Counts the oldest days that are over at every institution and not counted yet, and keeps what has changed (R32.1). A second
 * process that counts the same days leaves them to the first.
 * @returns how many days
 */
export async function countFigures({ db, now }: Pick<Outside, 'db' | 'now'>): Promise<number> {
  // The last day is asked before anything is read, so that all that was written until then is seen.
  const lastEnded = await lastEndedDay(db, now());
  const releases = await listReleases(db);
  const { lastDay } = await findCountedDays(db);
  const days = daysToCount(releases, lastDay, lastEnded);
  const newest = days.at(-1);
  if (newest === undefined) return 0;
  await transaction(db, async (tx) => {
    if (await claimCounting(tx)) await keepPlans(tx, lastEnded);
  });
  const before = lastDay === null ? [] : await listStepsOn(db, lastDay);
  const counting = {
    groups: groupsOf(releases),
    read: readerOf(db, releases.length),
    ...countingFrom(before, await listStepDays(db)),
  };
  const steps = await countDays(counting, days);
  return transaction(db, async (tx) => {
    if (!(await claimCounting(tx)) || (await findCountedDays(tx)).lastDay !== lastDay) return 0;
    await insertSteps(tx, steps, days, now());
    return days.length;
  });
}

async function lastEndedDay(db: Db, now: Date): Promise<CalendarDate> {
  const then = await writtenUntil(db, now);
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
  const groups = Map.groupBy(releases, ({ mfiId, releasedOn }) => `${mfiId} ${quarterOf(releasedOn)}`);
  return [...groups.values()].map((loans) => ({
    mfiId: loans[0]!.mfiId,
    quarter: quarterOf(loans[0]!.releasedOn),
    ids: loans.map(({ proposalId }) => proposalId),
  }));
}

/**
 * Reads the loans of a group: once where loans are few, and each time where they are many, so that never all of them
 * are in memory.
 */
function readerOf(db: Db, loansCount: number): Counting['read'] {
  const kept = new Map<Group, readonly CountedLoan[]>();
  return async (group) => {
    const known = kept.get(group);
    if (known) return known;
    const loans = (await listLoanFacts(db, group.ids)).map(countedLoan);
    if (loansCount <= LOANS_KEPT) kept.set(group, loans);
    return loans;
  };
}
