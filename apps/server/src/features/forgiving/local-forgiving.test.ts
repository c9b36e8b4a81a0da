import { vectorOf } from '@sathi/domain/test/money-stories.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { proveNow } from '../../test/accounts.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
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

type Facts = {
  readonly steps: ReadonlyArray<{
    readonly step: string;
    readonly repaidCents: number;
    readonly outstandingCents: number;
    readonly plan: ReadonlyArray<{ readonly cents: number; readonly local: number }>;
  }>;
};

const payLocal = async (loan: Loan, amount: string) =>
  done(await pay(loan, undefined, { body: { proposalId: loan.id, localAmount: { amount, currency: 'BDT' } } })).id;
const approve = async (loan: Loan, id: string) => done(await decidePayment('approvePayment', loan, id));

test('R23.8: the server gives each step of vector V22 to the cent, a changed plan and a forgiving among them', async () => {
  const other = await world.newPerson({ staffOf: [ROI] });
  // $17.88 are owed $15.00 when the vector forgives them.
  const loan = await newLoan({ status: 5, backings: [82.12, 17.88] });
  const [, giver] = loan.backers as [Person, Person];
  const left = [...vectorOf<Facts>('V22').steps];
  const step = async () => {
    const { step: name, repaidCents, outstandingCents, plan } = left.shift() as Facts['steps'][number];
    const page = done(await find(loan, loan.owner));
    const seen = {
      repaidCents: Math.round(page.paidAmount * 100),
      outstandingCents: Math.round(page.outstandingAmount * 100),
      plan: page.schedule.map(({ amount, local }: { amount: number; local: { amount: string } }) => ({
        cents: Math.round(amount * 100),
        local: Math.round(Number(local.amount) * 100),
      })),
    };
    expect({ name, ...seen }).toEqual({ name, repaidCents, outstandingCents, plan });
    expect(await listViolations(world.db)).toEqual([]);
  };
  const first = await payLocal(loan, '1020.00');
  await approve(loan, first);
  await step();
  await approve(loan, await payLocal(loan, '510.00'));
  await step();
  const waiting = await payLocal(loan, '1020.00');
  await step();
  const body = { months: 24, firstDueOn: '2026-05-31', reason: 'The flood.' };
  const query = `proposalId=${loan.id}`;
  const { id } = done(await world.call('POST', `/api/mfi/plan?${query}`, { as: loan.officer, body }));
  const accepted = { state: 'accepted' };
  done(await world.call('PATCH', `/api/borrow/plan?${query}&id=${id}`, { as: loan.owner, body: accepted }));
  await step();
  await approve(loan, waiting);
  await step();
  await approve(loan, await payLocal(loan, '446.00'));
  await step();
  const reason = { reason: 'Bounced' };
  done(await world.call('PATCH', `/api/borrow/reversePayment?${query}&id=${first}`, { as: other, body: reason }));
  await step();
  await proveNow(world, giver);
  const given = done(await world.call('POST', '/api/borrow/forgive', { as: giver, body: { proposalId: loan.id } }));
  expect(given.amount).toBe(15);
  await step();
  await approve(loan, await payLocal(loan, '8437.34'));
  await step();
  expect(left).toEqual([]);
  expect(done(await find(loan)).status).toBe(6);
});

test('R7.2, R23.8: a forgiving cuts a loan in taka to the paisa where the institution lends in rupees by now', async () => {
  const loan = await newLoan({ status: 5, backings: [82.12, 17.88] });
  const rupees = { localCurrency: 'INR', localUnitMinor: 100_000 as never } as const;
  await world.db.updateTable('mfis').set(rupees).where('id', '=', ROI).execute();
  const as = loan.backers[1] as Person;
  await proveNow(world, as);
  done(await world.call('POST', '/api/borrow/forgive', { as, body: { proposalId: loan.id } }));
  const { schedule } = done(await find(loan, loan.owner));
  expect(schedule.at(-1)).toMatchObject({ amount: 7.15, local: { amount: '874.81' } });
  expect(await listViolations(world.db)).toEqual([]);
});
