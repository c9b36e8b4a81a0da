import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const PLACES = 40;

test('figures of many places that are asked for at once leave the connections to all else (R26.2)', async () => {
  const asked: Promise<{ status: number }>[] = [];
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table proposals in access exclusive mode`.execute(tx);
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from pg_locks where relation = 'proposals'::regclass and not granted`.execute(tx);
      return rows[0]?.count;
    };
    for (let number = 0; number < PLACES; number += 1) {
      asked.push(world.call('GET', `/api/borrow/figures?place=Place${number}`));
    }
    await expect.poll(waiting).toBeGreaterThan(0);
    expect((await world.call('GET', '/api/mfi/all')).status).toBe(200);
    expect(await waiting()).toBe(1);
  });
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(Object.groupBy(statuses, String)).toEqual({ 404: Array(32).fill(404), 503: Array(8).fill(503) });
});
