import { beforeAll, beforeEach, expect, test } from 'vitest';
import { proveNow, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney, payInAccount } from '../../test/expected.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw } = useLoans(world);
const { heard } = useBells(world);
const { rich, waiting, step, own, credits } = usePayouts(world);

const HOUR_MS = 3_600_000;
const AT = `mfiId=${ROI}`;
const batches = '/api/mfi/batches';
type Item = { kind: 'payout' | 'withdrawal'; id: string };
const payout = (id: string): Item => ({ kind: 'payout', id });

let officers: readonly [Person, Person];
let accountId: string;
let withdrawal: string;
beforeAll(async () => {
  officers = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  const loan = await newLoan({ status: 5, form: { amount: 40 } });
  withdrawal = done(await withdraw(loan)).id;
  await expectMoney(world, ROI);
  accountId = await payInAccount(world, officers[0], { forPayOut: true });
});
beforeEach(async () => {
  world.now = NOW;
  world.sent.length = 0;
});

const make = (items: readonly Item[], as = officers[0]) =>
  world.call('POST', `${batches}?${AT}`, { as, body: { accountId, items } });
const change = async (as: Person, id: string, body: object) => {
  await proveNow(world, as);
  return world.call('PATCH', `${batches}?${AT}&id=${id}`, { as, body });
};
const rowOf = async (id: string, as = officers[1]) =>
  done(await world.call('GET', `/api/mfi/payouts?${AT}`, { as })).find(
    (row: Item) => row.kind === 'payout' && row.id === id,
  );
const fileOf = async (as: Person, id: string, format = 'csv') => {
  await proveNow(world, as);
  const headers = { authorization: `Bearer ${as.token}` };
  return world.app.inject({ method: 'GET', url: `${batches}/file?${AT}&id=${id}&format=${format}`, headers });
};

test('a batch pays credit beside the money of loans, under the reference that its person was told (R25.3)', async () => {
  const mine = await rich(officers[0], 1500);
  const id = await waiting(mine, 15);
  const made = done(await make([payout(id), { kind: 'withdrawal', id: withdrawal }]));
  expect(made).toMatchObject({ count: 2, total: '55.00' });
  const [asked] = await own(mine.me);
  expect(asked).toMatchObject({ inBatch: true, state: 'requested' });
  expect(await rowOf(id)).toMatchObject({
    name: expect.any(String),
    reference: asked.reference,
    proposalId: null,
    batchId: made.id,
    last4: '3344',
    local: { amount: '15.00', currency: 'USD' },
    mayRemove: true,
    mayBatch: false,
  });
  expect((await rowOf(id, officers[0])).mayRemove).toBe(false);
  expect(refusal(await step(mine.me, id, { state: 'cancelled' }))).toBe('409 in_batch');
  await proveNow(world, officers[1]);
  const byHand = { state: 'sent', accountId, bankReference: 'TX', sentOn: '2026-02-11' };
  expect(refusal(await step(officers[1], id, byHand))).toBe('409 in_batch');
  done(await change(officers[1], made.id, { state: 'approved' }));
  const { body } = await fileOf(officers[0], made.id);
  expect(body).toContain(`"${asked.reference}","15.00","USD","bank","Ann Lee","01172203344"`);
  await runJobs(world);
  expect(await heard(mine.me)).toContain('payout_account_shown 15');
  done(await change(officers[0], made.id, { sent: [{ ...payout(id), bankReference: 'TX-1' }] }));
  expect((await own(mine.me))[0]).toMatchObject({ state: 'sent', bankReference: 'TX-1', sentOn: '2026-02-12' });
  expect(await credits(mine.me)).toEqual([]);
});

