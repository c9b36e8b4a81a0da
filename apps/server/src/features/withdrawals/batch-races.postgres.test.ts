import type { MoneyAccountId, PayoutBatchId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { expect, test, vi } from 'vitest';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { done, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { lockRequest } from '../statements/booking-payouts.ts';
import { undoRequest } from '../statements/undo-payouts.ts';
import { closeBatch } from './batches.repository.ts';
import { lockWaits } from '../../test/lock-waits.ts';

const world = useWorld();
const { newLoan, withdraw } = useLoans(world);

type Item = { readonly kind: 'withdrawal'; readonly id: WithdrawalId };
/** An approved batch of two requests, and its steps as the lines of a bank make them. */
async function batchOfTwo() {
  const [maker, second] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  const desk = await openDesk(world, ROI, maker);
  const ask = async (): Promise<Item> => {
    const loan = await newLoan({ status: 5, officer: second });
    return { kind: 'withdrawal', id: Number(done(await withdraw(loan)).id) as WithdrawalId };
  };
  const items = [await ask(), await ask()] as const;
  const body = { accountId: desk.accountId, items: items.map(({ kind, id }) => ({ kind, id: String(id) })) };
  const { id } = done(await world.call('POST', desk.at('batches'), { as: maker, body }));
  const approval = { as: second, body: { state: 'approved' } };
  done(await world.call('PATCH', desk.at('batches', `&id=${id}`), approval));
  const batchId = Number(id) as PayoutBatchId;
  const by = { viewer: { id: maker.id as UserId, mfiIds: [ROI] }, now: world.now, requestHash: 'x' };
  const accountId = desk.accountId as MoneyAccountId;
  const send = async (tx: Tx, item: Item) => {
    const { request } = await lockRequest({ tx, ...by }, item);
    await request.send({ accountId, paidMinor: 10_000 as Minor, bankReference: 'Slip', sentOn: '2026-01-31' });
    await closeBatch(tx, batchId);
  };
  const undo = async (tx: Tx, item: Item) => {
    const before = { amountMinor: -10_000, stateBefore: 'requested', closedBefore: null } as const;
    await undoRequest({ tx, ...by }, { ...item, ...before });
  };
  const batches = world.db.selectFrom('payoutBatches').select('state').where('id', '=', batchId);
  return { items, send, undo, stateOf: async () => (await batches.executeTakeFirstOrThrow()).state };
}
const waiting = () => lockWaits(world.db);
/** The first is done but for its commit, which comes when the second is over or waits for it. */
async function atOnce(first: (tx: Tx) => Promise<void>, second: (tx: Tx) => Promise<void>): Promise<void> {
  const { other } = await transaction(world.db, async (tx) => {
    await first(tx);
    const running = transaction(world.db, second);
    await Promise.race([running, vi.waitFor(async () => expect(await waiting()).toBe(1), 15_000)]);
    return { other: running };
  });
  await other;
}

test('a batch whose last two requests are sent at once is closed (R25.4)', async () => {
  const { items, send, stateOf } = await batchOfTwo();
  await atOnce(
    (tx) => send(tx, items[0]),
    (tx) => send(tx, items[1]),
  );
  expect(await stateOf()).toBe('closed');
});

test('a batch of which a request waits again, while its last one is sent, is open (R21.9)', async () => {
  const { items, send, undo, stateOf } = await batchOfTwo();
  await transaction(world.db, (tx) => send(tx, items[0]));
  await atOnce(
    (tx) => undo(tx, items[0]),
    (tx) => send(tx, items[1]),
  );
  expect(await stateOf()).toBe('approved');
});

test('a batch whose last request is sent, while one of it comes to wait again, is open (R21.9)', async () => {
  const { items, send, undo, stateOf } = await batchOfTwo();
  await transaction(world.db, (tx) => send(tx, items[0]));
  await atOnce(
    (tx) => send(tx, items[1]),
    (tx) => undo(tx, items[0]),
  );
  expect(await stateOf()).toBe('approved');
});
