import type { ProposalId } from '@sathi/domain/ids.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, pay, back, find, balance, repay, decide, decidePayment, withdraw, moveWithdrawal, history } =
  useLoans(world);
const { heard } = useBells(world);

const DAY_MS = 86_400_000;
let other: Person;
beforeAll(async () => {
  other = await world.newPerson({ staffOf: [ROI] });
});
afterEach(() => {
  world.now = NOW;
});

const reverse = (
  loan: Pick<Loan, 'id'>,
  id: string,
  { as = other, body = { reason: 'The cheque bounced' }, key = '' } = {},
) =>
  world.call('PATCH', `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`, {
    as,
    body,
    ...(key !== '' && { key }),
  });
const paymentsOf = async (loan: Loan, as: Person) =>
  done(await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as })) as any[];

test('a payment that is taken back gives each backer’s share back, and the loan is open again (R22.8, T14)', async () => {
  const loan = await newLoan({ status: 5, form: { amount: 99.99 }, backings: [25, 50, 24.99] });
  const [a, b, c] = loan.backers as [Person, Person, Person];
  const first = await repay(loan, 8.33);
  await repay(loan, 8.33);
  await repay(loan, 8.33);
  await repay(loan, 75);
  expect(done(await find(loan)).status).toBe(6);
  // The first backer has lent all of it again, so their credit goes below zero.
  done(await back(await newLoan(), a, 25));
  expect(done(await reverse(loan, first))).toEqual({
    state: 'reversed',
    status: 5,
    outstandingAmount: 8.33,
    belowZero: [{ userId: String(a.id), amount: 2.09 }],
  });
  const credits = async () => [
    await balance('wallet', { user: a }),
    await balance('wallet', { user: b }),
    await balance('wallet', { user: c }),
  ];
  expect(await credits()).toEqual([-209, 4583, 2290]);
  expect(await balance('rounding', { loan })).toBe(2);
  expect(await balance('claim', { user: a, loan })).toBe(209);
  expect(await balance('world', { user: loan.owner })).toBe(-9166);
  expect(done(await find(loan, loan.owner))).toMatchObject({ status: 5, outstandingAmount: 8.33, repaidAt: null });
  await repay(loan, 8.33);
  expect(await credits()).toEqual([0, 5000, 2499]);
  expect(done(await find(loan)).status).toBe(6);
  expect((await history(loan)).filter((kind) => kind === 'repaid')).toHaveLength(2);
});

test('owner, staff and backers read that a payment was taken back, and why', async () => {
  const loan = await newLoan({ status: 5, backings: [25, 75] });
  const id = await repay(loan, 10);
  await runJobs(world);
  world.now = new Date(NOW.getTime() + DAY_MS);
  done(await reverse(loan, id));
  await runJobs(world);
  expect((await paymentsOf(loan, loan.owner))[0]).toMatchObject({
    id,
    state: 'reversed',
    isApproved: false,
    reason: 'The cheque bounced',
  });
  const [backer] = loan.backers as [Person];
  const moved = done(await world.call('GET', `/api/borrow/transactions?proposalId=${loan.id}`, { as: backer }));
  expect(moved[0]).toMatchObject({ purpose: 'repayment_reversed', amount: 2.5, direction: 'out' });
  const { rows } = done(await world.call('GET', '/api/borrow/statement', { as: loan.owner }));
  expect(rows[0]).toMatchObject({ purpose: 'reversed', outside: 10 });
  expect((await heard(loan.owner))[0]).toBe('payment_reversed 10');
  expect((await heard(backer))[0]).toBe('payment_reversed 2.5');
  expect((await heard(loan.officer))[0]).toBe('payment_reversed 10');
  const events = done(await world.call('GET', `/api/borrow/history?proposalId=${loan.id}`, { as: loan.owner }));
  expect(events[0]).toMatchObject({ kind: 'payment_reversed', note: 'The cheque bounced' });
  expect(events.map((event: any) => event.kind)).toContain('payment_approved');
});

test('the history says once that a payment was taken back, with the status that this changed (R1.4, T14)', async () => {
  const loan = await newLoan({ status: 5 });
  const [first, last] = [await repay(loan, 40), await repay(loan, 60)];
  world.now = new Date(NOW.getTime() + DAY_MS);
  done(await reverse(loan, last));
  world.now = new Date(NOW.getTime() + 2 * DAY_MS);
  done(await reverse(loan, first));
  const rows: any[] = done(await world.call('GET', `/api/borrow/history?proposalId=${loan.id}`, { as: other }));
  const taken = rows.filter(({ kind }) => kind === 'payment_reversed');
  expect(taken.map(({ amount, fromStatus, toStatus }) => [amount, fromStatus, toStatus])).toEqual([
    [40, null, null],
    [60, 6, 5],
  ]);
  expect((await history(loan)).slice(-2)).toEqual(['repaid', 'payment_reversed']);
  const event = await world.db
    .selectFrom('proposalEvents')
    .select(['fromStatus', 'toStatus', 'actorId', 'note'])
    .where('proposalId', '=', Number(loan.id) as ProposalId)
    .where('toStatus', '=', 5)
    .where('fromStatus', '=', 6)
    .execute();
  expect(event).toEqual([{ fromStatus: 6, toStatus: 5, actorId: other.id, note: 'The cheque bounced' }]);
});

