import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { confirmSilentWithdrawals } from './withdrawals.service.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal, find, balance, history, repay } = useLoans(world);

const DAY_MS = 86_400_000;
const SENT = { state: 'sent', reference: 'TRX-1' };
const list = (loan: Loan, as: Person) => world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as });

test('R4.1, R4.2: asked for, sent, confirmed; the money leaves escrow when it is sent', async () => {
  const loan = await newLoan({ status: 5 });
  const answer = await withdraw(loan, { body: { bankName: 'Janata', branch: 'Sylhet' } });
  expect(answer.status).toBe(201);
  expect(answer.body.data).toEqual({
    id: expect.stringMatching(/^\d+$/),
    proposalId: loan.id,
    amount: 100,
    local: null,
    state: 'requested',
    method: 'bank',
    accountName: 'Rahima',
    accountNumber: '••••7890',
    bankName: 'Janata',
    branch: 'Sylhet',
    reference: expect.stringMatching(/^RF\d{2}3\d{7}$/),
    bankReference: null,
    reason: null,
    requestedAt: NOW.toISOString(),
    payableFrom: NOW.toISOString(),
    isResting: false,
    isStopped: false,
    isDisowned: false,
    notMeToken: expect.stringMatching(/^\d+\.[\w-]{22}$/),
    destinationSince: NOW.toISOString(),
    sessionSince: null,
    warnings: [],
    sentAt: null,
    confirmedAt: null,
  });
  const { id } = answer.body.data;
  expect(await balance('escrow', { loan })).toBe(10_000);
  expect(done(await find(loan)).isMoneySent).toBe(false);
  expect(done(await moveWithdrawal(id, loan.officer, SENT))).toMatchObject({
    state: 'sent',
    bankReference: 'TRX-1',
    sentAt: NOW.toISOString(),
  });
  expect(await balance('escrow', { loan })).toBe(0);
  expect(await balance('world', { user: loan.owner })).toBe(10_000);
  expect(done(await moveWithdrawal(id, loan.owner, { state: 'confirmed' }))).toMatchObject({
    state: 'confirmed',
    confirmedAt: NOW.toISOString(),
  });
  expect(done(await find(loan))).toMatchObject({ status: 5, isMoneySent: true });
  expect(refusal(await withdraw(loan))).toBe('409 withdrawal_open');
});

test('R4.3: a failed sending brings the money back, and it may be asked for again', async () => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, SENT));
  const failed = done(await moveWithdrawal(id, loan.officer, { state: 'failed', reason: 'Account closed' }));
  expect(failed).toMatchObject({ state: 'failed', reason: 'Account closed', confirmedAt: null });
  expect(await balance('escrow', { loan })).toBe(10_000);
  expect(await balance('world', { user: loan.owner })).toBe(0);
  const again = done(await withdraw(loan, { body: { method: 'cash_at_office' } }));
  done(await moveWithdrawal(again.id, loan.officer, { state: 'rejected', reason: 'Come with your card' }));
  const third = done(await withdraw(loan));
  done(await moveWithdrawal(third.id, loan.officer, SENT));
  expect(await balance('escrow', { loan })).toBe(0);
  expect(done(await list(loan, loan.owner)).map((row: any) => row.state)).toEqual(['sent', 'rejected', 'failed']);
});

test('R4.2: each step follows one state, by one side; every other step is refused', async () => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan));
  const step = async (as: Person, state: string) => {
    const answer = await moveWithdrawal(id, as, { state, reference: 'TRX', reason: 'Because' });
    return answer.status === 200 ? answer.body.data.state : refusal(answer);
  };
  for (const state of ['failed', 'confirmed']) {
    expect(await step(state === 'failed' ? loan.officer : loan.owner, state)).toBe('409 wrong_status');
  }
  for (const state of ['sent', 'rejected', 'failed']) expect(await step(loan.owner, state)).toBe('403 not_permitted');
  expect(await step(loan.officer, 'confirmed')).toBe('403 not_permitted');
  for (const as of [loan.backers[0] as Person, await world.newPerson(), await world.newPerson({ staffOf: [DCBS] })]) {
    for (const state of ['sent', 'rejected', 'failed', 'confirmed'])
      expect(await step(as, state)).toBe('404 not_found');
  }
  expect(await step(loan.officer, 'sent')).toBe('sent');
  expect(await step(loan.officer, 'sent')).toBe('409 wrong_status');
  expect(await step(loan.officer, 'rejected')).toBe('409 wrong_status');
  expect(await step(loan.owner, 'confirmed')).toBe('confirmed');
  for (const state of ['sent', 'failed', 'rejected']) expect(await step(loan.officer, state)).toBe('409 wrong_status');
  expect(refusal(await moveWithdrawal('987654321', loan.officer, SENT))).toBe('404 not_found');
});

