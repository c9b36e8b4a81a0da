import type { ProposalId } from '@sathi/domain/ids.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { proveNow, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { expireProposals } from '../proposals/approvals.service.ts';
import { askAboutUnsent } from './release-undoings.jobs.ts';

const world = useWorld();
const loans = useLoans(world);
const { newLoan, find, pay, decide, decidePayment, repay, withdraw, moveWithdrawal, back, balance, history } = loans;
const { heard } = useBells(world);

let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
});
beforeEach(() => {
  world.now = NOW;
});

const after = (days: number) => {
  world.now = new Date(NOW.getTime() + days * 86_400_000);
};
const released = (wish: Parameters<typeof newLoan>[0] = {}) => newLoan({ status: 5, officer: officers[0], ...wish });
const query = (loan: Loan) => `mfiId=${ROI}&proposalId=${loan.id}`;
const REASON = 'She does not need the money any more.';
const enter = (loan: Loan, as: Person = officers[0]) =>
  world.call('POST', `/api/mfi/undoRelease?${query(loan)}`, { as, body: { reason: REASON } });
const confirm = (loan: Loan, as: Person = officers[1]) =>
  world.call('PATCH', `/api/mfi/undoRelease?${query(loan)}`, { as, body: { state: 'approved' } });
const read = (loan: Loan, as: Person = officers[0]) => world.call('GET', `/api/mfi/undoRelease?${query(loan)}`, { as });
const plan = (loan: Loan) =>
  world.db
    .selectFrom('instalments')
    .select('number')
    .where('proposalId', '=', Number(loan.id) as ProposalId)
    .execute();
async function undone(loan: Loan): Promise<void> {
  done(await enter(loan));
  done(await confirm(loan));
}

describe('T12, R31.3: two people undo a release', () => {
  test('the loan is fully backed again, approved and without a plan, and its parties hear of it', async () => {
    const loan = await released({ backings: [60, 40] });
    const { id } = done(await withdraw(loan));
    expect(done(await read(loan))).toMatchObject({ hindrance: null, isAsked: false, undoing: null });
    expect(done(await enter(loan))).toEqual({ state: 'entered' });
    expect(refusal(await enter(loan, officers[1]))).toBe('409 wrong_status');
    expect(refusal(await confirm(loan, officers[0]))).toBe('403 second_person_needed');
    expect(done(await read(loan)).undoing).toMatchObject({ reason: REASON, mayConfirm: false });
    expect(done(await read(loan, officers[1])).undoing).toMatchObject({ mayConfirm: true });
    expect(done(await confirm(loan))).toEqual({ state: 'approved', status: 4 });
    expect(done(await find(loan, loan.owner))).toMatchObject({
      status: 4,
      isMFIApproved: true,
      currentBalance: 100,
      fundedAmount: 0,
      fundedAt: null,
    });
    expect(await plan(loan)).toEqual([]);
    expect(await balance('escrow', { loan })).toBe(10_000);
    expect(await history(loan)).toEqual(expect.arrayContaining(['funds_released', 'release_undone']));
    const { data } = (await world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as: loan.owner }))
      .body;
    expect(data).toMatchObject([{ id, state: 'rejected', reason: REASON }]);
    await runJobs(world);
    expect(await heard(loan.owner)).toEqual(expect.arrayContaining(['release_undone 100', 'withdrawal_failed 100']));
    expect(await heard(loan.backers[1] as Person)).toContain('release_undone 40');
    expect(await heard(officers[1])).toContain('to_confirm null');
    expect(refusal(await read(loan))).toBe('409 wrong_status');
  });

  test('it can be released again, with the months counted anew, and goes on to be repaid', async () => {
    const loan = await released();
    await undone(loan);
    after(20);
    done(await decide('releaseFunds', loan));
    expect(done(await find(loan, loan.owner))).toMatchObject({ status: 5, fundedAt: world.now.toISOString() });
    expect(await plan(loan)).toHaveLength(12);
    const { id } = done(await withdraw(loan));
    done(await moveWithdrawal(id, officers[0], { state: 'sent', reference: 'B-1' }));
    await repay(loan, 100);
    expect(done(await find(loan, loan.owner))).toMatchObject({ status: 6, paidAmount: 100 });
  });

  test('the thirty days to release it begin anew (T9)', async () => {
    const loan = await released();
    after(25);
    await undone(loan);
    after(54);
    await expireProposals(world.db, world.outside.now);
    expect(done(await find(loan, loan.owner)).status).toBe(4);
    after(56);
    await expireProposals(world.db, world.outside.now);
    expect(done(await find(loan, loan.owner))).toMatchObject({ status: 1, closedReason: 'expired' });
  });

  test('staff of another institution, a stranger and an owner who is staff do not', async () => {
    const loan = await released();
    const elsewhere = await world.newPerson({ staffOf: [DCBS] });
    expect(refusal(await enter(loan, elsewhere))).toBe('403 not_permitted');
    expect(refusal(await enter(loan, loan.owner))).toBe('403 not_permitted');
    const own = await released({ owner: officers[1] });
    expect(refusal(await enter(own, officers[1]))).toBe('403 second_person_needed');
    expect(refusal(await read(own, officers[1]))).toBe('403 not_permitted');
  });
});

