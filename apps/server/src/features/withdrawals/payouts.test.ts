import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newPhone, proveNow, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney, payInAccount, receiveAtRoi } from '../../test/expected.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { useTills } from '../../test/tills.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { confirmSilentPayouts } from './payouts.service.ts';

const world = useWorld();
const { newLoan, back, decide } = useLoans(world);
const { heard } = useBells(world);
const tills = useTills(world, 'USD');
const { keep, rich, ask, step, own, credits } = usePayouts(world);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

let officers: readonly [Person, Person];
let account: string;
beforeAll(async () => {
  officers = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  await expectMoney(world, ROI);
  account = await payInAccount(world, officers[0], { forPayOut: true });
});
beforeEach(() => {
  world.now = NOW;
});

const sent = { bankReference: 'TX-9', sentOn: '2026-02-11' };
const send = async (id: string) => {
  await proveNow(world, officers[1]);
  return step(officers[1], id, { state: 'sent', accountId: account, ...sent });
};

test('credit that is asked out leaves the credit at once, and is sent after its day (R25.4, R25.6)', async () => {
  const mine = await rich(officers[0], 2500);
  const { me } = mine;
  const asked = done(await ask(mine, 15));
  expect(asked).toMatchObject({
    mfiName: 'ROI',
    amount: 15,
    method: 'bank',
    last4: '3344',
    state: 'requested',
    payableFrom: new Date(after(11).getTime() + DAY_MS).toISOString(),
    bankReference: null,
    inBatch: false,
  });
  expect(asked.reference).toMatch(/^RF\d{2}3\d{7}$/);
  expect(await credits(me)).toMatchObject([{ amount: 10, leaving: 15 }]);
  expect(refusal(await send(asked.id))).toBe('409 cooling_off');
  world.now = after(12);
  expect(refusal(await step(officers[1], asked.id, { state: 'sent', bankReference: 'TX' }))).toBe(
    '422 invalid_request',
  );
  expect(done(await send(asked.id))).toMatchObject({ state: 'sent', ...sent });
  expect(await credits(me)).toMatchObject([{ amount: 10, leaving: 0 }]);
  const statement = done(await world.call('GET', '/api/borrow/statement', { as: me }));
  expect(statement).toMatchObject({ closingCredit: 10, paidIn: 25, paidOut: 15 });
  expect(statement.rows.slice(0, 2)).toMatchObject([
    { purpose: 'payout', title: 'ROI', outside: 15, credit: 0, creditAfter: 10 },
    { purpose: 'payout', outside: 0, credit: -15, creditAfter: 10 },
  ]);
  await runJobs(world);
  expect(await heard(me)).toContain('payout_sent 15');
});

test('money that did not arrive is credit again, also after it was confirmed (R25.4)', async () => {
  const mine = await rich(officers[0], 1500);
  const { me } = mine;
  const { id } = done(await ask(mine, 15));
  world.now = after(12);
  done(await send(id));
  expect(done(await step(me, id, { state: 'confirmed' })).state).toBe('confirmed');
  expect(refusal(await step(officers[0], id, { state: 'failed' }))).toBe('422 invalid_request');
  const failed = done(await step(officers[0], id, { state: 'failed', reason: 'Wrong account' }));
  expect(failed).toMatchObject({ state: 'failed', reason: 'Wrong account' });
  expect(await credits(me)).toMatchObject([{ amount: 15, leaving: 0 }]);
  await runJobs(world);
  expect(await heard(me)).toContain('payout_failed 15');
});

