import { afterEach, describe, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney, payInAccount } from '../../test/expected.ts';
import { taka, useLocalMoney } from '../../test/local-money.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, repay, back } = useLoans(world);

const at = (instant: string): void => {
  world.now = new Date(instant);
};
afterEach(() => {
  world.now = NOW;
});
const eventsOf = async ({ officer: as }: Loan, month: string) =>
  done(await world.call('GET', `/api/mfi/settlement?mfiId=3&month=${month}`, { as })).events as { event: string }[];
const named = (events: readonly { event: string }[], name: string) => events.find(({ event }) => event === name);

test('R9.1: a month tells of payments what was paid, and of freed cents nothing', async () => {
  const loan = await newLoan({ status: 5, form: { amount: 99.99 }, backings: [25, 50, 24.99] });
  for (const amount of [8.33, 8.33, 8.33, 75]) await repay(loan, amount);
  at('2026-02-02T06:00:00Z');
  const events = await eventsOf(loan, '2026-01');
  expect(named(events, 'payment_entered')).toMatchObject({ count: 4, amount: 99.99 });
  expect(named(events, 'payment_approved')).toMatchObject({ count: 4, amount: 99.99 });
});

test('R9.5, R30.1: a month counts what was forgiven, which moves no money, without a sum', async () => {
  at('2026-02-10T06:00:00Z');
  const loan = await newLoan({ status: 5, form: { amount: 15 }, backings: [5, 5, 5] });
  await repay(loan, 1.25);
  const as = loan.backers[1] as Person;
  await proveNow(world, as);
  done(await world.call('POST', '/api/borrow/forgive', { as, body: { proposalId: loan.id } }));
  at('2026-03-02T06:00:00Z');
  expect(named(await eventsOf(loan, '2026-02'), 'forgiven')).toMatchObject({ count: 1, amount: null });
});

describe('R23.6: a gain stands in the month in which its document was booked or taken back', () => {
  const { setRate, repayLocal } = useLocalMoney(world);

  test('a payment of a month before, which may be signed, changes nothing in it', async () => {
    const loan = await newLoan({ status: 5 });
    await setRate(126, '2026-01-31');
    at('2026-04-02T06:00:00Z');
    const { id } = await repayLocal(loan, '1020.00', { paidOn: '2026-01-31' });
    at('2026-05-02T06:00:00Z');
    const other = await world.newPerson({ staffOf: [ROI] });
    const url = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`;
    done(await world.call('PATCH', url, { as: other, body: { reason: 'Bounced' } }));
    at('2026-06-02T06:00:00Z');
    const gains = async (month: string) => named(await eventsOf(loan, month), 'exchange_gain');
    expect(await gains('2026-01')).toBe(undefined);
    expect(await gains('2026-04')).toMatchObject({ count: 1, amount: -0.24 });
    expect(await gains('2026-05')).toMatchObject({ count: 1, amount: 0.24 });
  });

  test('a receipt of a month before changes nothing in it either', async () => {
    const loan = await newLoan();
    await expectMoney(world, ROI);
    const accountId = await payInAccount(world, loan.officer, { currency: 'BDT' });
    const { reference } = done(await back(loan, await world.newPerson(), 10)).order;
    await setRate(126, '2026-02-05');
    at('2026-07-02T06:00:00Z');
    const body = { reference, accountId, localAmount: taka('1224.00'), receivedOn: '2026-02-05' };
    const url = `/api/mfi/receipts?mfiId=${ROI}`;
    expect(done(await world.call('POST', url, { as: loan.officer, body }))).toMatchObject({ amount: 10, gain: -0.29 });
    at('2026-08-02T06:00:00Z');
    expect(named(await eventsOf(loan, '2026-02'), 'exchange_gain')).toBe(undefined);
    expect(named(await eventsOf(loan, '2026-07'), 'exchange_gain')).toMatchObject({ count: 1, amount: -0.29 });
  });
});
