import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { lockWaits } from '../../test/lock-waits.ts';
import { people, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { foldFigures } from './fold-figures.repository.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

test('a transaction that moves the figures of an institution keeps no other waiting, and no folding', async () => {
  const [held, other] = [await newLoan(), await newLoan()];
  const [backer] = await people(world, 1);
  await world.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('proposals')
      .set({ amountCents: 20_000 as never })
      .where('id', '=', Number(held.id) as ProposalId)
      .execute();
    expect((await back(other, backer!, 10)).status).toBe(201);
    await foldFigures(world.db);
  });
});

test('two changes of a plan at once leave its loan as late as the plan says', async () => {
  const loan = await newLoan({ status: 5, form: { monthsToRepay: 4 } });
  const move = (number: number) =>
    sql`update instalments set due_on = due_on - 10 where proposal_id = ${loan.id} and number = ${number}`;
  const [waiting] = await world.db.transaction().execute(async (tx) => {
    await move(1).execute(tx);
    const second = move(2).execute(world.db);
    await expect.poll(() => lockWaits(world.db)).toBe(1);
    return [second];
  });
  await waiting;
  expect(await listViolations(world.db)).toEqual([]);
});
