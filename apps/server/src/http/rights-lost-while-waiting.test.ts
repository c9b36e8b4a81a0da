import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { lockOwing } from '../features/pay-ins/owing.repository.ts';
import { lockReceipt } from '../features/pay-ins/receipts.repository.ts';
import { lockBatch } from '../features/withdrawals/batches.repository.ts';
import { expectMoney, payInAccount, receiveAtRoi } from '../test/expected.ts';
import { done, refusal } from '../test/loans.ts';
import { usePayouts } from '../test/payouts.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../test/world.ts';

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
async function sendWhileRemoved(
  lock: (tx: Tx) => Promise<unknown>,
  sent: Sent,
  { staffOf = [ROI], from = ROI } = {},
): Promise<string> {
  const officer = await world.newPerson({ staffOf });
  const app = await createApp(world.outside);
  let removed: Promise<unknown> = Promise.resolve();
  app.addHook('preHandler', async () => {
    const isLocked = Promise.withResolvers<void>();
    removed = world.db.transaction().execute(async (tx) => {
      await lock(tx);
      isLocked.resolve();
      await untilBlocking(tx);
      await tx.deleteFrom('mfiStaff').where('userId', '=', officer.id).where('mfiId', '=', from).execute();
    });
    await isLocked.promise;
  });
  const answer = await app.inject({ ...sent, headers: { authorization: `Bearer ${officer.token}` } });
  await removed;
  await app.close();
  if (answer.statusCode < 300) return 'done';
  return refusal({ status: answer.statusCode, body: answer.json(), headers: answer.headers });
}

/** Waits until another transaction waits for this one; half a second at most, as on one connection none can. */
async function untilBlocking(tx: Tx): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
    if (rows.length > 0) return;
    await setTimeout(25);
  }
}

test('R2.1: staff who were removed while a reversal waited for its receipt have reversed nothing', async () => {
  const { id } = await receiveAtRoi(world, manager, await world.newPerson(), 1500);
  const url = `/api/mfi/receipts/reverse?mfiId=${ROI}&id=${id}`;
  const sent = { method: 'POST', url, payload: { reason: 'Bounced' } } as const;
  expect(await sendWhileRemoved((tx) => lockReceipt(tx, ROI, id), sent)).toBe('403 not_permitted');
  const receipts = await world.call('GET', `/api/mfi/receipts?mfiId=${ROI}`, { as: manager });
  expect(done(receipts).find((row: { id: string }) => row.id === String(id)).state).toBe('booked');
});

describe('R2.1: while a receipt waits for what its person owes', () => {
  const receipt = async () => {
    const payer = await world.newPerson();
    await receiveAtRoi(world, manager, payer, 1500);
    const lock = (tx: Tx) => lockOwing(tx, { mfiId: ROI, userId: payer.id }, world.now);
    const { reference } = (await transaction(world.db, lock)).order;
    const accountId = await payInAccount(world, manager, { number: `Of ${payer.id}` });
    const payload = { reference, accountId, amount: 5, receivedOn: '2026-01-31' };
    return { lock, sent: { method: 'POST', url: `/api/mfi/receipts?mfiId=${ROI}`, payload } as const };
  };
  const count = async () =>
    done(await world.call('GET', `/api/mfi/receipts?mfiId=${ROI}`, { as: manager })).length as number;

  test('staff who are removed have entered none', async () => {
    const { lock, sent } = await receipt();
    const before = await count();
    expect(await sendWhileRemoved(lock, sent)).toBe('403 not_permitted');
    expect(await count()).toBe(before);
  });

  test('staff who are removed from another institution have entered it once', async () => {
    const { lock, sent } = await receipt();
    const before = await count();
    expect(await sendWhileRemoved(lock, sent, { staffOf: [ROI, DCBS], from: DCBS })).toBe('done');
    expect(await count()).toBe(before + 1);
  });
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
