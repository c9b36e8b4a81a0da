import { expect, test } from 'vitest';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, find, balance, history, decide, remove, setStatus, repay } = useLoans(world);

const person = () => world.newPerson();

test('T5, T6, R6.1: a backing counts at once, and the last one completes the loan', async () => {
  const loan = await newLoan({ form: { amount: 99.99 } });
  const [first, second] = (await people(world, 2)) as [Person, Person];
  const partly = await back(loan, first, '25.50');
  expect(partly.status).toBe(201);
  expect(partly.body).toEqual({
    success: true,
    data: {
      id: expect.stringMatching(/^\d+$/),
      amount: 25.5,
      fromCredit: 0,
      toPay: 25.5,
      proposal: { status: 3, currentBalance: 25.5, remainingAmount: 74.49 },
    },
  });
  expect(done(await back(loan, second, 74.49)).proposal).toEqual({
    status: 4,
    currentBalance: 99.99,
    remainingAmount: 0,
  });
  expect(await balance('world', { user: first })).toBe(-2550);
  expect(await balance('escrow', { loan })).toBe(9999);
  expect(await balance('claim', { user: second, loan })).toBe(7449);
  expect(await balance('owed', { loan })).toBe(-9999);
  expect(await history(loan)).toEqual(['created', 'locked', 'backed']);
  expect(done(await find(loan, first))).toMatchObject({ status: 4, backersCount: 2, isBackedByUser: true });
});

test('ids are accepted as numbers, and so is one’s own user id in either form', async () => {
  const [loan, backer] = [await newLoan(), await person()];
  for (const userId of [String(backer.id), backer.id]) {
    const body = { userId, proposalId: Number(loan.id), amount: 5 };
    expect((await world.call('POST', '/api/borrow/backProposal', { as: backer, body })).status).toBe(201);
  }
});

test('R6.7: a backer cannot use the name of another person', async () => {
  const [loan, backer, other] = [await newLoan(), await person(), await person()];
  const body = { userId: String(other.id), proposalId: loan.id, amount: 5 };
  expect(refusal(await world.call('POST', '/api/borrow/backProposal', { as: backer, body }))).toBe('403 not_permitted');
  expect(await history(loan)).toEqual(['created']);
});

test('R6.1: the owner may not back, and a loan that is not open takes no backing', async () => {
  const backer = await person();
  const own = await newLoan();
  expect(refusal(await back(own, own.owner, 5))).toBe('403 not_permitted');
  for (const [status, expected] of [
    [1, '404 not_found'],
    [4, '409 wrong_status'],
    [5, '409 wrong_status'],
    [6, '409 wrong_status'],
  ] as const) {
    expect(refusal(await back(await newLoan({ status }), backer, 5))).toBe(expected);
  }
  const deleted = await newLoan();
  done(await remove(deleted, deleted.owner));
  expect(refusal(await back(deleted, backer, 5))).toBe('404 not_found');
  expect(refusal(await back({ id: '987654321' }, backer, 5))).toBe('404 not_found');
});

test('R6.8: staff may back as persons', async () => {
  const loan = await newLoan();
  expect((await back(loan, loan.officer, 5)).status).toBe(201);
});

test.each([
  ['en', 'value must be less than or equal to the rest proposal amount $60 USD'],
  ['ar', '60'],
  ['bn', '60'],
  ['be', '60'],
])('R6.2: more than the rest is refused in %s, with the rest', async (language, sentence) => {
  const loan = await newLoan({ status: 3 });
  const answer = await world.call('POST', '/api/borrow/backProposal', {
    as: await person(),
    body: { proposalId: loan.id, amount: 60.01 },
    headers: { 'accept-language': language },
  });
  expect(refusal(answer)).toBe('422 amount_above_remaining');
  expect(answer.body.remainingAmount).toBe(60);
  expect(answer.body.detail).toContain(sentence);
  expect(done(await find(loan)).currentBalance).toBe(40);
});

test.each([
  [0, '422 amount_below_minimum'],
  ['-0', '422 amount_below_minimum'],
  [0.99, '422 amount_below_minimum'],
  [1, '201'],
  [-1, '422 amount_below_minimum'],
  [1_000_000_000, '422 amount_above_remaining'],
  ['9999999999999.99', '422 amount_above_remaining'],
  ['10000000000000', '422 invalid_request'],
  [1.001, '422 invalid_request'],
  [0.1 + 0.2, '422 invalid_request'],
  ['1e2', '422 invalid_request'],
  [1e21, '422 invalid_request'],
  ['NaN', '422 invalid_request'],
  ['Infinity', '422 invalid_request'],
  ['１２', '422 invalid_request'],
  ['১২', '422 invalid_request'],
  ['١٢', '422 invalid_request'],
  ['0x10', '422 invalid_request'],
  ['1,50', '422 invalid_request'],
  ['', '422 invalid_request'],
  [' ', '422 invalid_request'],
  [null, '422 invalid_request'],
  [true, '422 invalid_request'],
  [[5], '422 invalid_request'],
  [{}, '422 invalid_request'],
  ['5; drop table', '422 invalid_request'],
])('R7.1, R17.3: an amount of %j is %s', async (amount, expected) => {
  const answer = await back(await newLoan(), await person(), amount);
  expect(answer.status === 201 ? '201' : refusal(answer)).toBe(expected);
});

