import type { ProposalId } from '@sathi/domain/ids.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, people, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from '../pay-ins/lapse.service.ts';

const world = useWorld();
const { newLoan, decide, balance, history, find } = useLoans(world);

const DAY_MS = 86_400_000;
let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  await expectMoney(world, ROI);
});
beforeEach(() => {
  world.now = NOW;
});

const back = (loan: { id: string }, as: Person, amount: number, more: { useCredit?: boolean; key?: string } = {}) => {
  const { key, ...body } = more;
  return world.call('POST', '/api/borrow/backProposal', {
    as,
    body: { proposalId: loan.id, amount, ...body },
    ...(key && { key }),
  });
};
const receive = (user: Person, cents: number) => receiveAtRoi(world, officers[0], user, cents);
const lapse = async (days: number) => {
  world.now = new Date(world.now.getTime() + days * DAY_MS);
  return lapseBackings(world.db, world.outside.now);
};
const open = (amount = 100) => newLoan({ officer: officers[0], form: { amount } });
const ordersOf = async ({ id }: Person) =>
  world.db.selectFrom('payInOrders').select('reference').where('userId', '=', id).execute();
const unpaidOf = async (loan: { id: string }) => {
  const { unpaidCents } = await world.db
    .selectFrom('proposals')
    .select('unpaidCents')
    .where('id', '=', Number(loan.id) as ProposalId)
    .executeTakeFirstOrThrow();
  return unpaidCents;
};

describe('a backing counts at once, and its money is awaited (R20.1)', () => {
  test('one reference and one sum serve all backings of a person, due on the earliest day (R19.5)', async () => {
    const [first, second, [backer]] = [await open(), await open(), (await people(world, 1)) as [Person]];
    const { order, fromCredit, toPay } = done(await back(first, backer, 15));
    expect({ fromCredit, toPay }).toEqual({ fromCredit: 0, toPay: 15 });
    expect(order).toEqual({
      reference: expect.stringMatching(/^RF\d{2}1\d{7}$/),
      amountDue: 15,
      payBy: '2026-02-07',
    });
    world.now = new Date(NOW.getTime() + DAY_MS);
    expect(done(await back(second, backer, 20)).order).toEqual({ ...order, amountDue: 35 });
    expect([await unpaidOf(first), await balance('awaited', { loan: first })]).toEqual([1500, -1500]);
    expect(await balance('world', { user: backer })).toBe(0);
    expect(done(await find(first, backer))).toMatchObject({ status: 3, currentBalance: 15, backersCount: 1 });
  });

  test('credit there pays first, unless it is to stay (R25.5)', async () => {
    const [loan, [backer]] = [await open(), (await people(world, 1)) as [Person]];
    expect((await receive(backer, 625)).toCreditCents).toBe(625);
    const kept = done(await back(loan, backer, 10, { useCredit: false }));
    expect(kept).toMatchObject({ fromCredit: 0, toPay: 10, order: { amountDue: 10 } });
    const paid = done(await back(loan, backer, 5));
    expect(paid).toMatchObject({ fromCredit: 5, toPay: 0 });
    expect(paid.order).toBe(undefined);
    expect(done(await back(loan, backer, 5))).toMatchObject({
      fromCredit: 1.25,
      toPay: 3.75,
      order: { amountDue: 13.75 },
    });
  });

  test('a refused backing opens no order, and ten identical requests at once are one', async () => {
    const [loan, [backer]] = [await open(20), (await people(world, 1)) as [Person]];
    expect(refusal(await back(loan, backer, 21))).toBe('422 amount_above_remaining');
    expect(await ordersOf(backer)).toEqual([]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => back(loan, backer, 20, { key: 'awaited' })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size).toBe(1);
    expect([await unpaidOf(loan), (await ordersOf(backer)).length]).toEqual([2000, 1]);
  });

  test('a person owes an institution up to its limit, over all loans and at once (R20.10)', async () => {
    const loans = await Promise.all([1, 2, 3, 4, 5, 6].map(() => open(200)));
    const [backer] = (await people(world, 1)) as [Person];
    const answers = await Promise.all(loans.map((loan) => back(loan, backer, 100)));
    const refused = answers.filter(({ status }) => status !== 201).map(refusal);
    expect(refused).toEqual(['422 amount_above_unpaid_limit']);
    await receive(backer, 100_00);
    expect((await back(loans[5] as never, backer, 100)).status).toBe(201);
  });
});

