import { expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, pay, decidePayment, find, balance, history, repay } = useLoans(world);

const payments = (loan: { id: string }, as: Person, query = '') =>
  world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}${query}`, { as });
const transactions = (loan: { id: string }, as: Person, query = '') =>
  world.call('GET', `/api/borrow/transactions?proposalId=${loan.id}${query}`, { as });

test('R10.1: an entered payment waits in suspense and counts nowhere', async () => {
  const loan = await newLoan({ status: 5 });
  const answer = await pay(loan, '30.30');
  expect(answer.status).toBe(201);
  expect(answer.body.data).toEqual({
    id: expect.stringMatching(/^\d+$/),
    proposalId: loan.id,
    amount: 30.3,
    date: world.now.toISOString(),
    isApproved: false,
    state: 'pending',
    purpose: 'repayment',
    reason: null,
    mayTakeBack: true,
    decidedAt: null,
    channel: null,
    reference: null,
    paidOn: '2026-01-31',
    approvedOn: null,
    local: null,
    slip: null,
    slipUrl: null,
    receipt: null,
    gain: null,
  });
  expect(await balance('suspense', { loan })).toBe(3030);
  expect(await balance('world', { user: loan.owner })).toBe(-3030);
  expect(done(await find(loan))).toMatchObject({ paidAmount: 0, pendingAmount: 30.3, outstandingAmount: 100 });
});

test('R10.3: staff of the MFI approve once; every share is credited at that moment', async () => {
  const loan = await newLoan({ status: 5, backings: [25, 75] });
  const { id } = done(await pay(loan, 10));
  expect(done(await decidePayment('approvePayment', loan, id))).toMatchObject({
    id,
    state: 'approved',
    isApproved: true,
    decidedAt: world.now.toISOString(),
    proposal: { status: 5, outstandingAmount: 90 },
  });
  expect(await balance('suspense', { loan })).toBe(0);
  expect(await Promise.all(loan.backers.map((user) => balance('wallet', { user })))).toEqual([250, 750]);
  expect(await Promise.all(loan.backers.map((user) => balance('claim', { user, loan })))).toEqual([2250, 6750]);

  const again = await decidePayment('approvePayment', loan, id);
  expect(refusal(again)).toBe('409 already_approved');
  expect(again.body.detail).toBe('already approved');
  expect(refusal(await decidePayment('rejectPayment', loan, id))).toBe('409 already_approved');
  expect(await Promise.all(loan.backers.map((user) => balance('wallet', { user })))).toEqual([250, 750]);
});

test('R9.4: the test vector, cent by cent', async () => {
  const loan = await newLoan({ status: 5, form: { amount: 99.99 }, backings: [25, 50, 24.99] });
  const expected = [
    { wallets: [208, 416, 208], rounding: 1 },
    { wallets: [416, 833, 416], rounding: 1 },
    { wallets: [624, 1249, 624], rounding: 2 },
    { wallets: [2500, 5000, 2499], rounding: 0 },
  ];
  for (const [index, amount] of [8.33, 8.33, 8.33, 75].entries()) {
    await repay(loan, amount);
    const wallets = await Promise.all(loan.backers.map((user) => balance('wallet', { user })));
    expect({ wallets, rounding: await balance('rounding', { loan }) }).toEqual(expected[index]);
  }
});

test('T13: the last payment ends the loan, and it is told', async () => {
  const loan = await newLoan({ status: 5 });
  const [first, last] = [done(await pay(loan, 40)).id, done(await pay(loan, 60)).id];
  done(await decidePayment('approvePayment', loan, last));
  expect(done(await decidePayment('approvePayment', loan, first)).proposal).toEqual({
    status: 6,
    outstandingAmount: 0,
  });
  expect(done(await find(loan))).toMatchObject({ status: 6, repaidAt: world.now.toISOString(), repaymentState: null });
  expect((await history(loan)).at(-1)).toBe('repaid');
  expect(await balance('owed', { loan })).toBe(0);
  expect(refusal(await pay(loan, 1))).toBe('409 wrong_status');
  expect(refusal(await decidePayment('approvePayment', loan, first))).toBe('409 already_approved');
});

test('a rejected payment goes back whole, and may be entered again', async () => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await pay(loan, 100));
  expect(refusal(await pay(loan, 0.01))).toBe('422 amount_above_outstanding');
  expect(done(await decidePayment('rejectPayment', loan, id))).toMatchObject({
    state: 'rejected',
    isApproved: false,
    reason: 'No money came',
    proposal: { status: 5, outstandingAmount: 100 },
  });
  expect(await balance('world', { user: loan.owner })).toBe(0);
  expect(await balance('suspense', { loan })).toBe(0);
  expect(refusal(await decidePayment('rejectPayment', loan, id))).toBe('409 already_decided');
  expect(refusal(await decidePayment('approvePayment', loan, id))).toBe('409 already_decided');
  await repay(loan, 100);
});

test.each(['en', 'bn', 'ar'])(
  'R10.2: more than the outstanding amount less the waiting payments is refused with the maximum (%s)',
  async (language) => {
    const loan = await newLoan({ status: 5 });
    done(await pay(loan, 30));
    await repay(loan, 20.5);
    const answer = await pay(loan, 49.51, { headers: { 'accept-language': language } });
    expect(refusal(answer)).toBe('422 amount_above_outstanding');
    expect(answer.body.maximumAmount).toBe(49.5);
    expect(answer.body.detail).toContain('49.50');
    expect((await pay(loan, 49.5)).status).toBe(201);
  },
);

test.each([
  [0, '422 amount_not_positive'],
  [-5, '422 amount_not_positive'],
  ['-0.01', '422 amount_not_positive'],
  [1_000_000_000, '422 amount_above_outstanding'],
  ['9999999999999.99', '422 amount_above_outstanding'],
  ['10000000000000', '422 invalid_request'],
  [0.001, '422 invalid_request'],
  ['1e1', '422 invalid_request'],
  [undefined, '422 invalid_request'],
])('R10.2: paying %j is refused: %s', async (amount, expected) => {
  const answer = await pay(await newLoan({ status: 5 }), amount);
  expect(refusal(answer)).toBe(expected);
  expect(answer.body.maximumAmount).toBe(expected === '422 invalid_request' ? undefined : 100);
});

test('R10.2: one cent is enough', async () => {
  expect((await pay(await newLoan({ status: 5 }), 0.01)).status).toBe(201);
});

test('a payment is entered by the owner, or by staff for the owner, in status 5 only', async () => {
  const loan = await newLoan({ status: 5 });
  const enter = (as: Person, userId?: unknown, query = '') =>
    world.call('POST', `/api/borrow/proposalPayment${query}`, {
      as,
      body: { proposalId: loan.id, amount: 1, ...(userId !== undefined && { userId }) },
    });
  const other = await world.newPerson({ staffOf: [DCBS] });
  for (const userId of [undefined, String(loan.owner.id), loan.officer.id]) {
    expect((await enter(loan.officer, userId)).status).toBe(201);
  }
  for (const userId of [String(other.id), 'somebody', 0]) {
    expect(refusal(await enter(loan.officer, userId))).toBe('403 not_permitted');
    expect(refusal(await enter(loan.owner, userId))).toBe('403 not_permitted');
  }
  for (const name of ['userId', 'proposalOwner']) {
    expect((await enter(loan.officer, loan.owner.id, `?${name}=${loan.owner.id}`)).status).toBe(201);
    for (const person of [loan.officer, loan.owner]) {
      expect(refusal(await enter(person, person.id, `?${name}=${other.id}`))).toBe('403 not_permitted');
    }
  }
  expect(refusal(await enter(loan.owner, `0x${Number(loan.owner.id).toString(16)}`))).toBe('403 not_permitted');
  for (const person of [other, loan.backers[0] as Person, await world.newPerson()]) {
    expect(refusal(await enter(person))).toBe('403 not_permitted');
    expect(refusal(await enter(person, String(loan.owner.id)))).toBe('403 not_permitted');
  }
  for (const status of [1, 2, 3, 4, 6] as const) {
    expect(refusal(await pay(await newLoan({ status }), 1))).toBe('409 wrong_status');
  }
});

test('R10.3, security T22: who may not decide a payment does not, and learns nothing of it', async () => {
  const owner = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ owner, status: 5 });
  const another = await newLoan({ status: 5, officer: loan.officer });
  const { id } = done(await pay(loan, 10));
  const others = [loan.backers[0] as Person, await world.newPerson({ staffOf: [DCBS] }), await world.newPerson()];
  for (const what of ['approvePayment', 'rejectPayment'] as const) {
    for (const as of [owner, ...others]) {
      for (const payment of [id, '987654321']) {
        const answer = await decidePayment(what, loan, payment, { as });
        expect(refusal(answer)).toBe(as === owner ? '403 second_person_needed' : '403 not_permitted');
      }
    }
    expect(refusal(await decidePayment(what, another, id))).toBe('404 not_found');
    expect(refusal(await decidePayment(what, loan, '987654321'))).toBe('404 not_found');
    expect(refusal(await decidePayment(what, { id: '987654321', officer: loan.officer }, id))).toBe('404 not_found');
  }
  expect(await balance('suspense', { loan })).toBe(1000);
});

test('a rejection needs a reason, and its refusals come in order', async () => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await pay(loan, 10));
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 'x', amount: 1 }]) {
    expect(refusal(await decidePayment('rejectPayment', loan, id, { body }))).toBe('422 invalid_request');
    expect(refusal(await decidePayment('rejectPayment', loan, id, { body, as: loan.owner }))).toBe('403 not_permitted');
    expect(refusal(await decidePayment('rejectPayment', loan, '987654321', { body }))).toBe('404 not_found');
  }
  done(await decidePayment('approvePayment', loan, id));
  expect(refusal(await decidePayment('rejectPayment', loan, id, { body: {} }))).toBe('409 already_approved');
});

test('the payments of a loan: newest first, page by page, for owner, staff and backers', async () => {
  const loan = await newLoan({ status: 5 });
  for (const amount of [1, 2, 3]) done(await pay(loan, amount));
  for (const as of [loan.owner, loan.officer, loan.backers[0] as Person]) {
    expect(done(await payments(loan, as)).map((payment: any) => payment.amount)).toEqual([3, 2, 1]);
  }
  const page = await payments(loan, loan.owner, '&limit=2');
  done(await pay(loan, 4));
  const next = await payments(loan, loan.owner, `&limit=2&cursor=${page.body.nextCursor}`);
  expect([...page.body.data, ...next.body.data].map((payment: any) => payment.amount)).toEqual([3, 2, 1]);
  for (const as of [await world.newPerson(), await world.newPerson({ staffOf: [DCBS] })]) {
    expect(refusal(await payments(loan, as))).toBe('403 not_permitted');
    expect(refusal(await transactions(loan, as))).toBe('403 not_permitted');
  }
});

test('money moved as each reader sees it, and a repayment once, when it is approved', async () => {
  const loan = await newLoan({ status: 5, backings: [25, 75] });
  const rejected = done(await pay(loan, 5)).id;
  done(await decidePayment('rejectPayment', loan, rejected));
  await repay(loan, 10);
  done(await pay(loan, 7));
  const rows = (answer: any) => done(answer).map(({ amount, purpose, direction }: any) => [purpose, amount, direction]);
  const backings = [
    ['backing', 75, 'in'],
    ['backing', 25, 'in'],
  ];
  expect(rows(await transactions(loan, loan.owner))).toEqual([['repayment', 10, 'out'], ...backings]);
  expect(rows(await transactions(loan, loan.officer))).toEqual([['repayment', 10, 'in'], ...backings]);
  expect(rows(await transactions(loan, loan.backers[0] as Person))).toEqual([
    ['repayment', 2.5, 'in'],
    ['backing', 25, 'out'],
  ]);
  const page = await transactions(loan, loan.owner, '&limit=2');
  const next = await transactions(loan, loan.owner, `&limit=4&cursor=${page.body.nextCursor}`);
  expect([...page.body.data, ...next.body.data]).toEqual(done(await transactions(loan, loan.owner)));
});
