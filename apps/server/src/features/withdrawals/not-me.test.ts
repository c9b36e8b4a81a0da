import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { isAlive, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, openSession, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal, back, repay } = useLoans(world);
const { heard, sentTo, emailOf } = useBells(world);

const SENT = { state: 'sent', reference: 'TRX-1' };
const HOUR_MS = 3_600_000;
const LINK = /http:\/\/localhost:\d+\/App\/NotMe\?token=(\d+\.[\w-]{22})/;
const list = (loan: Loan, as: Person) => world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as });
const notMe = (token: string) => world.call('POST', '/api/money/payoutAccounts/notMe', { body: { token } });
const stopped = (as: Person, mfiId: number = ROI) =>
  world.call('GET', `/api/mfi/payouts/stopped?mfiId=${mfiId}`, { as });
const enter = (as: Person, person: Person, body: object = {}, mfiId: number = ROI) =>
  world.call('POST', `/api/mfi/payouts/resume?mfiId=${mfiId}&personId=${person.id}`, {
    as,
    body: { idSeen: true, reason: 'Came with her passport', ...body },
  });
const confirm = (as: Person, id: string, mfiId: number = ROI) =>
  world.call('PATCH', `/api/mfi/payouts/resume?mfiId=${mfiId}&id=${id}`, { as, body: { state: 'approved' } });

beforeEach(() => {
  world.now = NOW;
  world.sent.length = 0;
});

/** A loan whose money was asked for, and the token that its owner got. */
async function asked(wish: { owner?: Person; body?: object } = {}) {
  const loan = await newLoan({ status: 5, ...(wish.owner && { owner: wish.owner }) });
  const { id } = done(await withdraw(loan, wish.body ? { body: wish.body } : {}));
  await runJobs(world);
  return { loan, id: String(id), token: await tokenOf(loan.owner) };
}

async function tokenOf(owner: Person): Promise<string> {
  const sms = world.sent.findLast(({ to, text }) => to === owner.phone && LINK.test(text));
  return LINK.exec(sms?.text ?? '')?.[1] ?? '';
}

/** The same person signed in anew. */
async function signedInAgain(person: Person): Promise<Person> {
  return { ...person, token: await openSession(world, person.subject) };
}

test('R25.1: the owner hears of a new destination at once, by bell, mail and SMS with one link, also where nothing rests', async () => {
  const { loan, token } = await asked();
  expect(token).not.toBe('');
  expect(await heard(loan.owner)).toContain('payout_account_added 100');
  const mail = world.sent.find((message) => message.channel === 'email' && LINK.test(message.text));
  expect(mail?.to).toBe(await emailOf(loan.owner));
  expect(LINK.exec(mail?.text ?? '')?.[1]).toBe(token);
  expect(mail?.html).toContain(`/App/NotMe?token=${token}`);
  const texts = JSON.stringify([...world.sent, ...(await sentTo(loan.owner))]);
  expect(texts).not.toContain('1234567890');
  expect(texts).not.toContain('••••7890');
  // The whole SMS in one part of 160 letters.
  const sms = world.sent.find(({ channel, text }) => channel === 'sms' && LINK.test(text));
  expect(sms?.text.length).toBeLessThanOrEqual(160);
});

test('R25.1: of a destination that they have used, the owner hears nothing new', async () => {
  const first = await asked();
  world.sent.length = 0;
  await asked({ owner: first.loan.owner });
  expect(world.sent.filter(({ text }) => LINK.test(text))).toEqual([]);
});

test('R25.1: “that was not me” drops the request, ends all sessions, and stops payouts at every MFI', async () => {
  const { loan, token } = await asked();
  const elsewhere = await newLoan({ status: 5, mfiId: DCBS, owner: loan.owner });
  const other = done(await withdraw(elsewhere, { body: { accountNumber: '555' } }));
  expect(done(await notMe(token))).toEqual({ alreadySent: false });

  expect(done(await list(loan, loan.officer))[0]).toMatchObject({
    state: 'cancelled',
    isDisowned: true,
    notMeToken: null,
  });
  expect(done(await list(elsewhere, elsewhere.officer))[0]).toMatchObject({ state: 'requested', isStopped: true });
  expect(refusal(await moveWithdrawal(other.id, elsewhere.officer, SENT))).toBe('409 payouts_stopped');
  const queues = done(await world.call('GET', `/api/mfi/queues?mfiId=${DCBS}`, { as: elsewhere.officer }));
  const entry = queues.withdrawalsToSend.entries.find((row: any) => row.withdrawalId === other.id);
  expect(entry).toMatchObject({ isStopped: true });
  expect(refusal(await withdraw(loan))).toBe('401 session_ended');
  await expect.poll(() => isAlive(world, loan.owner.token)).toBe(false);

  const again = await signedInAgain(loan.owner);
  expect(refusal(await withdraw(loan, { as: again }))).toBe('409 payouts_stopped');
  // Rejecting and paying back go on.
  done(await moveWithdrawal(other.id, elsewhere.officer, { state: 'rejected', reason: 'Call us' }));
  await repay({ ...loan, owner: again }, 5);
});

