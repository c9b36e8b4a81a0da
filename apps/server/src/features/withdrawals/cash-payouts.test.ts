import { beforeAll, beforeEach, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney, payInAccount } from '../../test/expected.ts';
import { done, refusal } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { keep, rich, ask, waiting, step, credits } = usePayouts(world);

const DAY_MS = 86_400_000;
const CASH = { method: 'cash_at_office', accountName: 'Ann Lee', accountNumber: 'A 1234567' };
const LONG = { accountNumber: '0117 2203 3441 1722 0334 4117 2203 3441 1722' };

let officers: readonly [Person, Person];
let till: string;
beforeAll(async () => {
  officers = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  await expectMoney(world, ROI);
  await payInAccount(world, officers[0]);
  till = await payInAccount(world, officers[0], { kind: 'till', label: 'Counter', forPayIn: false });
});
beforeEach(() => {
  world.now = NOW;
});

/** Credit that its person asks out in cash. @returns who, and the id of the request */
async function askedInCash(account: object = CASH) {
  const { me } = await rich(officers[0], 2500, { days: 0 });
  const payoutAccountId = await keep(me, account);
  world.now = new Date(NOW.getTime() + 11 * DAY_MS);
  await proveNow(world, me);
  const mine = { me, payoutAccountId };
  return { me, id: done(await ask(mine, 15)).id as string };
}

const rowOf = async (id: string, as = officers[0]) =>
  done(await world.call('GET', `/api/mfi/payouts?mfiId=${ROI}`, { as })).find(
    (row: { kind: string; id: string }) => row.kind === 'payout' && row.id === id,
  );
const makeBatch = (id: string) =>
  world.call('POST', `/api/mfi/batches?mfiId=${ROI}`, {
    as: officers[0],
    body: { accountId: till, items: [{ kind: 'payout', id }] },
  });
const send = async (id: string) => {
  await proveNow(world, officers[1]);
  return step(officers[1], id, { state: 'sent', accountId: till, bankReference: '17', sentOn: '2026-02-12' });
};

test('credit asked out in cash is paid by hand from the till, and is never in a batch (R25.3, R25.4)', async () => {
  const { me, id } = await askedInCash();
  expect(await rowOf(id)).toMatchObject({ handSteps: ['rejected'], batchRefusal: 'cooling_off' });
  world.now = new Date(world.now.getTime() + DAY_MS);
  expect(await rowOf(id)).toMatchObject({
    handSteps: ['sent', 'rejected'],
    mayBatch: false,
    batchRefusal: 'wrong_account',
  });
  done(await send(id));
  expect(await rowOf(id)).toMatchObject({ state: 'sent', handSteps: ['failed'] });
  expect(await credits(me)).toMatchObject([{ amount: 10, leaving: 0 }]);
  expect(done(await step(me, id, { state: 'confirmed' })).state).toBe('confirmed');
  expect(await rowOf(id)).toMatchObject({ state: 'confirmed', handSteps: ['failed'] });
  done(await step(officers[0], id, { state: 'failed', reason: 'It was counted wrong' }));
  expect(await rowOf(id)).toMatchObject({ state: 'failed', handSteps: [] });
  expect(await credits(me)).toMatchObject([{ amount: 25, leaving: 0 }]);
});

test.each([
  ['in cash', CASH],
  ['to a number that no file can carry', LONG],
])('staff refuse credit asked out %s, and it is credit again (R25.4)', async (_, account) => {
  const { me, id } = await askedInCash(account);
  world.now = new Date(world.now.getTime() + DAY_MS);
  expect((await makeBatch(id)).body.items).toEqual([{ kind: 'payout', id, code: 'wrong_account' }]);
  done(await step(officers[0], id, { state: 'rejected', reason: 'Come with your passport' }));
  expect(await rowOf(id)).toMatchObject({ state: 'rejected', handSteps: [] });
  expect(await credits(me)).toMatchObject([{ amount: 25, leaving: 0 }]);
});

test('the steps of a request are those that its calls would take (R19.9, R25.4, R34.7)', async () => {
  const both = await world.newPerson({ staffOf: [ROI] });
  const id = await waiting(await rich(officers[0], 2500, { me: both }), 15);
  expect(await rowOf(id)).toMatchObject({ handSteps: ['sent', 'rejected'], batchRefusal: null });
  expect(await rowOf(id, both)).toMatchObject({ handSteps: [], batchRefusal: 'second_person_needed' });
  const freeze = { userId: officers[1].id, mfiId: ROI, reason: 'x', frozenBy: officers[0].id, frozenAt: world.now };
  await world.db.insertInto('freezes').values(freeze).execute();
  expect(await rowOf(id, officers[1])).toMatchObject({ handSteps: ['rejected'], batchRefusal: 'frozen' });
  expect(refusal(await send(id))).toBe('409 frozen');
  await world.db.deleteFrom('freezes').where('userId', '=', officers[1].id).execute();
  const bank = await payInAccount(world, officers[0], { forPayIn: false, forPayOut: true });
  const body = { accountId: bank, items: [{ kind: 'payout', id }] };
  done(await world.call('POST', `/api/mfi/batches?mfiId=${ROI}`, { as: officers[0], body }));
  expect(await rowOf(id)).toMatchObject({ handSteps: [], batchRefusal: 'in_batch' });
});

test('a request that was taken out of a batch says from when it may be in another (R25.9)', async () => {
  const id = await waiting(await rich(officers[0], 2500), 15);
  const bank = await payInAccount(world, officers[0], { forPayIn: false, forPayOut: true });
  const batch = done(
    await world.call('POST', `/api/mfi/batches?mfiId=${ROI}`, {
      as: officers[0],
      body: { accountId: bank, items: [{ kind: 'payout', id }] },
    }),
  );
  await proveNow(world, officers[1]);
  const change = (body: object) =>
    world.call('PATCH', `/api/mfi/batches?mfiId=${ROI}&id=${batch.id}`, { as: officers[1], body });
  done(await change({ state: 'approved' }));
  done(await change({ remove: [{ kind: 'payout', id, reason: 'Not yet' }] }));
  expect(await rowOf(id)).toMatchObject({
    handSteps: ['sent', 'rejected'],
    batchRefusal: 'cooling_off',
    batchFrom: new Date(world.now.getTime() + 3 * DAY_MS).toISOString(),
  });
});