test('R25.4: the queues of the office count credit that is asked out, until a batch has it or it is taken back', async () => {
  const [mine, theirs] = [await rich(officers[0], 3000), await rich(officers[0], 1000)];
  const counted = async (as: Person, mfiId = ROI) =>
    done(await world.call('GET', `/api/mfi/queues?mfiId=${mfiId}`, { as })).payoutsToSend;
  expect(await counted(officers[0])).toEqual({ count: 0, oldestAt: null });
  const [inBatch, taken] = [await waiting(mine, 10), await waiting(theirs, 10)];
  const [since, later] = await Promise.all([inBatch, taken].map(async (id) => (await rowOf(id)).requestedAt));
  expect(await counted(officers[1])).toEqual({ count: 2, oldestAt: since });
  const stranger = await world.newPerson({ staffOf: [DCBS] });
  expect(await counted(stranger, DCBS)).toEqual({ count: 0, oldestAt: null });
  const { id: batch } = done(await make([payout(inBatch)]));
  expect(await counted(officers[0])).toEqual({ count: 1, oldestAt: later });
  done(await step(theirs.me, taken, { state: 'cancelled' }));
  expect(await counted(officers[0])).toEqual({ count: 0, oldestAt: null });
  done(await change(officers[1], batch, { remove: [{ ...payout(inBatch), reason: 'The name differs' }] }));
  expect(await counted(officers[0])).toEqual({ count: 1, oldestAt: since });
  await proveNow(world, officers[1]);
  done(await step(officers[1], inBatch, { state: 'sent', accountId, bankReference: 'TX-8', sentOn: '2026-02-12' }));
  expect(await counted(officers[0])).toEqual({ count: 0, oldestAt: null });
});

