import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { people, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { foldFigures } from './mfi-figures.repository.ts';

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
