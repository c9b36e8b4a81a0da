import type { ProposalId } from '@sathi/domain/ids.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectMoney, payInAccount } from '../../test/expected.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { type Answer, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from './lapse.service.ts';

const world = useWorld();
const { newLoan, back, decide } = useLoans(world);

const DAY_MS = 86_400_000;
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 6);
const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
let officers: readonly [Person, Person];
let accountId: string;
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, ROI);
  accountId = await payInAccount(world, officers[0]);
});
beforeEach(() => {
  world.now = NOW;
});

const outcome = (answer: Answer) => (answer.status < 300 ? 'ok' : refusal(answer));
/** Both at once, in either order of sending. */
async function race<A, B>(round: number, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> {
  if (round % 2) return Promise.all([a(), b()]);
  const [second, first] = await Promise.all([b(), a()]);
  return [first, second];
}
const receive = (reference: string, amount: number, more: object = {}) =>
  world.call('POST', '/api/mfi/receipts?mfiId=3', {
    as: officers[0],
    body: { reference, accountId, amount, receivedOn: '2026-01-31', ...more },
  });
const reverse = (id: string) =>
  world.call('POST', `/api/mfi/receipts/reverse?mfiId=3&id=${id}`, { as: officers[1], body: { reason: 'Returned' } });
const lapse = () => lapseBackings(world.db, () => new Date(NOW.getTime() + 11 * DAY_MS));
const withCredit = (as: Person) => world.call('POST', '/api/money/orders/payWithCredit', { as, body: { mfiId: '3' } });

/** A person who owes this much for a new loan of $40. */
async function debtor(amount: number, useCredit = true) {
  const loan = await newLoan({ officer: officers[0], form: { amount: 40 } });
  const [backer] = (await people(world, 1)) as [Person];
  const body = { proposalId: loan.id, amount, useCredit };
  const { order } = done(await world.call('POST', '/api/borrow/backProposal', { as: backer, body }));
  return { loan, backer, reference: order.reference as string };
}
/** Their debt, their credit, and the backed and unpaid cents of the loan. */
async function stateOf({ loan, backer }: { readonly loan: Loan; readonly backer: Person }) {
  const [order] = done(await world.call('GET', '/api/money/orders', { as: backer }));
  const { backedCents, unpaidCents } = await world.db
    .selectFrom('proposals')
    .select(['backedCents', 'unpaidCents'])
    .where('id', '=', Number(loan.id) as ProposalId)
    .executeTakeFirstOrThrow();
  return { due: order.amountDue, credit: order.credit, backed: backedCents, unpaid: unpaidCents };
}

describe.each(rounds)('round %i', (round) => {
  test('lapse × receipt: the backing is paid, or ended and its money is credit (R20.3, R20.6)', async () => {
    const owed = await debtor(15);
    const [, received] = await race(round, lapse, () => receive(owed.reference, 15));
    expect(outcome(received)).toBe('ok');
    expect([
      { due: 0, credit: 0, backed: 1500, unpaid: 0 },
      { due: 0, credit: 15, backed: 0, unpaid: 0 },
    ]).toContainEqual(await stateOf(owed));
  });

  test('ten receipts at once pay the debt once, and the rest is credit (R20.6)', async () => {
    const owed = await debtor(15);
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive(owed.reference, 2)));
    const sums = answers.map(done).map(({ settled, toCredit }) => (settled[0]?.amount ?? 0) + toCredit);
    expect(sums).toEqual(Array.from({ length: 10 }, () => 2));
    expect(await stateOf(owed)).toEqual({ due: 0, credit: 5, backed: 1500, unpaid: 0 });
  });

  test('the same transaction number at once is one receipt (R22.1)', async () => {
    const owed = await debtor(15);
    const same = { ownReference: `TRX ${owed.reference}` };
    const answers = await Promise.all([1, 2, 3].map(() => receive(owed.reference, 5, same)));
    expect(answers.map(outcome).sort()).toEqual(['409 reference_used', '409 reference_used', 'ok']);
    expect(await stateOf(owed)).toMatchObject({ due: 10, credit: 0 });
  });

  test('reversal × paying with that credit: nothing is spent that is gone (R20.8, R24.4)', async () => {
    const owed = await debtor(15);
    const { id } = done(await receive(owed.reference, 35));
    const next = await newLoan({ officer: officers[0], form: { amount: 40 } });
    const body = { proposalId: next.id, amount: 20, useCredit: false };
    done(await world.call('POST', '/api/borrow/backProposal', { as: owed.backer, body }));
    const answers = await race(
      round,
      () => reverse(id),
      () => withCredit(owed.backer),
    );
    expect(answers.map(outcome)).toEqual(['ok', 'ok']);
    expect(await stateOf(owed)).toEqual({ due: 35, credit: 0, backed: 1500, unpaid: 1500 });
  });

  test('reversal × backing from that credit: the backing is paid by it, or awaited (R20.8, R25.5)', async () => {
    const owed = await debtor(15);
    const { id } = done(await receive(owed.reference, 25));
    const next = await newLoan({ officer: officers[0], form: { amount: 40 } });
    const answers = await race(
      round,
      () => reverse(id),
      () => back(next, owed.backer, 10),
    );
    expect(answers.map(outcome)).toEqual(['ok', 'ok']);
    expect([
      { due: 25, credit: 0, backed: 1500, unpaid: 1500 },
      { due: 15, credit: -10, backed: 1500, unpaid: 1500 },
    ]).toContainEqual(await stateOf(owed));
  });

  test('advance × receipt: the house pays, or the backer, and not both (R20.5)', async () => {
    const owed = await debtor(40);
    done(await decide('approveProposal', owed.loan));
    const [released, received] = await race(
      round,
      () => decide('releaseFunds', owed.loan, { as: officers[1], body: { advance: true } }),
      () => receive(owed.reference, 40),
    );
    expect([outcome(released), outcome(received)]).toEqual(['ok', 'ok']);
    expect([
      { due: 0, credit: 0, backed: 4000, unpaid: 0 },
      { due: 0, credit: 40, backed: 4000, unpaid: 0 },
    ]).toContainEqual(await stateOf(owed));
  });

  test('return × receipt: the money is credit either way (R20.9)', async () => {
    const owed = await debtor(15);
    const answers = await race(
      round,
      () => decide('returnProposal', owed.loan),
      () => receive(owed.reference, 15),
    );
    expect(answers.map(outcome)).toEqual(['ok', 'ok']);
    expect(await stateOf(owed)).toEqual({ due: 0, credit: 15, backed: 0, unpaid: 0 });
  });

  test('“I have paid” × lapse: five more days, or too late (R20.2)', async () => {
    const owed = await debtor(15);
    const body = { mfiId: '3', paidOn: '2026-01-31', channel: 'bank' };
    const tell = () => world.call('POST', '/api/money/orders/told', { as: owed.backer, body });
    const [, told] = await race(round, lapse, tell);
    const { due } = await stateOf(owed);
    expect([
      ['ok', 15],
      ['409 wrong_status', 0],
    ]).toContainEqual([outcome(told), due]);
  });
});
