import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { lockWaits } from '../../test/lock-waits.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

test('a title and a first name that change at once are both found', async () => {
  const owner = await world.newPerson();
  const { id } = await newLoan({ owner });
  const renamed = Promise.withResolvers<void>();
  let waiting: Promise<unknown> = Promise.resolve();
  await world.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('proposals')
      .set({ title: 'Hammock' })
      .where('id', '=', Number(id) as never)
      .execute();
    waiting = world.db.transaction().execute((other) => {
      const update = other.updateTable('users').set({ firstName: 'Zubaida' }).where('id', '=', owner.id).execute();
      renamed.resolve();
      return update;
    });
    await renamed.promise;
    // The rename stands behind the lock before the title is committed.
    await expect.poll(() => lockWaits(world.db)).toBeGreaterThan(0);
  });
  await waiting;
  const { rows } = await sql<{ words: string }>`
    select words::text as words from proposal_words where proposal_id = ${id}::bigint`.execute(world.db);
  expect(rows[0]?.words).toMatch(/'hammock'.*'zubaida'/);
});
