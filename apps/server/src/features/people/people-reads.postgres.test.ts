import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useLoans } from '../../test/loans.ts';
import { addStrangers } from '../../test/many-rows.ts';
import { rowsReadWithin } from '../../test/rows-read.ts';
import { DCBS, useWorld } from '../../test/world.ts';
import { listPeople } from './people.repository.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const OTHERS = 3_000;

test('people of a small institution are found without reading all others', async () => {
  const { owner } = await newLoan({ mfiId: DCBS });
  await addStrangers(world, OTHERS);
  await sql`analyze`.execute(world.db);
  const read = await rowsReadWithin(world.db, 'users', async (tx) => {
    const people = await listPeople(tx, DCBS, { beforeId: null, limit: 51 });
    expect(people.map(({ id }) => id)).toEqual([owner.id]);
  });
  expect(read).toBeLessThan(OTHERS / 10);
});