describe('promised money is not sent (R20.5)', () => {
  test('a release says how much of how many is missing, and the house advances it after other eyes than approved', async () => {
    const [loan, [first, second]] = [await open(), (await people(world, 2)) as [Person, Person]];
    done(await back(loan, first, 60));
    done(await back(loan, second, 40));
    await receive(first, 20_00);
    done(await decide('approveProposal', loan, { as: officers[0] }));
    const refused = await decide('releaseFunds', loan, { as: officers[1] });
    expect(refusal(refused)).toBe('409 unpaid_backings');
    expect(refused.body).toMatchObject({ unpaidAmount: 80, unpaidBackers: 2 });
    const advance = { body: { advance: true } };
    expect(refusal(await decide('releaseFunds', loan, { as: officers[0], ...advance }))).toBe(
      '403 second_person_needed',
    );
    expect(done(await decide('releaseFunds', loan, { as: officers[1], ...advance })).status).toBe(5);
    expect([await unpaidOf(loan), await balance('claim', { user: first, loan })]).toEqual([0, 2000]);
    expect((await receive(first, 40_00)).toCreditCents).toBe(4000);
  });

  test('the last dollar releases where the institution releases on approval', async () => {
    await world.db.updateTable('mfis').set({ releaseOnApproval: true }).where('id', '=', ROI).execute();
    const [loan, [backer]] = [await open(), (await people(world, 1)) as [Person]];
    done(await back(loan, backer, 100));
    expect(done(await decide('approveProposal', loan, { as: officers[0] })).status).toBe(4);
    await receive(backer, 99_99);
    expect(done(await find(loan, backer)).status).toBe(4);
    await receive(backer, 1);
    expect(done(await find(loan, backer)).status).toBe(5);
    await world.db.updateTable('mfis').set({ releaseOnApproval: false }).where('id', '=', ROI).execute();
  });
});

describe('unpaid parts lapse (R20.3)', () => {
  test('after the last second of the grace, and the proposal is open for a week longer, once (R20.4)', async () => {
    const [loan, [paying, silent]] = [await open(), (await people(world, 2)) as [Person, Person]];
    done(await back(loan, paying, 60));
    done(await back(loan, silent, 40));
    await receive(paying, 60_00);
    await receive(silent, 15_00);
    expect(await lapse(10)).toBe(0);
    await world.db
      .updateTable('proposals')
      .set({ fundingDeadline: new Date(world.now.getTime() + DAY_MS) })
      .where('id', '=', Number(loan.id) as ProposalId)
      .execute();
    expect(await lapse(1)).toBeGreaterThan(0);
    expect(await history(loan)).toEqual(['created', 'locked', 'backed', 'lapsed', 'reopened']);
    const now = done(await find(loan, paying));
    expect(now).toMatchObject({ status: 3, currentBalance: 75 });
    expect(now.fundingDeadline).toBe('2026-02-18T18:29:59.999Z');
    expect([await unpaidOf(loan), await balance('claim', { user: silent, loan })]).toEqual([0, 1500]);
    expect((await receive(silent, 25_00)).toCreditCents).toBe(2500);
  });

  test('two lapses on different days, and a person pays first (R20.10)', async () => {
    const [backer] = (await people(world, 1)) as [Person];
    for (const days of [11, 12]) {
      done(await back(await open(), backer, 10));
      expect(await lapse(days)).toBeGreaterThan(0);
    }
    const loan = await open();
    expect(refusal(await back(loan, backer, 10))).toBe('409 pay_first');
    await receive(backer, 10_00);
    expect(done(await back(loan, backer, 10))).toMatchObject({ fromCredit: 10, toPay: 0 });
  });

  test('a lapse and a receipt at the same moment share each backing between them', async () => {
    const backers = (await people(world, 6)) as Person[];
    const loan = await open(60);
    for (const backer of backers) done(await back(loan, backer, 10));
    world.now = new Date(world.now.getTime() + 11 * DAY_MS);
    const [booked] = await Promise.all([
      Promise.all(backers.map((backer) => receive(backer, 10_00))),
      lapseBackings(world.db, world.outside.now),
    ]);
    const settled = booked.flatMap((receipt) => receipt.settled).reduce((sum, { amountCents }) => sum + amountCents, 0);
    const credit = booked.reduce((sum, { toCreditCents }) => sum + toCreditCents, 0);
    expect(settled + credit).toBe(6000);
    expect(await balance('escrow', { loan })).toBe(settled);
    expect(await balance('awaited', { loan })).toBe(0);
  });

  test('two receipts at once pay a backing once', async () => {
    const [loan, [backer]] = [await open(), (await people(world, 1)) as [Person]];
    done(await back(loan, backer, 30));
    const booked = await Promise.all([20_00, 20_00].map((cents) => receive(backer, cents)));
    expect(booked.map(({ toCreditCents }) => toCreditCents).toSorted((a, b) => a - b)).toEqual([0, 1000]);
    expect(await unpaidOf(loan)).toBe(0);
  });
});
