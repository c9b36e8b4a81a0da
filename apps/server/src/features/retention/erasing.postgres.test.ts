import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rowsRead } from '../../test/rows-read.ts';
import { useWorld } from '../../test/world.ts';
import { deleteSpent } from './retention.jobs.ts';

const world = useWorld();
const KEPT = 20_000;
const OLD = 300;

test('old jobs are found without reading those that told of events and stay', async () => {
  const write = async (kind: string, count: number) => {
    await sql`
      insert into outbox (kind, dedupe_key, payload, run_at, created_at, done_at)
      select ${kind}, ${kind} || n, '{}', ${world.now}, ${world.now}, ${world.now}::timestamptz - interval '31 days'
      from generate_series(1, ${count}::int) n`.execute(world.db);
  };
  const read = await rowsRead(world.db, 'outbox', {
    before: async () => {
      await write('proposal_event', KEPT);
      await write('email', OLD);
      await sql`analyze outbox`.execute(world.db);
    },
    work: () => deleteSpent(world.db, world.now),
    changes: [KEPT + OLD, OLD],
  });
  expect(read).toBeLessThan(3 * OLD);
});