test('security T22: staff do not send their own loan to themselves', async () => {
  const owner = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ owner, status: 5 });
  const { id } = done(await withdraw(loan));
  expect(refusal(await moveWithdrawal(id, owner, SENT))).toBe('403 second_person_needed');
});

test('R4.1, R4.5: only the owner asks, from the release on', async () => {
  const loan = await newLoan({ status: 5 });
  for (const as of [loan.officer, loan.backers[0] as Person, await world.newPerson()]) {
    expect(refusal(await withdraw(loan, { as }))).toBe('403 not_permitted');
    expect(refusal(await withdraw(loan, { as, body: { method: 'gold' } }))).toBe('403 not_permitted');
  }
  for (const status of [1, 2, 3, 4] as const) {
    const early = await newLoan({ status });
    expect(refusal(await withdraw(early))).toBe('409 wrong_status');
    expect(refusal(await withdraw(early, { body: { accountNumber: '' } }))).toBe('409 wrong_status');
  }
});

test('wrong values are refused after the state, and unknown ones too', async () => {
  const loan = await newLoan({ status: 5 });
  for (const body of [
    { method: 'gold' },
    { accountName: ' ' },
    { accountNumber: undefined },
    { amount: 5 },
    { accountNumber: 'x'.repeat(65) },
  ]) {
    expect(refusal(await withdraw(loan, { body }))).toBe('422 invalid_request');
  }
  const { id } = done(await withdraw(loan));
  expect(refusal(await withdraw(loan, { body: { method: 'gold' } }))).toBe('409 withdrawal_open');
  for (const body of [{ state: 'sent' }, { state: 'rejected' }, { state: 'gone' }, {}, { ...SENT, amount: 1 }]) {
    expect(refusal(await moveWithdrawal(id, loan.officer, body))).toBe('422 invalid_request');
    expect(refusal(await moveWithdrawal(id, await world.newPerson(), body))).toBe('404 not_found');
  }
  expect(refusal(await moveWithdrawal(id, loan.owner, { state: 'sent' }))).toBe('403 not_permitted');
  for (const wrong of [{}, { reference: '' }, { sentOn: '2027-01-01' }]) {
    const body = { ...SENT, accountId: '987654321', ...wrong };
    expect(refusal(await moveWithdrawal(id, loan.officer, body))).toBe('404 not_found');
    expect(refusal(await moveWithdrawal(id, loan.owner, body))).toBe('403 not_permitted');
  }
  expect(refusal(await moveWithdrawal(id, loan.officer, { state: 'failed' }))).toBe('409 wrong_status');
});

test('R4.1: the destination is nowhere in clear: not in tables, stored answers, logs or lists', async () => {
  const loan = await newLoan({ status: 5 });
  const secrets = {
    accountName: 'Secret Holder',
    accountNumber: 'ACC-0099887766',
    bankName: 'Hidden Bank',
    branch: 'Hidden Branch',
  };
  const { id } = done(await withdraw(loan, { body: secrets, key: 'w-1' }));
  done(await moveWithdrawal(id, loan.officer, SENT));
  const tables = await Promise.all(
    ['withdrawals', 'outbox', 'journals', 'proposal_events', 'idempotency_keys'].map(
      async (table) =>
        (
          await sql<{
            text: string;
          }>`select coalesce(json_agg(t)::text, '') as text from ${sql.table(table)} t`.execute(world.db)
        ).rows[0]?.text,
    ),
  );
  const kept = [...tables, ...world.logLines].join();
  for (const secret of Object.values(secrets)) expect(kept).not.toContain(secret);
  expect(kept).not.toContain('0099887766');
  const shown = done(await list(loan, loan.owner));
  expect(shown).toMatchObject([{ accountNumber: '••••7766' }]);
  expect(JSON.stringify(shown)).not.toContain('887766');
});

