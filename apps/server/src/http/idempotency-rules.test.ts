import { expect, test } from 'vitest';
import { done, refusal, useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, back, pay, withdraw, find, decide, remove } = useLoans(world);

let keys = 0;
const newKey = () => `key-${(keys += 1)}`;

test('R6.3: keys are unique per person: the same key of another person is another', async () => {
  const loan = await newLoan();
  const key = newKey();
  for (const as of [await world.newPerson(), await world.newPerson()]) {
    const answer = await back(loan, as, 10, { key });
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  }
  expect(done(await find(loan)).currentBalance).toBe(20);
});

test('R6.3: a key used for another call, or another loan, is reused', async () => {
  const [loan, other] = [await newLoan({ status: 5 }), await newLoan({ status: 5 })];
  const key = newKey();
  done(await pay(loan, 5, { key }));
  expect(refusal(await withdraw(loan, { key }))).toBe('422 idempotency_key_reused');
  expect(refusal(await pay({ ...other, owner: loan.owner }, 5, { key }))).toBe('422 idempotency_key_reused');
  const open = await newLoan();
  expect(refusal(await back(open, loan.owner, 5, { key }))).toBe('422 idempotency_key_reused');
});

test('R6.3: a refused request was not answered, and may be tried again with its key', async () => {
  const loan = await newLoan({ status: 4 });
  const key = newKey();
  expect(refusal(await decide('releaseFunds', loan, { key }))).toBe('409 not_approved');
  done(await decide('approveProposal', loan));
  expect((await decide('releaseFunds', loan, { key })).status).toBe(200);
});

test('R6.3: a malformed request was not answered either', async () => {
  const loan = await newLoan({ status: 5 });
  const key = newKey();
  expect(refusal(await pay(loan, 'five', { key }))).toBe('422 invalid_request');
  expect((await pay(loan, 5, { key })).status).toBe(201);
});

test('R6.3: a malformed request under a used key is another body, also of a backing whose loan cannot be read', async () => {
  const [loan, as] = [await newLoan(), await world.newPerson()];
  const key = newKey();
  expect((await back(loan, as, 5, { key })).status).toBe(201);
  const send = (body: object, used: string) => world.call('POST', '/api/borrow/backProposal', { as, body, key: used });
  for (const body of [{ amount: 5 }, { proposalId: 'x', amount: 5 }, { proposalId: loan.id, amount: 'x' }]) {
    expect(refusal(await send(body, key))).toBe('422 idempotency_key_reused');
    expect(refusal(await send(body, newKey()))).toBe('422 invalid_request');
  }
});

test('a replay needs a caller who still may ask: without a token it is a 401', async () => {
  const loan = await newLoan({ status: 5 });
  const key = newKey();
  done(await pay(loan, 5, { key }));
  expect(refusal(await pay(loan, 5, { key, as: null }))).toBe('401 sign_in_required');
});

test('a key of 255 characters is fine, one more is not', async () => {
  const loan = await newLoan({ status: 5 });
  expect((await pay(loan, 1, { key: 'k'.repeat(255) })).status).toBe(201);
  expect(refusal(await pay(loan, 1, { key: 'k'.repeat(256) }))).toBe('422 invalid_request');
});

test('R6.3: an answer stays given when its proposal has gone', async () => {
  const loan = await newLoan();
  const backer = await world.newPerson();
  const first = await back(loan, backer, 5, { key: 'gone' });
  done(await decide('returnProposal', loan));
  done(await remove(loan, loan.owner));
  const again = await back(loan, backer, 5, { key: 'gone' });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(refusal(await back(loan, backer, 5, { key: 'new' }))).toBe('404 not_found');
});
