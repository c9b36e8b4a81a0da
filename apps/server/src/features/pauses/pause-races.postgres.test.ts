import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { done, useLoans } from '../../test/loans.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { finishPauses } from './pauses.jobs.ts';
import { lockWaits } from '../../test/lock-waits.ts';

const world = useWorld();
const { newLoan, find } = useLoans(world);

const waiting = () => lockWaits(world.db);

test('R28.4: a pause undone while two runs wait for its loan leaves every day where it was', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ status: 5, officer, form: { place: 'Gosaba' } as never });
  const days = async () => done(await find(loan, loan.owner)).schedule.map(({ dueOn }: { dueOn: string }) => dueOn);
  const before = await days();
  const body = { places: ['Gosaba'], months: 2, reason: 'The flood of March.' };
  const { id } = done(await world.call('POST', `/api/mfi/pauses?mfiId=${ROI}`, { as: officer, body }));
  const { runs } = await transaction(world.db, async (tx) => {
    await sql`select id from proposals where id = ${Number(loan.id) as ProposalId} for update`.execute(tx);
    const first = finishPauses(world.outside);
    await expect.poll(waiting).toBe(1);
    done(await world.call('DELETE', `/api/mfi/pauses?mfiId=${ROI}&id=${id}`, { as: officer }));
    const second = finishPauses(world.outside);
    await expect.poll(waiting).toBe(2);
    return { runs: [first, second] };
  });
  await Promise.all(runs);
  await finishPauses(world.outside);
  expect(await days()).toEqual(before);
});
