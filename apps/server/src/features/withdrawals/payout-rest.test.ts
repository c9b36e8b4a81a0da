import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { useSecondFactor } from '../../test/second-factor.ts';
import { registered } from '../../test/accounts.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal } = useLoans(world);
const { heard, sentTo } = useBells(world);
const factors = useSecondFactor(world);

const SENT = { state: 'sent', reference: 'TRX-1' };
const HOUR_MS = 3_600_000;
const settings = (as: Person, body?: object, mfiId: number = DCBS) =>
  world.call(body === undefined ? 'GET' : 'PATCH', `/api/mfi/moneySettings?mfiId=${mfiId}`, { as, body });
const list = (loan: Loan, as: Person) => world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as });

function moveHours(hours: number): void {
  world.now = new Date(NOW.getTime() + hours * HOUR_MS);
}

/** This session has just proven that it is them. */
async function prove({ subject }: Person): Promise<void> {
  await world.db.updateTable('sessions').set({ provenAt: world.now }).where('subject', '=', subject).execute();
}

/** A funded loan of DCBS, where payouts are proven. */
async function provingLoan(owner?: Person): Promise<Loan> {
  const loan = await newLoan({ status: 5, mfiId: DCBS, ...(owner && { owner }) });
  done(await settings(loan.officer, { payoutStepUp: true }));
  return loan;
}

test('R25.1: without a proof no destination is named, and every other refusal comes before', async () => {
  moveHours(0);
  const loan = await provingLoan();
  const answer = await withdraw(loan);
  expect(refusal(answer)).toBe('403 step_up_required');
  expect(answer.body.methods).toEqual(['password']);
  expect(done(await list(loan, loan.owner))).toEqual([]);
  expect(refusal(await withdraw(loan, { body: { accountNumber: '' } }))).toBe('422 invalid_request');
  expect(refusal(await withdraw(loan, { as: loan.officer }))).toBe('403 not_permitted');
  await prove(loan.owner);
  expect(done(await withdraw(loan))).toMatchObject({ state: 'requested' });
});

test('R25.1: a new destination rests for a day, and nothing is sent to it before', async () => {
  moveHours(0);
  const loan = await provingLoan();
  await prove(loan.owner);
  const payableFrom = new Date(NOW.getTime() + 24 * HOUR_MS).toISOString();
  const { id, ...asked } = done(await withdraw(loan));
  expect(asked).toMatchObject({ payableFrom, isResting: true, destinationSince: NOW.toISOString() });
  expect(done(await list(loan, loan.officer))[0]).toMatchObject({ payableFrom, isResting: true });
  const queue = async () => {
    const queues = done(await world.call('GET', `/api/mfi/queues?mfiId=${DCBS}`, { as: loan.officer }));
    return queues.withdrawalsToSend.entries.find(({ withdrawalId }: { withdrawalId: string }) => withdrawalId === id);
  };
  expect(await queue()).toMatchObject({ payableFrom, isResting: true });
  expect(refusal(await moveWithdrawal(id, loan.officer, SENT))).toBe('409 cooling_off');
  moveHours(23.99);
  expect(refusal(await moveWithdrawal(id, loan.officer, SENT))).toBe('409 cooling_off');
  expect(refusal(await moveWithdrawal(id, loan.officer, { state: 'sent' }))).toBe('409 cooling_off');
  moveHours(24);
  expect(await queue()).toMatchObject({ payableFrom, isResting: false });
  expect(done(await moveWithdrawal(id, loan.officer, SENT))).toMatchObject({ state: 'sent' });
});

test('R25.1: a request that rests may be rejected, and taken back by its owner', async () => {
  moveHours(0);
  const loan = await provingLoan();
  await prove(loan.owner);
  const first = done(await withdraw(loan));
  expect(done(await moveWithdrawal(first.id, loan.officer, { state: 'rejected', reason: 'Call us' }))).toMatchObject({
    state: 'rejected',
  });
  const second = done(await withdraw(loan));
  expect(done(await moveWithdrawal(second.id, loan.owner, { state: 'cancelled' }))).toMatchObject({
    state: 'cancelled',
  });
  expect(refusal(await moveWithdrawal(second.id, loan.officer, SENT))).toBe('409 wrong_status');
  const third = done(await withdraw(loan));
  expect(third.payableFrom).toBe(new Date(NOW.getTime() + 24 * HOUR_MS).toISOString());
});

test('R25.1: a destination that has rested goes on from there, another of the same owner rests anew', async () => {
  moveHours(0);
  const first = await provingLoan();
  await prove(first.owner);
  done(await withdraw(first));
  moveHours(10);
  const [second, third] = [await provingLoan(first.owner), await provingLoan(first.owner)];
  await prove(first.owner);
  const again = done(await withdraw(second, { body: { accountNumber: '12345-67890' } }));
  expect(again).toMatchObject({ destinationSince: NOW.toISOString() });
  expect(again.payableFrom).toBe(new Date(NOW.getTime() + 24 * HOUR_MS).toISOString());
  const other = done(await withdraw(third, { body: { accountNumber: '1234567891' } }));
  expect(other.payableFrom).toBe(new Date(NOW.getTime() + 34 * HOUR_MS).toISOString());
  moveHours(24);
  expect(done(await moveWithdrawal(again.id, second.officer, SENT))).toMatchObject({ state: 'sent' });
});

