import type { ReceiptId } from '@sathi/domain/ids.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney, payInAccount, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, refusal } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { rich, waiting, step, own, credits } = usePayouts(world);

const AT = `mfiId=${ROI}`;

let officers: readonly [Person, Person];
let accountId: string;
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, ROI);
  accountId = await payInAccount(world, officers[0], { forPayOut: true });
});
beforeEach(() => {
  world.now = NOW;
});

/** A request for the whole of what came by two receipts, of which the bank may take the second back. */
async function asked() {
  const me = await world.newPerson();
  const { id: receiptId } = await receiveAtRoi(world, officers[0], me, 1000);
  const id = await waiting(await rich(officers[0], 500, { me }), 15);
  for (const officer of officers) await proveNow(world, officer);
  const bounce = () => takeBackAtRoi(world, officers[1], me, receiptId as ReceiptId);
  return { me, id, bounce };
}

const make = (id: string) => {
  const body = { accountId, items: [{ kind: 'payout', id }] };
  return world.call('POST', `/api/mfi/batches?${AT}`, { as: officers[0], body });
};
const change = (as: Person, id: string, body: object) =>
  world.call('PATCH', `/api/mfi/batches?${AT}&id=${id}`, { as, body });
const fileOf = (id: string) =>
  world.app.inject({
    method: 'GET',
    url: `/api/mfi/batches/file?${AT}&id=${id}&format=csv`,
    headers: { authorization: `Bearer ${officers[0].token}` },
  });
const rowOf = async (id: string) =>
  done(await world.call('GET', `/api/mfi/payouts?${AT}`, { as: officers[1] })).find(
    (row: { id: string }) => row.id === id,
  );
const byHand = () => ({ state: 'sent', accountId, bankReference: 'TX', sentOn: '2026-02-11' });

test('a payout is not sent by hand or in a batch while the credit is below zero, and goes on once it is filled (R29.5)', async () => {
  const { me, id, bounce } = await asked();
  await bounce();
  expect(await credits(me)).toMatchObject([{ amount: -10, leaving: 15 }]);
  expect(refusal(await step(officers[1], id, byHand()))).toBe('409 credit_below_zero');
  const refused = await make(id);
  expect([refusal(refused), refused.body.items]).toEqual([
    '409 credit_below_zero',
    [{ kind: 'payout', id, code: 'credit_below_zero' }],
  ]);
  expect(await rowOf(id)).toMatchObject({ belowZero: true, mayBatch: false });
  await receiveAtRoi(world, officers[0], me, 1000);
  expect(await rowOf(id)).toMatchObject({ belowZero: false, mayBatch: true });
  expect(done(await step(officers[1], id, byHand())).state).toBe('sent');
});

test('a payout whose credit falls below zero in a batch is neither approved, written into its file nor marked as sent (R29.5)', async () => {
  const { id, bounce } = await asked();
  world.now = NOW;
  const other = await asked();
  const [first, second] = [done(await make(id)).id, done(await make(other.id)).id];
  done(await change(officers[1], second, { state: 'approved' }));
  await bounce();
  await other.bounce();
  const refused = (await change(officers[1], first, { state: 'approved' })).body;
  expect([refused.code, refused.items]).toEqual([
    'credit_below_zero',
    [{ kind: 'payout', id, code: 'credit_below_zero' }],
  ]);
  expect((await fileOf(second)).json()).toMatchObject({ code: 'credit_below_zero' });
  const sent = { sent: [{ kind: 'payout', id: other.id, bankReference: 'TX-1' }] };
  expect(refusal(await change(officers[0], second, sent))).toBe('409 credit_below_zero');
});

test('a payout that staff turn down fills the credit below zero (R29.5)', async () => {
  const { me, id, bounce } = await asked();
  await bounce();
  done(await step(officers[1], id, { state: 'rejected', reason: 'The bank took the money back' }));
  expect((await own(me))[0].state).toBe('rejected');
  expect(await credits(me)).toMatchObject([{ amount: 5, leaving: 0 }]);
});
