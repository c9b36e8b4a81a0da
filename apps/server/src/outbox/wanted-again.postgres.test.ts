import { expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { useWorld } from '../test/world.ts';
import { drainOutbox, enqueueAgain } from './outbox.ts';

const world = useWorld();

test('a job that waits is not taken up before a transaction that wants it again has committed', async () => {
  const job = { kind: 'test', dedupeKey: 'again', payload: {} };
  const drain = () => drainOutbox(world.outside, { test: async () => {} });
  await transaction(world.db, (tx) => enqueueAgain(tx, job, world.now));
  await transaction(world.db, async (tx) => {
    await enqueueAgain(tx, job, world.now);
    expect(await drain()).toBe(0);
  });
  expect(await drain()).toBe(1);
});
