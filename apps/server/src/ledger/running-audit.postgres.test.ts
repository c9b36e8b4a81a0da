import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../test/world.ts';
import { reportViolations } from './audit.ts';

const world = useWorld();

test('R18.4: an audit that takes longer than its minute is not joined by the next', async () => {
  const slow = await world.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(hashtextextended('audit', 0))`.execute(slow);
  expect(await reportViolations(world.outside)).toBe(false);
  expect(await world.db.selectFrom('auditMarks').select('soundAt').execute()).toEqual([]);

  await slow.commit().execute();
  world.now = new Date(world.now.getTime() + 60_000);
  expect(await reportViolations(world.outside)).toBe(true);
});
