import type { ProposalId } from '@sathi/domain/ids.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, create, pay, withdraw } = useLoans(world);

const DAY_MS = 86_400_000;
const taka = (amount: string) => ({ amount, currency: 'BDT' });

beforeEach(async () => {
  await world.db.updateTable('mfis').set({ localMoney: true, localCurrency: 'BDT' }).where('id', '=', ROI).execute();
  const { id } = await world.newPerson();
  const by = { enteredBy: id, enteredAt: NOW, decidedBy: id, decidedAt: NOW, state: 'approved' as const };
  const rate = { mfiId: ROI, currency: 'BDT' as const, validFrom: '2026-01-25' as const, source: 'Bank', reason: '' };
  await world.db
    .insertInto('moneyRates')
    .values({ ...rate, ...by, rateMillionths: 122_350_000 as never })
    .execute();
});
afterEach(async () => {
  world.now = NOW;
  await world.db.updateTable('mfis').set({ localMoney: false }).where('id', '=', ROI).execute();
  await world.db.deleteFrom('moneyRates').execute();
});

const sumsOf = (queue: { entries: any[] }, loan: { id: string }) =>
  queue.entries.filter(({ proposalId }) => proposalId === loan.id).map(({ amount, local }) => ({ amount, local }));
const queues = async (as: Person) => done(await world.call('GET', '/api/mfi/queues?mfiId=3', { as }));
const late = async (as: Person) => done(await world.call('GET', '/api/mfi/portfolio?mfiId=3', { as })).late;

test('staff read what was asked for in local money so until the release, and dollars as dollars (R23.7)', async () => {
  const [owner, officer] = [await world.newPerson(), await world.newPerson({ staffOf: [ROI] })];
  const asked = done(await create(owner, { mfiId: String(ROI), amount: undefined, localAmount: taka('12235.00') }));
  const plain = await newLoan({ officer });
  const { toApprove } = await queues(officer);
  expect(sumsOf(toApprove, asked)).toEqual([{ amount: 100, local: taka('12235.00') }]);
  expect(sumsOf(toApprove, plain)).toEqual([{ amount: 100, local: null }]);
  const backed = await newLoan({ officer, status: 4, isApproved: true });
  await world.db
    .updateTable('proposals')
    .set({ askedMinor: 1_223_500 as never, askedCurrency: 'BDT' })
    .where('id', '=', Number(backed.id) as ProposalId)
    .execute();
  expect(sumsOf((await queues(officer)).toRelease, backed)).toEqual([{ amount: 100, local: taka('12235.00') }]);
});

test('staff read the withdrawal, the payments and the late rest of a local loan in its money (R23.7, R23.8)', async () => {
  const loan = await newLoan({ status: 5 });
  done(await withdraw(loan));
  done(await pay(loan, undefined, { body: { proposalId: loan.id, localAmount: taka('1020.00') } }));
  done(await pay(loan, 8.33));
  const { withdrawalsToSend, paymentsToApprove } = await queues(loan.officer);
  expect(sumsOf(withdrawalsToSend, loan)).toEqual([{ amount: 100, local: taka('12235.00') }]);
  expect(sumsOf(paymentsToApprove, loan)).toEqual([
    { amount: 8.33, local: taka('1020.00') },
    { amount: 8.33, local: taka('1020.00') },
  ]);
  const { entries } = paymentsToApprove as { entries: { proposalId: string; paymentId: string }[] };
  const first = entries.find(({ proposalId }) => proposalId === loan.id)?.paymentId;
  const path = `/api/borrow/approvePayment?proposalId=${loan.id}&id=${first}`;
  done(await world.call('PATCH', path, { as: loan.officer }));
  world.now = new Date(NOW.getTime() + 100 * DAY_MS);
  expect(sumsOf(await late(loan.officer), loan)).toEqual([{ amount: 91.67, local: taka('11225.00') }]);
});

test('a late loan in dollars is read in dollars (R23.7)', async () => {
  await world.db.updateTable('mfis').set({ localMoney: false }).where('id', '=', ROI).execute();
  const loan = await newLoan({ status: 5 });
  world.now = new Date(NOW.getTime() + 100 * DAY_MS);
  expect(sumsOf(await late(loan.officer), loan)).toEqual([{ amount: 100, local: null }]);
});