test('its person takes a request back, staff refuse one, and nobody else knows of it (R25.4)', async () => {
  const mine = await rich(officers[0], 2500);
  const { me } = mine;
  const [one, other] = [done(await ask(mine, 15)).id, done(await ask(mine, 10)).id];
  const stranger = await world.newPerson({ staffOf: [DCBS] });
  expect(refusal(await step(stranger, one, { state: 'cancelled' }))).toBe('404 not_found');
  expect(refusal(await step(officers[0], one, { state: 'cancelled' }))).toBe('403 not_permitted');
  expect(refusal(await step(me, one, { state: 'rejected', reason: 'x' }))).toBe('403 not_permitted');
  done(await step(me, one, { state: 'cancelled' }));
  done(await step(officers[0], other, { state: 'rejected', reason: 'Come to the office' }));
  expect(refusal(await step(me, one, { state: 'cancelled' }))).toBe('409 wrong_status');
  expect(await credits(me)).toMatchObject([{ amount: 25, leaving: 0 }]);
  expect((await own(me)).map(({ state }: { state: string }) => state)).toEqual(['rejected', 'cancelled']);
  expect(await own(stranger)).toEqual([]);
});

test('each thing that forbids a payout is told (R25.6)', async () => {
  const mine = await rich(officers[0], 1500);
  const { me } = mine;
  expect(refusal(await ask(mine, 0.99))).toBe('422 amount_below_minimum');
  expect(refusal(await ask(mine, 15.01))).toBe('422 amount_above_credit');
  for (const nowhere of [null, DCBS]) {
    expect(refusal(await ask(mine, 5, nowhere))).toBe('409 no_payout_from_common_credit');
  }
  expect(refusal(await ask(mine, 5, 987_654))).toBe('404 not_found');
  const other = await world.newPerson();
  expect(refusal(await ask({ ...mine, me: other }, 5))).toBe('404 not_found');
  const fresh = await keep(me, { accountNumber: '998877' });
  expect(refusal(await ask({ me, payoutAccountId: fresh }, 5))).toBe('409 cooling_off');
  await world.db.updateTable('sessions').set({ provenAt: null }).where('subject', '=', me.subject).execute();
  expect(refusal(await ask(mine, 5))).toBe('403 step_up_required');
});

test('money that came lately is held back, and credit of repayments is not (R25.6)', async () => {
  const mine = await rich(officers[0], 1500, { days: 9 });
  const { me } = mine;
  const loan = await newLoan({ form: { amount: 40 } });
  done(await back(loan, me, 10));
  const answer = await ask(mine, 5);
  expect(refusal(answer)).toBe('409 paid_in_lately');
  expect(answer.body.availableAmount).toBe(0);
  world.now = after(10);
  await proveNow(world, me);
  expect(done(await ask(mine, 5)).amount).toBe(5);
});

test('a backing that is given back is held back like the money that paid it (R25.6, R20.9)', async () => {
  const [me, loan] = [await world.newPerson(), await newLoan({ form: { amount: 40 }, officer: officers[0] })];
  const mine = { me, payoutAccountId: await keep(me) };
  done(await back(loan, me, 10));
  await receiveAtRoi(world, officers[0], me, 1000);
  world.now = after(2);
  await proveNow(world, me);
  done(await decide('returnProposal', loan));
  expect((await ask(mine, 10)).body).toMatchObject({ code: 'paid_in_lately', availableAmount: 0 });
  world.now = after(10);
  await proveNow(world, me);
  done(await ask(mine, 10));
});

test('money that only one person entered waits until another is sure of it (R25.10)', async () => {
  const mine = await rich(officers[0], 1500);
  const { me } = mine;
  await world.db.updateTable('receipts').set({ enteredByHand: true }).where('userId', '=', me.id).execute();
  expect((await ask(mine, 15)).body).toMatchObject({ code: 'paid_in_lately', availableAmount: 0 });
  const [receipt] = await world.db.selectFrom('receipts').select('id').where('userId', '=', me.id).execute();
  done(await world.call('POST', `/api/mfi/receipts/confirm?mfiId=${ROI}&id=${receipt?.id}`, { as: officers[1] }));
  done(await ask(mine, 15));
});

