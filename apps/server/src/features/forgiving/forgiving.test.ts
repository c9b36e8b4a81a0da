import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { proveNow, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney, receiveAt } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';

const world = useWorld();
const { newLoan, find, repay, pay, decidePayment, withdraw, moveWithdrawal, balance, back } = useLoans(world);
const { bell, heard, sentTo } = useBells(world);

let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, DCBS);
});
beforeEach(() => {
  world.now = NOW;
});

async function forgive(loan: Loan, as: Person, fields: object = {}, key?: string) {
  await proveNow(world, as);
  const body = { proposalId: loan.id, ...fields };
  return world.call('POST', '/api/borrow/forgive', { as, body, ...(key && { key }) });
}
const read = (loan: Loan, as: Person) => world.call('GET', `/api/borrow/forgive?proposalId=${loan.id}`, { as });
/** $100 of two backers over a year. */
const running = () => newLoan({ status: 5, officer: officers[0], backings: [60, 40] });
const planOf = async (loan: Loan) =>
  done(await find(loan, loan.owner)).schedule.map(({ amount }: { amount: number }) => amount);

describe('R30.1: a backer gives up all that a running loan owes them', () => {
  test('the outstanding falls by it, the last instalments first, and later payments are shared by the others', async () => {
    const loan = await running();
    const [first, second] = loan.backers as [Person, Person];
    await repay(loan, 10);
    expect(done(await read(loan, second))).toEqual({ amount: 36, hindrance: null });
    const proposal = { status: 5, outstandingAmount: 54 };
    expect(done(await forgive(loan, second))).toEqual({ amount: 36, proposal });
    expect(done(await find(loan))).toMatchObject({ ...proposal, paidAmount: 10, forgivenAmount: 36 });
    expect(await planOf(loan)).toEqual([8.33, 8.33, 8.33, 8.33, 8.33, 8.33, 8.33, 5.69]);
    expect(await balance('claim', { loan, user: second })).toBe(0);
    await repay(loan, 54);
    expect(await balance('wallet', { user: first })).toBe(6000);
    expect(await balance('wallet', { user: second })).toBe(400);
    expect(done(await find(loan)).status).toBe(6);
    expect(await listViolations(world.db)).toEqual([]);
  });

  test('T13: when the last claim is given up the loan is over', async () => {
    const loan = await newLoan({ status: 5, officer: officers[0] });
    const [only] = loan.backers as [Person];
    expect(done(await forgive(loan, only)).proposal).toEqual({ status: 6, outstandingAmount: 0 });
    expect(await planOf(loan)).toEqual([]);
    expect(refusal(await forgive(loan, only))).toBe('409 wrong_status');
    await runJobs(world);
    expect(await heard(only)).toContain('repaid 100');
    // The mails call it over, and not repaid.
    const subjects = [...(await sentTo(only)), ...(await sentTo(loan.owner))];
    expect(subjects).toContain('Nothing is owed any more: A sewing machine');
    expect(subjects).not.toContain('Fully repaid: A sewing machine');
    expect(await listViolations(world.db)).toEqual([]);
  });

  test('a second time nothing is owed', async () => {
    const loan = await running();
    const [first] = loan.backers as [Person];
    done(await forgive(loan, first));
    expect(done(await read(loan, first))).toEqual({ amount: 0, hindrance: 'wrong_status' });
    expect(refusal(await forgive(loan, first))).toBe('409 wrong_status');
  });

  test('ten at once are one, and the same request twice is one', async () => {
    const loan = await running();
    const [first, second] = loan.backers as [Person, Person];
    await proveNow(world, first);
    const call = () => world.call('POST', '/api/borrow/forgive', { as: first, body: { proposalId: loan.id } });
    const answers = await Promise.all(Array.from({ length: 10 }, call));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const twice = [await forgive(loan, second, {}, 'give up'), await forgive(loan, second, {}, 'give up')];
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(done(await find(loan))).toMatchObject({ status: 6, forgivenAmount: 100 });
  });

  test('R34.2: a proof is asked for', async () => {
    const loan = await running();
    const [first] = loan.backers as [Person];
    world.now = new Date(NOW.getTime() + 11 * 60_000);
    const body = { proposalId: loan.id };
    expect(refusal(await world.call('POST', '/api/borrow/forgive', { as: first, body }))).toBe('403 step_up_required');
    expect(await balance('claim', { loan, user: first })).toBe(6000);
  });

  test('strangers and the owner have nothing to give up', async () => {
    const loan = await running();
    for (const as of [loan.owner, await world.newPerson(), officers[0]]) {
      expect(refusal(await forgive(loan, as))).toBe('403 not_permitted');
      expect(refusal(await read(loan, as))).toBe('403 not_permitted');
    }
  });
});

