import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../test/world.ts';
import { reportViolations } from './audit.ts';

const world = useWorld();

const reports = () => world.logLines.filter((line) => line.includes('audit_violations'));

test('R18.4: of several processes one audits the books in each minute, and a violation is logged', async () => {
  const { now } = world;
  expect((await Promise.all([1, 2, 3].map(() => reportViolations(world.outside)))).filter(Boolean)).toHaveLength(1);
  expect(reports()).toEqual([]);

  await world.newPerson();
  await sql`update accounts set balance_cents = balance_cents + 1 where kind = 'wallet'`.execute(world.db);
  expect(await reportViolations(world.outside)).toBe(false);
  world.now = new Date(now.getTime() + 60_000);
  expect(await reportViolations(world.outside)).toBe(true);
  expect(reports()).toHaveLength(1);
  await sql`update accounts set balance_cents = balance_cents - 1 where kind = 'wallet'`.execute(world.db);
});
