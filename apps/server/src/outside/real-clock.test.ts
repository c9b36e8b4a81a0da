import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { useWorld } from '../test/world.ts';
import { startRealClock } from './real-clock.ts';

const world = useWorld();
const SLACK_MS = 2_000;

const databaseMs = async (): Promise<number> => {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(world.db);
  return rows[0]?.at.getTime() ?? 0;
};
const start = (own = { steadyMs: () => performance.now(), wallMs: () => Date.now() }, db: Db = world.db) =>
  startRealClock({ db, log: world.outside.log }, own);

test('processes whose own clocks are 90 seconds apart agree with the database about the time (security 17)', async () => {
  const clocks = await Promise.all(
    [-90_000, 90_000].map((setMs) => start({ steadyMs: () => performance.now(), wallMs: () => Date.now() + setMs })),
  );
  for (const { now } of clocks) expect(Math.abs(now().getTime() - (await databaseMs()))).toBeLessThan(SLACK_MS);
  for (const { stop } of clocks) stop();
});

test('a process whose own time ran away is back at the time of the database after the next measurement', async () => {
  let awayMs = 0;
  const { now, measure, stop } = await start({
    steadyMs: () => performance.now() + awayMs,
    wallMs: () => Date.now() + awayMs,
  });
  awayMs = 3_600_000;
  expect(now().getTime() - (await databaseMs())).toBeGreaterThan(awayMs - SLACK_MS);
  await measure();
  expect(Math.abs(now().getTime() - (await databaseMs()))).toBeLessThan(SLACK_MS);
  stop();
});

test('setting the wall clock does not move the real clock', async () => {
  let setMs = 0;
  const { now, stop } = await start({ steadyMs: () => performance.now(), wallMs: () => Date.now() + setMs });
  setMs = -600_000;
  now();
  expect(Math.abs(now().getTime() - (await databaseMs()))).toBeLessThan(SLACK_MS);
  stop();
});