test('a file names what is still to be sent, neither what was sent nor what came back, and a closed batch has none (R25.4)', async () => {
  const ids: string[] = [];
  const mine = await rich(officers[0], 3300);
  for (const amount of [10, 11, 12]) ids.push(await waiting(mine, amount));
  const { id: batch } = done(await make(ids.map(payout)));
  done(await change(officers[1], batch, { state: 'approved' }));
  const amounts = async (format: string) =>
    Array.from(
      (await fileOf(officers[0], batch, format)).body.matchAll(/(?:"|">)(\d+\.00)["<]/g),
      ([, amount]) => amount,
    );
  const sent = (...of: number[]) =>
    of.map((index) => ({ ...payout(ids[index] as string), bankReference: `TX-${index}` }));
  expect((await amounts('csv')).toSorted((a, b) => Number(a) - Number(b))).toEqual(['10.00', '11.00', '12.00']);
  done(await change(officers[0], batch, { sent: sent(0, 1) }));
  await proveNow(world, officers[1]);
  done(await step(officers[1], ids[1] as string, { state: 'failed', reason: 'The account is closed' }));
  for (const format of ['csv', 'pain.001']) expect(await amounts(format)).toEqual(['12.00']);
  expect((await fileOf(officers[0], batch, 'pain.001')).body).toContain('<NbOfTxs>1</NbOfTxs><CtrlSum>12.00</CtrlSum>');
  expect(done(await change(officers[0], batch, { sent: sent(2) })).state).toBe('closed');
  expect((await fileOf(officers[0], batch)).json()).toMatchObject({ code: 'wrong_status' });
  const { shows } = await world.db
    .selectFrom('payoutShows')
    .select(({ fn }) => fn.countAll<number>().as('shows'))
    .where('payoutId', '=', Number(ids[0]) as never)
    .executeTakeFirstOrThrow();
  expect(Number(shows)).toBe(1);
});

test('a payout that one list names twice leaves the books once: the list is refused, and both payouts wait on (R25.4)', async () => {
  const mine = await rich(officers[0], 2000);
  const [inBatch, waits] = [await waiting(mine, 10), await waiting(mine, 10)];
  const { id: batch } = done(await make([payout(inBatch)]));
  done(await change(officers[1], batch, { state: 'approved' }));
  const twice = (more: object) => [1, 2].map(() => ({ ...payout(inBatch), ...more }));
  for (const [as, body, path] of [
    [officers[0], { sent: twice({ bankReference: 'TX-1' }) }, 'sent'],
    [officers[1], { remove: twice({ reason: 'The name differs' }) }, 'remove'],
  ] as const) {
    const answer = await change(as, batch, body);
    expect([refusal(answer), answer.body.errors]).toMatchObject(['422 invalid_request', [{ path }]]);
  }
  for (const id of [inBatch, waits]) expect((await rowOf(id)).state).toBe('requested');
  done(await change(officers[0], batch, { sent: [{ ...payout(inBatch), bankReference: 'TX-1' }] }));
  done(await step(mine.me, waits, { state: 'cancelled' }));
});

test('a request that never was in a batch is not found there, whatever became of the batch (R25.9)', async () => {
  const mine = await rich(officers[0], 2000);
  const [inBatch, stranger] = [await waiting(mine, 10), await waiting(mine, 10)];
  const { id: batch } = done(await make([payout(inBatch)]));
  const remove = (id: string) => ({ remove: [{ ...payout(id), reason: 'The name differs' }] });
  const send = (id: string) => ({ sent: [{ ...payout(id), bankReference: 'TX-1' }] });
  const told = async () => {
    const acts = [stranger, inBatch].flatMap((id) => [remove(id), send(id)]);
    const answers: string[] = [];
    for (const act of acts) answers.push(refusal(await change(officers[1], batch, act)));
    return answers;
  };
  expect(refusal(await change(officers[0], batch, remove(stranger)))).toBe('403 second_person_needed');
  done(await change(officers[0], batch, { state: 'cancelled', reason: 'Wrong account' }));
  expect(await told()).toEqual(['404 not_found', '404 not_found', '409 wrong_status', '409 wrong_status']);
});

test('a request that another took out may be in a batch again under a new reference (R25.9)', async () => {
  const mine = await rich(officers[0], 1500);
  const id = await waiting(mine, 15);
  const { id: batch } = done(await make([payout(id)]));
  const { reference } = await rowOf(id);
  done(await change(officers[1], batch, { state: 'approved' }));
  const remove = { remove: [{ ...payout(id), reason: 'The name differs' }] };
  expect(refusal(await change(officers[0], batch, remove))).toBe('403 second_person_needed');
  expect(done(await change(officers[1], batch, remove)).state).toBe('closed');
  expect(refusal(await make([payout(id)]))).toBe('409 cooling_off');
  world.now = new Date(world.now.getTime() + 72 * HOUR_MS);
  done(await make([payout(id)]));
  expect((await rowOf(id)).reference).not.toBe(reference);
  expect((await own(mine.me))[0].reference).toBe((await rowOf(id)).reference);
});

test('staff look at the whole number of a payout for a reason, and its owner hears of it (R25.2)', async () => {
  const mine = await rich(officers[0], 1500);
  const id = await waiting(mine, 15);
  await proveNow(world, officers[1]);
  const body = { ...payout(id), reason: 'To fill in the form' };
  const shown = await world.call('POST', `/api/mfi/payouts/show?${AT}`, { as: officers[1], body });
  expect(done(shown)).toMatchObject({ accountName: 'Ann Lee', accountNumber: '01172203344' });
  await runJobs(world);
  expect(await heard(mine.me)).toContain('payout_account_shown 15');
  expect(JSON.stringify(world.sent)).not.toContain('01172203344');
});

test('“not me” makes what was not sent to the account credit again, also out of a batch (R25.1)', async () => {
  const mine = await rich(officers[0], 2500);
  const { me } = mine;
  await runJobs(world);
  const token = /\/App\/NotMe\?token=(a\d+\.[\w-]{22})/.exec(JSON.stringify(world.sent))?.[1] as string;
  const [first, second] = [await waiting(mine, 10), await waiting(mine, 15)];
  const { id: batch } = done(await make([payout(first)]));
  done(await change(officers[1], batch, { state: 'approved' }));
  await fileOf(officers[0], batch);
  done(await world.call('POST', '/api/money/payoutAccounts/notMe', { body: { token } }));
  await runJobs(world);
  expect(await heard(officers[0])).toContain('request_dropped null');
  const rows = await Promise.all([first, second].map((id) => rowOf(id)));
  expect(rows.map(({ state, batchId }) => [state, batchId])).toEqual([
    ['cancelled', null],
    ['cancelled', null],
  ]);
  const wallets = await world.db
    .selectFrom('accounts')
    .select(['kind', 'balanceCents'])
    .where('userId', '=', me.id)
    .where('mfiId', '=', ROI)
    .orderBy('kind')
    .execute();
  expect(wallets).toEqual([
    { kind: 'leaving', balanceCents: 0 },
    { kind: 'wallet', balanceCents: 2500 },
  ]);
  const stopped = done(await world.call('GET', `/api/mfi/payouts/stopped?${AT}`, { as: officers[0] }));
  expect(stopped.map(({ personId }: { personId: string }) => personId)).toContain(String(me.id));
});

test.each([1, 2, 3, 4])(
  'a batch and its owner who cancels at the same moment: one of them, round %i (R24.4)',
  async (round) => {
    const mine = await rich(officers[0], 1500);
    const id = await waiting(mine, 15);
    const acts = [() => make([payout(id)]), () => step(mine.me, id, { state: 'cancelled' })];
    const answers = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const row = await rowOf(id);
    expect([row.state, row.batchId === null]).toEqual(
      row.batchId === null ? ['cancelled', true] : ['requested', false],
    );
  },
);
