import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { publishMany } from '../../test/many-rows.ts';
import { rowsReadWithin } from '../../test/rows-read.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';
import { listProposals } from './proposal-lists.repository.ts';

const world = useWorld();
const COUNT = 1_000;
const LIMIT = 20;

let reader: Person;
beforeAll(async () => {
  reader = await world.newPerson();
  await publishMany(world, ROI, COUNT);
  await sql`analyze`.execute(world.db);
});

test.each(['newest', 'closing', 'nearlyFunded', 'smallestRest', 'shortest', 'amount'] as const)(
  'a page by %s of what takes backings reads no more than it shows (R26.2)',
  async (sort) => {
    const page = { sort, status: ['published', 'locked'], limit: LIMIT } as const;
    const read = await rowsReadWithin(world.db, 'proposals', async (tx) => {
      const { data } = await listProposals(tx, { kind: 'others', readerId: reader.id }, page, world.now);
      expect(data).toHaveLength(LIMIT);
    });
    expect(read).toBeLessThan(COUNT / 4);
  },
);