/** Fifteen dollars that staff enter at the end of January as paid on its first day; a second one is sure of them. */
const backdated = {
  async 'in cash by hand'(reference: string) {
    const body = { reference, accountId: account, amount: 15, receivedOn: '2026-01-01' };
    const { id } = done(await world.call('POST', `/api/mfi/receipts?mfiId=${ROI}`, { as: officers[0], body }));
    done(await world.call('POST', `/api/mfi/receipts/confirm?mfiId=${ROI}&id=${id}`, { as: officers[1] }));
  },
  async 'in a till'(personReference: string) {
    const till = await tills.open(officers[0], '0.00');
    const entry = { clientId: personReference, number: 1, personReference, amount: 15, paidOn: '2026-01-01' };
    expect(await tills.results(till, [entry])).toMatchObject([{ result: 'taken' }]);
    done(await tills.change(till, 'closed', officers[0], '15.00'));
    done(await tills.change(till, 'received', officers[1], '15.00'));
  },
};
test.each(Object.keys(backdated) as (keyof typeof backdated)[])(
  'money entered %s under an earlier day is held for ten days from its entry (R25.6)',
  async (way) => {
    const [me, loan] = [await world.newPerson(), await newLoan({ officer: officers[0], form: { amount: 40 } })];
    const mine = { me, payoutAccountId: await keep(me) };
    const { order } = done(await back(loan, me, 5));
    await backdated[way](order.reference);
    world.now = after(9);
    await proveNow(world, me);
    expect((await ask(mine, 10)).body).toMatchObject({ code: 'paid_in_lately', availableAmount: 0 });
    world.now = after(10);
    await proveNow(world, me);
    expect(done(await ask(mine, 10)).amount).toBe(10);
  },
);

test('ten requests for the same credit at the same time take it out once (R24.4)', async () => {
  const mine = await rich(officers[0], 1500);
  const { me } = mine;
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(mine, 15)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(9).fill(422)]);
  expect(await credits(me)).toMatchObject([{ amount: 0, leaving: 15 }]);
});

test('a person who says nothing for seven days has received the money', async () => {
  const mine = await rich(officers[0], 1500);
  const { me } = mine;
  const { id } = done(await ask(mine, 15));
  world.now = after(12);
  done(await send(id));
  await confirmSilentPayouts(world.db, after(18.9));
  expect((await own(me))[0].state).toBe('sent');
  expect(await confirmSilentPayouts(world.db, after(19.1))).toBeGreaterThan(0);
  expect(await confirmSilentPayouts(world.db, after(19.1))).toBe(0);
  expect((await own(me))[0].state).toBe('confirmed');
});

test('an account that a request names is not removed, and its owner does not close theirs (R25.1, R33.5)', async () => {
  const mine = await rich(officers[0], 1500);
  const { me } = mine;
  done(await ask(mine, 15));
  const removed = await world.call('DELETE', `/api/money/payoutAccounts?id=${mine.payoutAccountId}`, { as: me });
  expect(refusal(removed)).toBe('409 in_use');
  expect(done(await world.call('GET', '/api/users/closing', { as: me })).hindrance).toBe('money_not_sent');
});

test('credit that was asked out rests with its person after a change of their phone, and says until when (R33.4)', async () => {
  const mine = await rich(officers[0], 2500);
  const { id } = done(await ask(mine, 15));
  const payoutsRestUntil = after(14);
  await world.db.updateTable('users').set({ payoutsRestUntil }).where('id', '=', mine.me.id).execute();
  world.now = after(13);
  expect(refusal(await send(id))).toBe('409 cooling_off');
  expect(await own(mine.me)).toMatchObject([{ id, payableFrom: payoutsRestUntil.toISOString() }]);
  world.now = payoutsRestUntil;
  expect(done(await send(id))).toMatchObject({ state: 'sent', payableFrom: after(12).toISOString() });
});

test('a person who has nothing but credit here gets another phone from staff (R33.4)', async () => {
  const { me } = await rich(officers[0], 2500);
  const body = { oldPhone: me.phone, newPhone: newPhone(), idSeen: true, reason: 'The SIM is lost.' };
  done(await world.call('POST', `/api/mfi/phoneChanges?mfiId=${ROI}`, { as: officers[0], body }));
  expect(await world.call('POST', `/api/mfi/phoneChanges?mfiId=${DCBS}`, { as: officers[0], body })).toMatchObject({
    status: 403,
  });
});
