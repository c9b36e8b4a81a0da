import { afterEach, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, repay } = useLoans(world);

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
  // oxlint-disable-next-line no-await-in-loop -- each payment changes what the next one shares
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