test('R25.1: the destination of another person, and one that failed, is as new', async () => {
  moveHours(0);
  const [mine, theirs] = [await provingLoan(), await provingLoan()];
  await prove(mine.owner);
  const { id } = done(await withdraw(mine));
  moveHours(30);
  await prove(theirs.owner);
  expect(done(await withdraw(theirs)).payableFrom).toBe(new Date(NOW.getTime() + 54 * HOUR_MS).toISOString());
  done(await moveWithdrawal(id, mine.officer, SENT));
  done(await moveWithdrawal(id, mine.officer, { state: 'failed', reason: 'Closed' }));
  await prove(mine.owner);
  expect(done(await withdraw(mine)).payableFrom).toBe(new Date(NOW.getTime() + 54 * HOUR_MS).toISOString());
});

test('finding 3: staff see how old the session and the destination are, and whose name it is; the owner does not', async () => {
  moveHours(0);
  const loan = await newLoan({ status: 5 });
  world.now = new Date(NOW.getTime() + 40 * 60_000);
  const { id } = done(await withdraw(loan, { body: { accountName: 'The Thief' } }));
  const seen = { destinationSince: world.now.toISOString(), sessionSince: NOW.toISOString() };
  expect(done(await list(loan, loan.officer))[0]).toMatchObject({
    ...seen,
    warnings: ['new_account', 'name_differs'],
  });
  expect(done(await list(loan, loan.owner))[0]).toMatchObject({ sessionSince: null, warnings: [] });
  expect(done(await moveWithdrawal(id, loan.officer, SENT))).toMatchObject({
    sessionSince: NOW.toISOString(),
    warnings: [],
  });
});

test('R34.2: staff with a second factor prove themselves before they say sent, and for nothing else', async () => {
  moveHours(0);
  const loan = await newLoan({ status: 5 });
  const { phone, subject } = await registered(world);
  const user = await world.db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow();
  await world.db.insertInto('mfiStaff').values({ mfiId: ROI, userId: user.id, role: 'officer' }).execute();
  const { token } = await factors.withApp(phone);
  const officer = { ...loan.officer, token };
  await world.db.updateTable('sessions').set({ provenAt: null }).where('subject', '=', subject).execute();
  const { id } = done(await withdraw(loan));
  const answer = await moveWithdrawal(id, officer, SENT);
  expect(refusal(answer)).toBe('403 step_up_required');
  expect(answer.body.methods).toEqual(['totp']);
  done(await moveWithdrawal(id, officer, { state: 'rejected', reason: 'Call us' }));
  const again = done(await withdraw(loan));
  await world.db.updateTable('sessions').set({ provenAt: world.now }).where('subject', '=', subject).execute();
  expect(done(await moveWithdrawal(again.id, officer, SENT))).toMatchObject({ state: 'sent' });
});

test('R25.1: a manager turns the proof on and off, and all staff hear of it once', async () => {
  moveHours(0);
  const manager = await world.newPerson({ firstName: 'Mina', staffOf: [ROI] });
  const officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  const set = (body: object) => settings(manager, body, ROI);
  expect(done(await settings(manager, undefined, ROI))).toMatchObject({
    payoutStepUp: false,
    isPayoutStepUpFixed: false,
    fourEyesFrom: null,
  });
  expect(done(await set({ payoutStepUp: true }))).toMatchObject({
    payoutStepUp: true,
    isPayoutStepUpFixed: false,
    fourEyesFrom: null,
  });
  done(await set({ payoutStepUp: true }));
  done(await set({}));
  expect(await heard(officer)).toEqual(['settings_changed null']);
  expect(refusal(await set({ payoutStepUp: 'no' }))).toBe('422 invalid_request');
  expect(refusal(await settings(officer, { payoutStepUp: false }, ROI))).toBe('403 not_permitted');
  expect(done(await set({ payoutStepUp: false }))).toMatchObject({ payoutStepUp: false });
  expect(await heard(officer)).toEqual(['settings_changed null', 'settings_changed null']);
  expect(await sentTo(officer)).toEqual([]);
});

test('R25.1: in production the proof is on, and cannot be turned off', async () => {
  moveHours(0);
  const loan = await newLoan({ status: 5 });
  const app = await createApp({ ...world.outside, config: { ...world.outside.config, isProduction: true } });
  try {
    const call = async (method: 'GET' | 'PATCH' | 'POST', url: string, as: Person, payload?: object) => {
      const headers = { authorization: `Bearer ${as.token}` };
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
      return answer.json() as { code?: string; data?: unknown };
    };
    const url = `/api/mfi/moneySettings?mfiId=${ROI}`;
    expect((await call('GET', url, loan.officer)).data).toMatchObject({
      payoutStepUp: true,
      isPayoutStepUpFixed: true,
      fourEyesFrom: null,
    });
    expect((await call('PATCH', url, loan.officer, { payoutStepUp: false })).code).toBe('step_up_needed_here');
    const body = { proposalId: loan.id, method: 'bank', accountName: 'The Thief', accountNumber: '666' };
    expect((await call('POST', '/api/borrow/withdraw', loan.owner, body)).code).toBe('step_up_required');
  } finally {
    await app.close();
  }
});
