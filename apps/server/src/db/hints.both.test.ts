import { expect, test, vi } from 'vitest';
import { useWorld } from '../test/world.ts';
import { hint } from './hints.ts';
import { transaction } from './transaction.ts';

const world = useWorld();

test('a hint is told once its transaction has committed, and never when it was taken back', async () => {
  const heard: string[] = [];
  const stop = await world.database.listen('test_hints', (payload) => heard.push(payload));
  const taken = transaction(world.db, async (tx) => {
    await hint(tx, 'test_hints', 'taken back');
    throw new Error('no');
  });
  await expect(taken).rejects.toThrow('no');
  await transaction(world.db, async (tx) => {
    await hint(tx, 'test_hints', 'committed');
    expect(heard).toEqual([]);
  });
  // A transaction that was begun elsewhere tells its hint at its commit.
  await world.db.transaction().execute((tx) => hint(tx, 'test_hints', 'begun elsewhere'));
  await hint(world.db, 'test_hints', 'outside');
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(['begun elsewhere', 'committed', 'outside']), 15_000);
  await stop();
});
