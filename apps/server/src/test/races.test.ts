import { describe, expect, test } from 'vitest';
import { expireProposals } from '../features/proposals/approvals.service.ts';
import { done, type Loan, people, refusal, useLoans } from './loans.ts';
import { type Answer, NOW, type Person, useWorld } from './world.ts';

const world = useWorld();
const loans = useLoans(world);
const { newLoan, back, edit, remove, setStatus, decide, pay, decidePayment, withdraw, find, balance, history } = loans;

/** The embedded database has one connection, where rivals wait in line. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? (process.env['TEST_DATABASE'] === 'pglite' ? 4 : 20));
const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
const ok = (answer: Answer) => answer.status < 300;
const outcome = (answer: Answer) => (ok(answer) ? 'ok' : refusal(answer));
const outcomes = (answers: readonly Answer[]) => {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1;
  return counts;
};
/** Both at once, in either order of sending. */
const race = async <A, B>(round: number, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> => {
  if (round % 2) return Promise.all([a(), b()]);
  const [second, first] = await Promise.all([b(), a()]);
  return [first, second];
};

describe.each(rounds)('round %i', (round) => {
  test('R6.2: ten rivals for a tenth each and ten for the whole never overdraw, and fill it exactly', async () => {
    const loan = await newLoan({ form: { amount: 50 } });
    const rivals = await people(world, 12);
    const answers = await Promise.all(rivals.map((rival) => back(loan, rival, 5)));
    expect(outcomes(answers)).toEqual({ ok: 10, '409 wrong_status': 2 });
    expect(done(await find(loan))).toMatchObject({ status: 4, currentBalance: 50 });
    expect(await balance('escrow', { loan })).toBe(5000);
  });

  test('R6.2: two for the whole rest: one gets it, the other hears how much is left', async () => {
    const loan = await newLoan({ form: { amount: 50 } });
    const rivals = await people(world, 3);
    const answers = await Promise.all(rivals.map((rival, index) => back(loan, rival, index === 2 ? 30 : 50)));
    expect(answers.filter(ok)).toHaveLength(1);
    for (const answer of answers.filter((each) => !ok(each))) {
      expect(['409 wrong_status', '422 amount_above_remaining']).toContain(refusal(answer));
      expect(answer.body.remainingAmount).toBe(50 - done(await find(loan)).currentBalance);
    }
  });

  test.each([
    ['edit', (loan: Loan) => edit(loan, loan.owner, { amount: 5 })],
    ['unpublish', (loan: Loan) => setStatus(loan, loan.owner, 1)],
    ['delete', (loan: Loan) => remove(loan, loan.owner)],
  ] as const)('%s × back: one of the two orders', async (what, change) => {
    const loan = await newLoan();
    const backer = await world.newPerson();
    const [changed, backed] = await race(
      round,
      () => change(loan),
      () => back(loan, backer, 50),
    );
    const late = { edit: '422 amount_above_remaining', unpublish: '404 not_found', delete: '404 not_found' }[what];
    expect([
      ['ok', late],
      ['409 has_backers', 'ok'],
    ]).toContainEqual([outcome(changed), outcome(backed)]);
    expect(await balance('escrow', { loan })).toBe(ok(backed) ? 5000 : 0);
    expect(await history(loan)).toHaveLength(2);
  });

  test('return × back, expire × back: the money is either all there or all back', async () => {
    for (const what of ['return', 'expire'] as const) {
      const loan = await newLoan({ status: 3 });
      const backer = await world.newPerson();
      const expire = async () => expireProposals(world.db, () => new Date('2026-03-02T18:30:01.000Z'));
      const close = what === 'return' ? () => decide('returnProposal', loan) : expire;
      const [, backed] = await race(round, close as () => Promise<unknown>, () => back(loan, backer, 10));
      expect(['ok', '404 not_found']).toContain(outcome(backed));
      expect(done(await find(loan, loan.owner))).toMatchObject({ status: 1, currentBalance: 0 });
      expect(await balance('escrow', { loan })).toBe(0);
      expect(await balance('world', { user: backer })).toBe(0);
    }
    expect(world.now).toEqual(NOW);
  });

  test('approve × approve: one, and one line in the history', async () => {
    const loan = await newLoan({ status: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide('approveProposal', loan)));
    expect(outcomes(answers)).toEqual({ ok: 1, '409 already_approved': 9 });
    expect((await history(loan)).filter((kind) => kind === 'approved')).toHaveLength(1);
  });

  test('edit × approve: an approval never covers an unseen version', async () => {
    const loan = await newLoan();
    const [edited, approved] = await race(
      round,
      () => edit(loan, loan.owner, { amount: 500 }),
      () => decide('approveProposal', loan),
    );
    expect([outcome(edited), outcome(approved)]).toEqual(['ok', 'ok']);
    const order = (await history(loan)).filter((kind) => kind === 'edited' || kind === 'approved');
    expect(done(await find(loan)).isMFIApproved).toBe(order.at(-1) === 'approved');
  });

  test('release × release: one, with one plan', async () => {
    const loan = await newLoan({ status: 4, isApproved: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide('releaseFunds', loan)));
    expect(outcomes(answers)).toEqual({ ok: 1, '409 wrong_status': 9 });
    expect(done(await find(loan)).schedule).toHaveLength(12);
  });

  test('release × return: exactly one of them', async () => {
    const loan = await newLoan({ status: 4, isApproved: true });
    const [released, returned] = await race(
      round,
      () => decide('releaseFunds', loan),
      () => decide('returnProposal', loan),
    );
    expect([
      ['ok', '409 wrong_status'],
      ['404 not_found', 'ok'],
    ]).toContainEqual([outcome(released), outcome(returned)]);
    expect(await balance('escrow', { loan })).toBe(ok(released) ? 10_000 : 0);
  });

  test('R10.2: ten payments of 30 on 100: three fit', async () => {
    const loan = await newLoan({ status: 5 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(loan, 30)));
    expect(outcomes(answers)).toEqual({ ok: 3, '422 amount_above_outstanding': 7 });
    expect(await balance('suspense', { loan })).toBe(9000);
  });

  test('R10.3: ten approvals of one payment credit it once', async () => {
    const loan = await newLoan({ status: 5 });
    const { id } = done(await pay(loan, 100));
    const answers = await Promise.all(Array.from({ length: 10 }, () => decidePayment('approvePayment', loan, id)));
    expect(outcomes(answers)).toEqual({ ok: 1, '409 already_approved': 9 });
    expect(await balance('wallet', { user: loan.backers[0] as Person })).toBe(10_000);
  });

  test('approve × reject of one payment: one decision', async () => {
    const loan = await newLoan({ status: 5 });
    const { id } = done(await pay(loan, 40));
    const [approved, rejected] = await race(
      round,
      () => decidePayment('approvePayment', loan, id),
      () => decidePayment('rejectPayment', loan, id),
    );
    expect([
      ['ok', '409 already_approved'],
      ['409 already_decided', 'ok'],
    ]).toContainEqual([outcome(approved), outcome(rejected)]);
    expect(await balance('wallet', { user: loan.backers[0] as Person })).toBe(ok(approved) ? 4000 : 0);
  });

  test('R9.1: payments of one loan approved at once share as if one came after the other', async () => {
    const loan = await newLoan({ status: 5, form: { amount: 99.99 }, backings: [25, 50, 24.99] });
    const ids = [];
    for (const amount of [8.33, 8.33, 8.33, 75]) ids.push(done(await pay(loan, amount)).id);
    done((await Promise.all(ids.map((id) => decidePayment('approvePayment', loan, id))))[0] as Answer);
    expect(await Promise.all(loan.backers.map((user) => balance('wallet', { user })))).toEqual([2500, 5000, 2499]);
    expect(done(await find(loan)).status).toBe(6);
  });

  test('R4.2: ten requests for the money: one', async () => {
    const loan = await newLoan({ status: 5 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(loan)));
    expect(outcomes(answers)).toEqual({ ok: 1, '409 withdrawal_open': 9 });
  });

  test('send × reject of one withdrawal: one, and the money once', async () => {
    const loan = await newLoan({ status: 5 });
    const { id } = done(await withdraw(loan));
    const step = (body: object) => () => loans.moveWithdrawal(id, loan.officer, body);
    const [sent, rejected] = await race(
      round,
      step({ state: 'sent', reference: 'x' }),
      step({ state: 'rejected', reason: 'x' }),
    );
    expect([sent, rejected].filter(ok)).toHaveLength(1);
    expect(await balance('escrow', { loan })).toBe(ok(sent) ? 0 : 10_000);
  });

  test('R9.8: one credit lent to ten loans at once is spent once', async () => {
    const earlier = await newLoan({ status: 6 });
    const [backer] = earlier.backers as [Person];
    const open: Loan[] = [];
    for (let index = 0; index < 10; index += 1)
      open.push(await newLoan({ owner: earlier.owner, officer: earlier.officer }));
    const answers = await Promise.all(open.map((loan) => back(loan, backer, 30)));
    expect(outcomes(answers)).toEqual({ ok: 10 });
    expect(await balance('wallet', { user: backer })).toBe(0);
    expect(await balance('world', { user: backer })).toBe(-30_000);
  });
});

test('R18.6, security T30: one item the database refuses harms only itself, in a batch of fifty', async () => {
  const loan = await newLoan();
  const [poisoner, ...others] = await people(world, 50);
  done(await back(loan, poisoner as Person, 1, { key: 'old' }));
  // Its stored answer is forgotten after a month; the journal with this key stays, and collides.
  await world.db.deleteFrom('idempotencyKeys').where('key', '=', 'old').execute();
  const answers = await Promise.all([
    ...others.slice(0, 25).map((other) => back(loan, other, 1, { key: 'mine' })),
    back(loan, poisoner as Person, 1, { key: 'old' }),
    ...others.slice(25).map((other) => back(loan, other, 1)),
  ]);
  expect(outcomes(answers)).toEqual({ ok: 49, '409 conflict': 1 });
  expect(refusal(answers[25] as Answer)).toBe('409 conflict');
  expect(done(await find(loan))).toMatchObject({ currentBalance: 50, backersCount: 50 });
});