describe('a payment is taken back by other staff, once, in time (R22.8)', () => {
  test('not by the one who approved it, the owner, or others', async () => {
    const loan = await newLoan({ status: 5 });
    const id = await repay(loan, 10);
    expect(refusal(await reverse(loan, id, { as: loan.officer }))).toBe('403 second_person_needed');
    const elsewhere = await world.newPerson({ staffOf: [DCBS] });
    for (const as of [loan.owner, loan.backers[0] as Person, elsewhere]) {
      expect(refusal(await reverse(loan, id, { as }))).toBe('403 not_permitted');
    }
    expect(refusal(await reverse(loan, '987654321'))).toBe('404 not_found');
    expect(refusal(await reverse(loan, id, { body: { reason: ' ' } }))).toBe('422 invalid_request');
  });

  test('not by staff of a loan of their own: a colleague has to (R19.9)', async () => {
    const owner = await world.newPerson({ staffOf: [ROI] });
    const loan = await newLoan({ owner, status: 5 });
    const id = await repay(loan, 10);
    expect(refusal(await reverse(loan, id, { as: owner }))).toBe('403 second_person_needed');
  });

  test('not one that waits or was rejected, not twice, and not after sixty days', async () => {
    const loan = await newLoan({ status: 5 });
    const { id } = done(await pay(loan, 10));
    expect(refusal(await reverse(loan, id))).toBe('409 wrong_status');
    done(await decidePayment('approvePayment', loan, id));
    world.now = new Date(NOW.getTime() + 60 * DAY_MS + 1);
    expect(refusal(await reverse(loan, id))).toBe('409 too_late');
    // The other staff that it needs are told first.
    expect(refusal(await reverse(loan, id, { as: loan.officer }))).toBe('403 second_person_needed');
    world.now = new Date(NOW.getTime() + 60 * DAY_MS);
    done(await reverse(loan, id));
    expect(refusal(await reverse(loan, id))).toBe('409 already_reversed');
    expect(refusal(await reverse(loan, id, { as: loan.officer }))).toBe('403 second_person_needed');
    expect(refusal(await decidePayment('approvePayment', loan, id))).toBe('409 already_decided');
  });

  test('ten at once are one, and the number of the transfer is free again', async () => {
    const loan = await newLoan({ status: 5 });
    const enter = () =>
      world.call('POST', '/api/borrow/proposalPayment', {
        as: loan.owner,
        body: { proposalId: loan.id, amount: 10, channel: 'bank', reference: 'Free 1' },
      });
    const { id } = done(await enter());
    done(await decidePayment('approvePayment', loan, id));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reverse(loan, id, { key: `ten ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance('wallet', { user: loan.backers[0] as Person })).toBe(0);
    done(await enter());
  });
});

describe('an institution that awaits money', () => {
  beforeAll(() => expectMoney(world, ROI));

  test('credit with the institution goes below zero, is refilled first and lends nothing: vector V10', async () => {
    const backers = await people(world, 3);
    const loan = await newLoan({ form: { amount: 99.99 }, officer: other });
    for (const [index, amount] of [2500, 5000, 2499].entries()) {
      const backer = backers[index] as Person;
      done(await back(loan, backer, amount / 100));
      await receiveAtRoi(world, other, backer, amount);
    }
    const officer = await world.newPerson({ staffOf: [ROI] });
    done(await decide('approveProposal', loan, { as: other }));
    done(await decide('releaseFunds', loan, { as: officer }));
    const { id: withdrawalId } = done(await withdraw(loan));
    done(await moveWithdrawal(withdrawalId, officer, { state: 'sent', reference: 'Slip 7' }));
    const first = await repay(loan, 8.33);
    for (const amount of [8.33, 8.33, 75]) await repay(loan, amount);
    const [a] = backers as [Person];
    const next = await newLoan({ officer: other });
    done(await back(next, a, 25));
    const wallets = async () => {
      const rows = await world.db
        .selectFrom('accounts')
        .select(['userId', 'balanceCents', 'overdraftCents'])
        .where('kind', '=', 'wallet')
        .where('mfiId', '=', ROI)
        .where(
          'userId',
          'in',
          backers.map(({ id }) => id),
        )
        .orderBy('userId')
        .execute();
      return rows.map(({ balanceCents, overdraftCents }) => [balanceCents, overdraftCents]);
    };
    done(await reverse(loan, first, { as: officer }));
    expect(await wallets()).toEqual([
      [-209, 209],
      [4583, 0],
      [2290, 0],
    ]);
    expect(await balance('rounding', { loan })).toBe(2);
    const more = done(await back(await newLoan({ officer: other }), a, 5));
    expect(more).toMatchObject({ fromCredit: 0, toPay: 5 });
    await repay(loan, 8.33);
    expect(await wallets()).toEqual([
      [0, 0],
      [5000, 0],
      [2499, 0],
    ]);
    const { status } = await world.db
      .selectFrom('proposals')
      .select('status')
      .where('id', '=', Number(loan.id) as ProposalId)
      .executeTakeFirstOrThrow();
    expect(status).toBe(6);
  });
});