test('R25.1: every request to that account is dropped, one to another account stays, and what was sent is told', async () => {
  const first = await asked();
  const { owner } = first.loan;
  done(await moveWithdrawal(first.id, first.loan.officer, SENT));
  const same = await newLoan({ status: 5, owner });
  const other = await newLoan({ status: 5, owner });
  done(await withdraw(same, { body: { accountNumber: '1234-567-890' } }));
  done(await withdraw(other, { body: { accountNumber: '555' } }));
  expect(done(await notMe(first.token))).toEqual({ alreadySent: true });
  const states = async (loan: Loan) => done(await list(loan, loan.officer))[0];
  expect(await states(first.loan)).toMatchObject({ state: 'sent', isDisowned: true });
  expect(await states(same)).toMatchObject({ state: 'cancelled', isDisowned: true });
  expect(await states(other)).toMatchObject({ state: 'requested', isDisowned: false });
});

test('R25.1: the link says the same a second time and stops nothing after the person was seen', async () => {
  const { loan, token } = await asked();
  const [first, second] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  const answers = await Promise.all([notMe(token), notMe(token), notMe(token)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const stops = await world.db.selectFrom('payoutStops').selectAll().where('userId', '=', loan.owner.id).execute();
  expect(stops).toHaveLength(1);
  const { id } = done(await enter(first, loan.owner));
  done(await confirm(second, id));
  world.now = new Date(NOW.getTime() + 24 * HOUR_MS);
  const again = await signedInAgain(loan.owner);
  expect(done(await notMe(token))).toEqual({ alreadySent: false });
  expect(await isAlive(world, again.token)).toBe(true);
  expect(done(await withdraw(loan, { as: again }))).toMatchObject({ state: 'requested', isStopped: false });
});

test('R25.1: a destination that was disowned is as new when it is named again', async () => {
  const { loan, id, token } = await asked();
  done(await moveWithdrawal(id, loan.officer, SENT));
  done(await notMe(token));
  await world.db.deleteFrom('payoutStops').where('userId', '=', loan.owner.id).execute();
  const again = await signedInAgain(loan.owner);
  const next = await newLoan({ status: 5, owner: again });
  world.now = new Date(NOW.getTime() + 48 * HOUR_MS);
  expect(done(await withdraw(next)).destinationSince).toBe(world.now.toISOString());
});

test.each(['', 'x', '7', `1.${'a'.repeat(21)}`, `1.${'a'.repeat(22)}`, `987654321.${'a'.repeat(22)}`])(
  'R25.1: “%s” is no token of ours',
  async (token) => {
    expect(refusal(await notMe(token))).toBe(token === '' ? '422 invalid_request' : '404 not_found');
  },
);

test('R25.1: a token serves its own request alone, and one made before a rotation still serves', async () => {
  const [one, other] = [await asked(), await asked()];
  expect(refusal(await notMe(`${other.id}.${one.token.split('.')[1]}`))).toBe('404 not_found');
  const secret = [Buffer.alloc(32, 9), ...world.outside.secret] as const;
  const rotated = await createApp({ ...world.outside, secret });
  try {
    const body = { token: one.token };
    const answer = await rotated.inject({ method: 'POST', url: '/api/money/payoutAccounts/notMe', payload: body });
    expect(answer.statusCode).toBe(200);
  } finally {
    await rotated.close();
  }
});

test('R25.1, R34.3: one who saw the ID paper enters, another confirms, and payouts go on a day later', async () => {
  const { loan, token } = await asked();
  const [first, second] = [
    await world.newPerson({ firstName: 'Mina', staffOf: [ROI] }),
    await world.newPerson({ staffOf: [ROI] }),
  ];
  expect(refusal(await enter(first, loan.owner))).toBe('404 not_found');
  done(await notMe(token));
  expect(done(await stopped(first)).find((row: any) => row.personId === String(loan.owner.id))).toMatchObject({
    name: 'Rahima Khatun',
    phone: loan.owner.phone,
    stoppedAt: NOW.toISOString(),
    resumesAt: null,
    entry: null,
    mayEnter: true,
    mayConfirm: false,
  });
  expect(refusal(await enter(first, loan.owner, { idSeen: false }))).toBe('422 invalid_request');
  expect(refusal(await enter(first, loan.owner, { reason: ' ' }))).toBe('422 invalid_request');
  const { id, state } = done(await enter(first, loan.owner));
  expect(state).toBe('entered');
  expect(await heard(second)).toEqual(['to_confirm null']);
  expect(refusal(await enter(second, loan.owner))).toBe('409 wrong_status');
  expect(refusal(await confirm(first, id))).toBe('403 second_person_needed');
  const seen = done(await stopped(second)).find((row: any) => row.personId === String(loan.owner.id));
  expect(seen).toMatchObject({ mayEnter: false, mayConfirm: true, entry: { id, enteredByName: 'Mina Rahman' } });

  world.sent.length = 0;
  const resumesAt = new Date(NOW.getTime() + 24 * HOUR_MS);
  expect(done(await confirm(second, id))).toEqual({ id, state: 'approved', resumesAt: resumesAt.toISOString() });
  expect(refusal(await confirm(second, id))).toBe('409 already_approved');
  await runJobs(world);
  expect((await sentTo(loan.owner)).filter((text) => /paid out again/.test(text))).toHaveLength(2);
  const again = await signedInAgain(loan.owner);
  world.now = new Date(resumesAt.getTime() - 1);
  expect(refusal(await withdraw(loan, { as: again }))).toBe('409 payouts_stopped');
  world.now = resumesAt;
  expect(done(await withdraw(loan, { as: again }))).toMatchObject({ state: 'requested' });
  expect(done(await stopped(first)).some((row: any) => row.personId === String(loan.owner.id))).toBe(false);

  const log = done(await world.call('GET', `/api/mfi/auditLog?mfiId=${ROI}`, { as: first }));
  const acts = log.filter(({ action }: { action: string }) => action.endsWith('PayoutResume'));
  expect(acts.slice(0, 2).map(({ action, enteredById }: any) => [action, enteredById])).toEqual([
    ['confirmPayoutResume', String(first.id)],
    ['enterPayoutResume', null],
  ]);
});

test('R25.1: another MFI, a stranger and the person themself resume nothing', async () => {
  const owner = await world.newPerson({ firstName: 'Rahima', lastName: 'Khatun', staffOf: [ROI] });
  const { loan, token } = await asked({ owner });
  done(await notMe(token));
  const self = await signedInAgain(owner);
  expect(refusal(await enter(self, owner))).toBe('403 second_person_needed');
  const elsewhere = await world.newPerson({ staffOf: [DCBS] });
  expect(refusal(await enter(elsewhere, owner, {}, DCBS))).toBe('404 not_found');
  expect(refusal(await enter(elsewhere, owner))).toBe('403 not_permitted');
  const { id } = done(await enter(loan.officer, owner));
  expect(refusal(await confirm(self, id))).toBe('403 second_person_needed');
  expect(refusal(await confirm(elsewhere, id, DCBS))).toBe('404 not_found');
  const mine = done(await stopped(self)).find((row: any) => row.personId === String(owner.id));
  expect(mine).toMatchObject({ mayEnter: false, mayConfirm: false });
});

test('R34.3: an entry that nobody confirms for thirty days ends, and another may be made', async () => {
  const { loan, token } = await asked();
  const [first, second] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  done(await notMe(token));
  const { id } = done(await enter(first, loan.owner));
  world.now = new Date(NOW.getTime() + 30 * 24 * HOUR_MS);
  expect(refusal(await confirm(second, id))).toBe('404 not_found');
  const again = done(await enter(second, loan.owner));
  expect(done(await confirm(first, again.id))).toMatchObject({ state: 'approved' });
});

test('R25.1: an MFI whose loan the person backs may resume their payouts too', async () => {
  const { loan, token } = await asked();
  const backed = await newLoan({ status: 2, mfiId: DCBS });
  done(await back(backed, loan.owner, 10));
  done(await notMe(token));
  const [first, second] = [await world.newPerson({ staffOf: [DCBS] }), await world.newPerson({ staffOf: [DCBS] })];
  const { id } = done(await enter(first, loan.owner, {}, DCBS));
  // The office of the loan has not entered anything.
  expect(refusal(await confirm(loan.officer, id))).toBe('404 not_found');
  expect(done(await confirm(second, id, DCBS))).toMatchObject({ state: 'approved' });
});

test('R25.1: while “that was not me” is said, ten requests and sendings to that account at the same time end dropped', async () => {
  const { loan, id, token } = await asked();
  const others = await Promise.all([1, 2, 3].map(() => newLoan({ status: 5, owner: loan.owner })));
  const answers = await Promise.all([
    ...others.map((other) => withdraw(other)),
    notMe(token),
    ...others.map((other) => withdraw(other)),
    moveWithdrawal(id, loan.officer, SENT),
  ]);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  for (const other of [loan, ...others]) {
    const rows = done(await list(other, other.officer));
    expect(rows.filter(({ state }: { state: string }) => state === 'requested')).toEqual([]);
  }
});