describe('R30.3, R24.9: a claim is not given up beside', () => {
  test('a payment that waits', async () => {
    const loan = await running();
    const [first] = loan.backers as [Person];
    const { id } = done(await pay(loan, 1));
    expect(refusal(await forgive(loan, first))).toBe('409 payment_pending');
    expect(done(await read(loan, first))).toEqual({ amount: 60, hindrance: 'payment_pending' });
    done(await decidePayment('rejectPayment', loan, id));
    done(await forgive(loan, first));
  });

  test('a write-off: what is lost is not forgiven', async () => {
    const loan = await running();
    const { id } = done(await withdraw(loan));
    done(await moveWithdrawal(id, officers[0], { state: 'sent', reference: 'B-77' }));
    const query = `proposalId=${loan.id}`;
    world.now = new Date('2026-10-01T06:30:00.000Z');
    await lookForDefaults(world.outside);
    const why = { reason: 'Gone', cause: 'borrower' };
    done(await world.call('POST', `/api/mfi/default?${query}`, { as: officers[0], body: why }));
    world.now = new Date('2026-11-01T06:30:00.000Z');
    done(await world.call('POST', `/api/mfi/writeOff?${query}`, { as: officers[0], body: { reason: 'Gone' } }));
    done(await world.call('PATCH', `/api/mfi/writeOff?${query}`, { as: officers[1], body: { state: 'approved' } }));
    expect(refusal(await forgive(loan, loan.backers[0] as Person))).toBe('409 wrong_status');
  });

  test.each([
    ['a receipt paid for it', ['backing', 'receipt'], 0],
    ['credit paid for it', ['receipt', 'backing'], 40],
  ])('money that came lately, where it is awaited: %s (R30.1)', async (_, steps, fromCredit) => {
    const staff = [await world.newPerson({ staffOf: [DCBS] }), await world.newPerson({ staffOf: [DCBS] })] as const;
    const loan = await newLoan({ mfiId: DCBS, officer: staff[0], form: { amount: 40 } });
    const backer = await world.newPerson();
    for (const step of steps) {
      if (step === 'receipt') await receiveAt(world, DCBS, staff[0], backer, 4000);
      else expect(done(await back(loan, backer, 40)).fromCredit).toBe(fromCredit);
    }
    const query = `mfiId=${DCBS}&proposalId=${loan.id}`;
    done(await world.call('POST', `/api/mfi/approveProposal?${query}`, { as: staff[0] }));
    done(await world.call('POST', `/api/mfi/releaseFunds?${query}`, { as: staff[1] }));
    expect(refusal(await forgive(loan, backer))).toBe('409 paid_in_lately');
    const end = NOW.getTime() + 30 * 86_400_000;
    world.now = new Date(end - 1);
    expect(refusal(await forgive(loan, backer))).toBe('409 paid_in_lately');
    world.now = new Date(end);
    expect(done(await forgive(loan, backer)).amount).toBe(40);
    expect(await listViolations(world.db)).toEqual([]);
  });
});

describe('R30.2: a forgiving is read by those whom it concerns', () => {
  test('the owner hears of the sum without a name, unless the backer says who', async () => {
    const loan = await running();
    const [first, second] = loan.backers as [Person, Person];
    done(await forgive(loan, first));
    done(await forgive(loan, second, { sayWho: true }));
    await runJobs(world);
    const mails = (await sentTo(loan.owner)).filter((subject) => subject?.includes('given up'));
    expect(mails).toHaveLength(2);
    const { firstName, lastName } = await world.db
      .selectFrom('users')
      .select(['firstName', 'lastName'])
      .where('id', '=', second.id)
      .executeTakeFirstOrThrow();
    const { data } = await bell(loan.owner);
    expect(data.filter(({ kind }: { kind: string }) => kind === 'forgiven')).toMatchObject([
      { amount: 40, actorName: `${firstName} ${lastName}` },
      { amount: 60, actorName: null },
    ]);
    expect(mails).toEqual([
      'A backer has given up $60 that you owe them in “A sewing machine”. You need not pay it',
      `${firstName} ${lastName} has given up $40 that you owe them in “A sewing machine”. You need not pay it`,
    ]);
  });

  test('the list of backers and the own statement say it', async () => {
    const loan = await running();
    const [first, second] = loan.backers as [Person, Person];
    done(await forgive(loan, first));
    done(await forgive(loan, second, { sayWho: true }));
    const listed = async (as: Person) =>
      Object.fromEntries(
        done(await world.call('GET', `/api/borrow/backersList?proposalId=${loan.id}`, { as })).map(
          ({ id, forgiven }: { id: string; forgiven: number }) => [Number(id), forgiven],
        ),
      );
    expect(await listed(officers[0])).toEqual({ [first.id]: 60, [second.id]: 40 });
    expect(await listed(first)).toEqual({ [first.id]: 60, [second.id]: 40 });
    expect(await listed(loan.owner)).toEqual({ [first.id]: 0, [second.id]: 40 });
    const { rows } = done(await world.call('GET', '/api/borrow/statement', { as: first }));
    expect(rows[0]).toMatchObject({ purpose: 'forgiven', outside: 0, credit: 0, givenUp: 60 });
    const portfolio = done(await world.call('GET', '/api/borrow/portfolio', { as: first }));
    expect(portfolio).toMatchObject({ lent: 60, stillOut: 0, forgiven: 60, cameBack: 0 });
  });
});

test('R22.9: an earlier payment that is taken back leaves the backer what they did not give up', async () => {
  const loan = await newLoan({ status: 5, officer: officers[0], backings: [50, 50] });
  const [first, second] = loan.backers as [Person, Person];
  const id = await repay(loan, 40);
  done(await forgive(loan, second));
  await repay(loan, 10);
  const path = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`;
  done(await world.call('PATCH', path, { as: officers[1], body: { reason: 'Bounced' } }));
  expect(await balance('claim', { loan, user: first })).toBe(4286);
  expect(await balance('claim', { loan, user: second })).toBe(1715);
  expect(await listViolations(world.db)).toEqual([]);
});