describe('R31.3: a release of which something has moved is not undone', () => {
  test('money that was sent, until the sending failed', async () => {
    const loan = await released();
    const { id } = done(await withdraw(loan));
    done(await enter(loan));
    done(await moveWithdrawal(id, officers[0], { state: 'sent', reference: 'B-1' }));
    expect(refusal(await confirm(loan))).toBe('409 wrong_status');
    expect(done(await read(loan))).toMatchObject({ hindrance: 'wrong_status' });
    done(await moveWithdrawal(id, officers[0], { state: 'failed', reason: 'Wrong number' }));
    expect(done(await confirm(loan)).status).toBe(4);
  });

  test('a payment that waits, and one that was approved; not one that was rejected', async () => {
    const loan = await released();
    const first = done(await pay(loan, 10)).id;
    expect(refusal(await enter(loan))).toBe('409 payment_pending');
    done(await decidePayment('rejectPayment', loan, first));
    done(await enter(loan));
    await repay(loan, 10);
    expect(refusal(await confirm(loan))).toBe('409 wrong_status');
  });

  test('a release of which a backer gave up their claim is not undone', async () => {
    const loan = await released({ backings: [60, 40] });
    const [, giver] = loan.backers as [Person, Person];
    await proveNow(world, giver);
    done(await world.call('POST', '/api/borrow/forgive', { as: giver, body: { proposalId: loan.id } }));
    expect(refusal(await enter(loan))).toBe('409 wrong_status');
  });
});

test('R31.3: of two rivals, one undoes the release and the other sends its money, one alone succeeds', async () => {
  for (let round = 0; round < 6; round += 1) {
    const loan = await released();
    const { id } = done(await withdraw(loan));
    done(await enter(loan));
    const send = () => moveWithdrawal(id, officers[0], { state: 'sent', reference: 'B-1' });
    const answers = await Promise.all(round % 2 ? [confirm(loan), send()] : [send(), confirm(loan)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const { status } = done(await find(loan, loan.owner));
    expect(await balance('escrow', { loan })).toBe(status === 4 ? 10_000 : 0);
  }
});

describe('R31.4: staff are asked about money that was never sent', () => {
  test('after sixty days, once, and again after thirty more', async () => {
    const asked = async () => (await heard(officers[0])).filter((one) => one === 'release_unsent null').length;
    const before = await asked();
    const loan = await released();
    after(59);
    await askAboutUnsent(world.outside);
    expect(await asked()).toBe(before);
    after(60);
    await askAboutUnsent(world.outside);
    const once = await asked();
    expect(once).toBeGreaterThan(before);
    await askAboutUnsent(world.outside);
    expect(await asked()).toBe(once);
    expect(done(await read(loan))).toMatchObject({ isAsked: true });
    after(90);
    await askAboutUnsent(world.outside);
    expect(await asked()).toBeGreaterThan(once);
  });

  test('not where something was repaid; its owner may still withdraw it (R4.5)', async () => {
    const loan = await released();
    await repay(loan, 10);
    after(61);
    expect(done(await read(loan))).toMatchObject({ isAsked: false, hindrance: 'wrong_status' });
    done(await withdraw(loan));
  });

  test('an entry stands for thirty days, and then ends, for who would confirm it also before the job (R34.3)', async () => {
    const loan = await released();
    const mayConfirm = async (as: Person) => done(await read(loan, as)).undoing?.mayConfirm;
    done(await enter(loan));
    after(30);
    expect([refusal(await confirm(loan)), await mayConfirm(officers[1])]).toEqual(['409 wrong_status', false]);
    expect(refusal(await confirm(loan, officers[0]))).toBe('403 second_person_needed');
    await askAboutUnsent(world.outside);
    done(await enter(loan, officers[1]));
    world.now = new Date(NOW.getTime() + 60 * 86_400_000 - 1);
    await askAboutUnsent(world.outside);
    expect(await mayConfirm(officers[0])).toBe(true);
    done(await confirm(loan, officers[0]));
  });
});

test('R31.3, R20.8: parts that an institution has taken over stay its own', async () => {
  await expectMoney(world, ROI);
  const me = await world.newPerson();
  const loan = await newLoan({ officer: officers[0], isApproved: true });
  done(await back(loan, me, 100));
  const advance = { as: officers[1], body: { advance: true } };
  done(await decide('releaseFunds', loan, advance));
  expect(await balance('claim', { user: me, loan })).toBe(0);
  await undone(loan);
  expect(await balance('claim', { user: me, loan })).toBe(0);
  expect(done(await find(loan, loan.owner))).toMatchObject({ status: 4, currentBalance: 100 });

  const position = async () => done(await world.call('GET', `/api/mfi/position?mfiId=${ROI}`, { as: officers[0] }));
  const before = await position();
  done(await decide('returnProposal', loan));
  const { house, mustHold } = await position();
  expect([house.credit - before.house.credit, mustHold]).toEqual([100, before.mustHold]);
  expect(await listViolations(world.db)).toEqual([]);
});
