import { addMonths, type CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { lockWaits } from '../../test/lock-waits.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { finishPauses } from './pauses.jobs.ts';
import { listUnfinishedPauses } from './pauses.repository.ts';

const world = useWorld();
const { newLoan, find } = useLoans(world);
const { heard } = useBells(world);

const waiting = () => lockWaits(world.db);

/** A running loan at a place, with what gives that place a pause and takes it back. */
async function loanAt(place: string) {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ status: 5, officer, form: { place } as never });
  const id = Number(loan.id) as ProposalId;
  const days = async (): Promise<CalendarDate[]> =>
    done(await find(loan, loan.owner)).schedule.map(({ dueOn }: { dueOn: CalendarDate }) => dueOn);
  const pause = async (months: number): Promise<string> => {
    const body = { places: [place], months, reason: 'The flood of March.' };
    return done(await world.call('POST', `/api/mfi/pauses?mfiId=${ROI}`, { as: officer, body })).id;
  };
  const undo = (pauseId: string) => world.call('DELETE', `/api/mfi/pauses?mfiId=${ROI}&id=${pauseId}`, { as: officer });
  return { loan, id, days, pause, undo };
}

test('R28.4: a pause undone while two runs wait for its loan leaves every day where it was', async () => {
  const { id, days, pause, undo } = await loanAt('Gosaba');
  const before = await days();
  const given = await pause(2);
  const { runs } = await transaction(world.db, async (tx) => {
    await sql`select id from proposals where id = ${id} for update`.execute(tx);
    const first = finishPauses(world.outside);
    await expect.poll(waiting).toBe(1);
    done(await undo(given));
    const second = finishPauses(world.outside);
    await expect.poll(waiting).toBe(2);
    return { runs: [first, second] };
  });
  await Promise.all(runs);
  await finishPauses(world.outside);
  expect(await days()).toEqual(before);
});

test('R28.4: a second pause waits for a loan until the first, undone meanwhile, has put its days back', async () => {
  const { loan, id, days, pause, undo } = await loanAt('Basanti');
  const before = await days();
  const first = await pause(2);
  await finishPauses(world.outside);
  await pause(1);
  const { run } = await transaction(world.db, async (tx) => {
    await sql`select id from proposals where id = ${id} for update`.execute(tx);
    const second = finishPauses(world.outside);
    await expect.poll(waiting).toBe(1);
    done(await undo(first));
    return { run: second };
  });
  await run;
  await finishPauses(world.outside);
  expect(await days()).toEqual(before.map((day) => addMonths(day, 1)));
  expect(await listUnfinishedPauses(world.db)).toEqual([]);
  await runJobs(world);
  const told = (await heard(loan.owner)).filter((words) => words.startsWith('loan_paused'));
  expect(told).toHaveLength(3);
});

test('R28.4: a pause is not undone after a second one has begun to move its loan', async () => {
  const { id, days, pause, undo } = await loanAt('Kultali');
  const before = await days();
  const first = await pause(2);
  await finishPauses(world.outside);
  await pause(1);
  const { run, answer } = await transaction(world.db, async (tx) => {
    await sql`select from instalments where proposal_id = ${id} for update`.execute(tx);
    const second = finishPauses(world.outside);
    await expect.poll(waiting).toBe(1);
    const undone = undo(first);
    await expect.poll(waiting).toBe(2);
    return { run: second, answer: undone };
  });
  await run;
  expect(refusal(await answer)).toBe('409 too_late');
  await finishPauses(world.outside);
  expect(await days()).toEqual(before.map((day) => addMonths(addMonths(day, 2), 1)));
});
