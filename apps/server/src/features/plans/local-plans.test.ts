import { afterEach, beforeEach, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { taka } from '../../test/local-money.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, pay, decidePayment } = useLoans(world);

const setLocalMoney = (localMoney: boolean) =>
  world.db
    .updateTable('mfis')
    .set({ localMoney, localCurrency: 'BDT', localUnitMinor: 100 as never })
    .where('id', '=', ROI)
    .execute();

beforeEach(async () => {
  world.now = NOW;
  await setLocalMoney(true);
  const { id } = await world.newPerson();
  const by = { enteredBy: id, enteredAt: NOW, decidedBy: id, decidedAt: NOW, state: 'approved' as const };
  const rate = { mfiId: ROI, currency: 'BDT' as const, validFrom: '2026-01-25', source: 'Bangladesh Bank', reason: '' };
  await world.db
    .insertInto('moneyRates')
    .values({ ...rate, ...by, rateMillionths: 122_350_000 as never })
    .execute();
});
afterEach(async () => {
  await setLocalMoney(false);
  await world.db.deleteFrom('moneyRates').execute();
});

const payLocal = async (loan: Loan, amount: string) =>
  done(await pay(loan, undefined, { body: { proposalId: loan.id, localAmount: { amount, currency: 'BDT' } } }));

test('R7.2, R23.8: a new plan of a loan in taka is asked to the paisa where the institution lends in rupees by now', async () => {
  const loan = await newLoan({ status: 5 });
  const rupees = { localCurrency: 'INR', localUnitMinor: 100_000 as never } as const;
  await world.db.updateTable('mfis').set(rupees).where('id', '=', ROI).execute();
  const query = `proposalId=${loan.id}`;
  const plan = { months: 3, firstDueOn: '2026-05-31', reason: 'The flood.' };
  const { id } = done(await world.call('POST', `/api/mfi/plan?${query}`, { as: loan.officer, body: plan }));
  const body = { state: 'accepted' };
  done(await world.call('PATCH', `/api/borrow/plan?${query}&id=${id}`, { as: loan.owner, body }));
  const { schedule } = done(await find(loan, loan.owner));
  expect(schedule.map(({ local }: { local: { amount: string } }) => local.amount)).toEqual([
    '4077.93',
    '4077.93',
    '4079.15',
  ]);
  expect(await listViolations(world.db)).toEqual([]);
});

test('R23.8: a new plan of local money begins with what was approved, and a waiting payment fills it', async () => {
  const loan = await newLoan({ status: 5 });
  // The first month, and half of the second.
  const first = await payLocal(loan, '1020.00');
  done(await decidePayment('approvePayment', loan, first.id));
  const waiting = await payLocal(loan, '510.00');
  const query = `proposalId=${loan.id}`;
  const plan = { months: 3, firstDueOn: '2026-05-31', reason: 'The flood.' };
  const { id } = done(await world.call('POST', `/api/mfi/plan?${query}`, { as: loan.officer, body: plan }));
  const body = { state: 'accepted' };
  done(await world.call('PATCH', `/api/borrow/plan?${query}&id=${id}`, { as: loan.owner, body }));
  const read = async () =>
    done(await find(loan, loan.owner)).schedule.map(
      ({ dueOn, amount, local }: { dueOn: string; amount: number; local: { amount: string; paid: string } }) =>
        `${dueOn} ${amount} ${local.amount} ${local.paid}`,
    );
  // $91.67 in three parts, each at 122.35 rounded up to the taka.
  expect(await read()).toEqual([
    '2026-02-28 8.33 1020.00 1020.00',
    '2026-05-31 30.55 3738.00 0.00',
    '2026-06-30 30.55 3738.00 0.00',
    '2026-07-31 30.57 3741.00 0.00',
  ]);
  for (const [as, local] of [
    [loan.owner, taka('1020.00')],
    [loan.backers[0] as Person, null],
  ] as const) {
    const [changed] = done(await world.call('GET', `/api/borrow/plans?proposalId=${loan.id}`, { as }));
    expect(changed.before[0]).toEqual({ dueOn: '2026-02-28', amount: 8.33, local });
  }
  expect(await listViolations(world.db)).toEqual([]);
  done(await decidePayment('approvePayment', loan, waiting.id));
  const [, second] = await read();
  expect(second).toMatch(/^2026-05-31 30\.55 3738\.00 509\.\d\d$/);
  const left = done(await find(loan, loan.owner)).localOutstanding;
  const rest = await payLocal(loan, left.amount);
  done(await decidePayment('approvePayment', loan, rest.id));
  expect(done(await find(loan)).status).toBe(6);
  expect(await listViolations(world.db)).toEqual([]);
});