test.each([
  ['1e1', 422],
  ['1E+1', 422],
  ['10.0e0', 422],
  ['-0', 422],
  ['10.00', 201],
  ['10.000', 422],
  ['1e400', 422],
  ['NaN', 400],
  ['010', 400],
  ['.5', 400],
  ['5.', 400],
])('R7.1: the bare JSON number %s answers %i', async (amount, status) => {
  const loan = await newLoan();
  const answer = await world.call('POST', '/api/borrow/backProposal', {
    as: await person(),
    body: `{"proposalId":"${loan.id}","amount":${amount}}`,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(status);
});

test('R6.4: a rest of cents can be backed, and no less', async () => {
  const loan = await newLoan({ form: { amount: 100.5 } });
  const [first, last] = (await people(world, 2)) as [Person, Person];
  done(await back(loan, first, 100));
  expect(refusal(await back(loan, last, 0.49))).toBe('422 amount_below_minimum');
  expect(refusal(await back(loan, last, 0.51))).toBe('422 amount_above_remaining');
  expect(done(await back(loan, last, 0.5)).proposal.status).toBe(4);
});

test('unknown fields are refused, and a person who may not back hears of that first', async () => {
  const loan = await newLoan();
  const send = (as: Person | null, body: object) => world.call('POST', '/api/borrow/backProposal', { as, body });
  const wrong = { proposalId: loan.id, amount: 5, status: 4 };
  const answer = await send(await person(), wrong);
  expect(refusal(answer)).toBe('422 invalid_request');
  expect(answer.body.errors).toEqual([{ path: 'status', message: 'This field is not known here.' }]);
  expect(refusal(await send(null, wrong))).toBe('401 sign_in_required');
  expect(refusal(await send(loan.owner, wrong))).toBe('403 not_permitted');
  expect(refusal(await send(loan.officer, { ...wrong, proposalId: '987654321' }))).toBe('404 not_found');
  const whole = await newLoan({ status: 4 });
  expect(refusal(await send(loan.officer, { ...wrong, proposalId: whole.id }))).toBe('409 wrong_status');
});

const backersOf = async (loan: Loan, as: Person, query = '') =>
  world.call('GET', `/api/borrow/backersList?proposalId=${loan.id}${query}`, { as });

test('R6.5: the list has one card for each backer, with the sum and the latest date, latest first', async () => {
  const loan = await newLoan();
  const [first, second] = (await people(world, 2)) as [Person, Person];
  const start = world.now;
  for (const [index, [backer, amount]] of (
    [
      [first, 10],
      [second, 20],
      [first, 5.5],
    ] as const
  ).entries()) {
    world.now = new Date(start.getTime() + index * 1000);
    done(await back(loan, backer, amount));
  }
  const cards = done(await backersOf(loan, loan.owner));
  expect(cards.map(({ id, amount, dateBacked }: any) => [id, amount, dateBacked])).toEqual([
    [String(first.id), 15.5, new Date(start.getTime() + 2000).toISOString()],
    [String(second.id), 20, new Date(start.getTime() + 1000).toISOString()],
  ]);
  const page = await backersOf(loan, loan.owner, '&limit=1');
  const next = await backersOf(loan, loan.owner, `&limit=1&cursor=${page.body.nextCursor}`);
  expect([...page.body.data, ...next.body.data]).toEqual(cards);
  expect(next.body.nextCursor).toBeNull();
  world.now = start;
});

test('R13.1: an address is for the owner, the MFI’s staff and oneself', async () => {
  const loan = await newLoan({ status: 3, backings: [10, 20] });
  const [first] = loan.backers as [Person];
  const emails = async (as: Person) =>
    done(await backersOf(loan, as)).filter((card: any) => card.email !== null).length;
  expect(await emails(loan.owner)).toBe(2);
  expect(await emails(loan.officer)).toBe(2);
  expect(await emails(first)).toBe(1);
  expect(await emails(await person())).toBe(0);
  expect(await emails(await world.newPerson({ staffOf: [1 as never] }))).toBe(0);
});

test('the list is for signed-in people, and a draft has none, not even for its owner', async () => {
  const draft = await newLoan({ status: 1 });
  expect(refusal(await backersOf(draft, draft.owner))).toBe('409 wrong_status');
  expect(refusal(await backersOf(draft, await person()))).toBe('404 not_found');
  expect(refusal(await world.call('GET', `/api/borrow/backersList?proposalId=${draft.id}`))).toBe(
    '401 sign_in_required',
  );
});

test('R5.3: a released backer is no backer any more', async () => {
  const loan = await newLoan({ status: 3 });
  done(await decide('returnProposal', loan));
  done(await setStatus(loan, loan.owner, 2));
  expect(done(await backersOf(loan, loan.owner))).toEqual([]);
  expect(done(await find(loan, loan.backers[0]))).toMatchObject({ isBackedByUser: false, backersCount: 0 });
});

test('R9.8: credit is used before money from outside, also within one moment', async () => {
  const earlier = await newLoan({ status: 5 });
  const [backer] = earlier.backers as [Person];
  await repay(earlier, 15);
  const loan = await newLoan();
  await Promise.all([10, 10, 10].map(async (amount) => done(await back(loan, backer, amount))));
  expect(await balance('wallet', { user: backer })).toBe(0);
  expect(await balance('world', { user: backer })).toBe(-11_500);
});
