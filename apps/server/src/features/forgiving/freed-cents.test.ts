import { beforeEach, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';

const world = useWorld();
const { newLoan, find, repay, withdraw, moveWithdrawal, balance } = useLoans(world);

beforeEach(() => {
  world.now = NOW;
});

/** A payment of $10.01 to backers of $33.33 and $66.67 leaves a cent with the loan. */
async function withCent() {
  const loan = await newLoan({ status: 5, backings: [33.33, 66.67] });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'B-77' }));
  await repay(loan, 10.01);
  expect(await balance('rounding', { loan })).toBe(1);
  const [small, large] = loan.backers as [Person, Person];
  return { loan, small, large };
}
/** Repayments from the loan to its reader, newest first. */
const came = async (loan: Loan, as: Person): Promise<number[]> =>
  done(await world.call('GET', `/api/borrow/transactions?proposalId=${loan.id}`, { as }))
    .filter(({ purpose }: { purpose: string }) => purpose === 'repayment')
    .map(({ amount, direction }: { amount: number; direction: string }) => (direction === 'in' ? amount : -amount));

test('R22.9: the cent that a forgiving frees stands in the list of the backer who got it', async () => {
  const { loan, small, large } = await withCent();
  await proveNow(world, small);
  done(await world.call('POST', '/api/borrow/forgive', { as: small, body: { proposalId: loan.id } }));
  expect(await came(loan, large)).toEqual([0.01, 6.67]);
  expect(await came(loan, small)).toEqual([3.33]);
  await repay(loan, done(await find(loan)).outstandingAmount);
  expect(await came(loan, large)).toEqual([59.99, 0.01, 6.67]);
  expect(await came(loan, loan.officer)).toEqual([59.99, 10.01]);
});

test('R9.5: the cent that a write-off frees stands there too, and what is lost does not', async () => {
  const { loan, small, large } = await withCent();
  const second = await world.newPerson({ staffOf: [ROI] });
  const office = (method: string, call: string, as: Person, body: object) =>
    world.call(method, `/api/mfi/${call}?proposalId=${loan.id}`, { as, body });
  world.now = new Date('2026-12-01T06:30:00.000Z');
  await lookForDefaults(world.outside);
  done(await office('POST', 'default', second, { reason: 'The flood.', cause: 'disaster' }));
  world.now = new Date('2027-01-05T06:30:00.000Z');
  done(await office('POST', 'writeOff', second, { reason: 'The flood.' }));
  done(await office('PATCH', 'writeOff', loan.officer, { state: 'approved' }));
  const sums = [await came(loan, small), await came(loan, large)].map((amounts) =>
    Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100),
  );
  expect(sums).toEqual([await balance('wallet', { user: small }), await balance('wallet', { user: large })]);
  expect(sums).toEqual([334, 667]);
});
