import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { lockReceipt } from '../features/pay-ins/receipts.repository.ts';
import { lockBatch } from '../features/withdrawals/batches.repository.ts';
import { expectMoney, payInAccount, receiveAtRoi } from '../test/expected.ts';
import { done, refusal } from '../test/loans.ts';
import { usePayouts } from '../test/payouts.ts';
import { NOW, type Person, ROI, useWorld } from '../test/world.ts';

const world = useWorld();
const { rich, waiting } = usePayouts(world);
let manager: Person;

beforeAll(async () => {
  manager = await world.newPerson({ staffOf: [ROI] });
  await expectMoney(world, ROI);
});
beforeEach(() => {
  world.now = NOW;
});

type Sent = { readonly method: 'POST' | 'PATCH'; readonly url: string; readonly payload: object };

/** Sends a change of an officer, who is removed while it waits for the lock of its object: they were read before, as staff. */
async function sendWhileRemoved(lock: (tx: Tx) => Promise<unknown>, sent: Sent): Promise<string> {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const app = await createApp(world.outside);
  let removed: Promise<unknown> = Promise.resolve();
  app.addHook('preHandler', async () => {
    const isLocked = Promise.withResolvers<void>();
    removed = world.db.transaction().execute(async (tx) => {
      await lock(tx);
      isLocked.resolve();
      await tx.deleteFrom('mfiStaff').where('userId', '=', officer.id).execute();
    });
    await isLocked.promise;
  });
  const answer = await app.inject({ ...sent, headers: { authorization: `Bearer ${officer.token}` } });
  await removed;
  await app.close();
  if (answer.statusCode < 300) return 'done';
  return refusal({ status: answer.statusCode, body: answer.json(), headers: answer.headers });
}

test('R2.1: staff who were removed while a reversal waited for its receipt have reversed nothing', async () => {
  const { id } = await receiveAtRoi(world, manager, await world.newPerson(), 1500);
  const url = `/api/mfi/receipts/reverse?mfiId=${ROI}&id=${id}`;
  const sent = { method: 'POST', url, payload: { reason: 'Bounced' } } as const;
  expect(await sendWhileRemoved((tx) => lockReceipt(tx, ROI, id), sent)).toBe('403 not_permitted');
  const receipts = await world.call('GET', `/api/mfi/receipts?mfiId=${ROI}`, { as: manager });
  expect(done(receipts).find((row: { id: string }) => row.id === String(id)).state).toBe('booked');
});

test('R2.1: staff who were removed while a change waited for its batch have not cancelled it', async () => {
  const accountId = await payInAccount(world, manager, { forPayOut: true });
  const items = [{ kind: 'payout', id: await waiting(await rich(manager, 1500), 15) }];
  const path = `/api/mfi/batches?mfiId=${ROI}`;
  const { id } = done(await world.call('POST', path, { as: manager, body: { accountId, items } }));
  const sent = {
    method: 'PATCH',
    url: `${path}&id=${id}`,
    payload: { state: 'cancelled', reason: 'Wrong account' },
  } as const;
  const lock = (tx: Tx) => lockBatch(tx, ROI, Number(id) as never);
  expect(await sendWhileRemoved(lock, sent)).toBe('403 not_permitted');
  expect(done(await world.call('GET', path, { as: manager }))).toMatchObject([{ id, state: 'made' }]);
});