test('R4.1: two requests with one destination do not look the same at rest', async () => {
  const sealed = [];
  for (const loan of [await newLoan({ status: 5 }), await newLoan({ status: 5 })]) {
    const { id } = done(await withdraw(loan));
    const row = await world.db
      .selectFrom('withdrawals')
      .select('sealedDestination')
      .where('id', '=', Number(id) as never)
      .executeTakeFirst();
    sealed.push(row?.sealedDestination);
  }
  expect(sealed[0]).not.toBe(sealed[1]);
});

test('only owner and staff may see the withdrawals of a loan', async () => {
  const loan = await newLoan({ status: 5 });
  done(await withdraw(loan));
  for (const as of [loan.owner, loan.officer]) expect(done(await list(loan, as))).toHaveLength(1);
  for (const as of [loan.backers[0] as Person, await world.newPerson(), await world.newPerson({ staffOf: [DCBS] })]) {
    expect(refusal(await list(loan, as))).toBe('403 not_permitted');
  }
});

test('R4.4: the unpaid instalments are due from the day of sending on, with a line in the history', async () => {
  const loan = await newLoan({ status: 5, form: { monthsToRepay: 4 } });
  await repay(loan, 25);
  const { id } = done(await withdraw(loan));
  world.now = new Date('2026-02-20T06:00:00.000Z');
  done(await moveWithdrawal(id, loan.officer, SENT));
  const days = done(await find(loan)).schedule.map((entry: any) => entry.dueOn);
  expect(days).toEqual(['2026-02-28', '2026-04-20', '2026-05-20', '2026-06-20']);
  expect((await history(loan)).filter((kind) => kind === 'due_dates_moved')).toHaveLength(1);
  world.now = NOW;
});

test('R4.4: sent on the day of the release, nothing moves', async () => {
  const loan = await newLoan({ status: 5 });
  const before = done(await find(loan)).schedule;
  done(await moveWithdrawal(done(await withdraw(loan)).id, loan.officer, SENT));
  expect(done(await find(loan)).schedule).toEqual(before);
  expect(await history(loan)).not.toContain('due_dates_moved');
});

test('R4.2: an owner who says nothing for seven days has received the money', async () => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, SENT));
  const stateAfter = async (ms: number) => {
    await Promise.all([1, 2].map(() => confirmSilentWithdrawals(world.db, new Date(NOW.getTime() + ms))));
    return done(await list(loan, loan.owner))[0].state;
  };
  expect(await stateAfter(7 * DAY_MS)).toBe('sent');
  expect(await stateAfter(7 * DAY_MS + 1)).toBe('confirmed');
});

test('R4.5: a loan is repaid whether or not the money was withdrawn', async () => {
  const loan = await newLoan({ status: 6 });
  expect(await balance('escrow', { loan })).toBe(10_000);
});

test('R4.5: money that was never sent is withdrawn after the last payment, once', async () => {
  const loan = await newLoan({ status: 6 });
  expect(done(await find(loan, loan.owner)).allowedActions).toContain('withdraw');
  const [first, second] = await Promise.all([withdraw(loan), withdraw(loan)]);
  expect([first, second].filter(({ status }) => status === 201)).toHaveLength(1);
  expect([first, second].filter(({ status }) => status === 409)).toHaveLength(1);
  const { id } = done(first.status === 201 ? first : second);
  done(await moveWithdrawal(id, loan.officer, SENT));
  expect(await balance('escrow', { loan })).toBe(0);
  expect(done(await find(loan, loan.owner)).allowedActions).not.toContain('withdraw');
  expect(refusal(await withdraw(loan))).toBe('409 withdrawal_open');
  expect(done(await find(loan)).status).toBe(6);
});
