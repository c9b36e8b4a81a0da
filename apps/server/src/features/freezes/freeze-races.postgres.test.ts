import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { lockWaits } from '../../test/lock-waits.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

const waiting = () => lockWaits(world.db);

test('R34.7: a backing that waited for the lock while its backer was frozen is refused', async () => {
  const loan = await newLoan({ status: 3 });
  const [backer] = loan.backers;
  if (backer === undefined) throw new Error('a locked loan has a backer');
  const backing = await transaction(world.db, async (tx) => {
    await sql`select id from proposals where id = ${Number(loan.id) as ProposalId} for update`.execute(tx);
    const answer = back(loan, backer, 10);
    await expect.poll(waiting).toBe(1);
    const body = { kind: 'person', id: backer.id, reason: 'We look into it.' };
    done(await world.call('POST', '/api/mfi/freezes?mfiId=3', { as: loan.officer, body }));
    return { answer };
  });
  expect(refusal(await backing.answer)).toBe('409 frozen');
});
