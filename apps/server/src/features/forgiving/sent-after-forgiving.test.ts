import { expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { proveNow } from '../../test/accounts.ts';
import { useLocalMoney } from '../../test/local-money.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, withdraw, moveWithdrawal } = useLoans(world);
useLocalMoney(world);

const planOf = async (loan: Loan) =>
  done(await find(loan, loan.owner)).schedule.map(({ dueOn, amount, local }: any) => ({ dueOn, amount, local }));

/** A loan whose second backer gives up what they are owed before its money is sent, 20 days after the release. */
async function sendAfterForgiving(backings: readonly [number, number]) {
  world.now = NOW;
  const loan = await newLoan({ status: 5, backings, form: { amount: backings[0] + backings[1] } });
  const [, giver] = loan.backers as [Person, Person];
  await proveNow(world, giver);
  done(await world.call('POST', '/api/borrow/forgive', { as: giver, body: { proposalId: loan.id } }));
  const before = await planOf(loan);
  world.now = new Date('2026-02-20T06:00:00.000Z');
  done(await moveWithdrawal(done(await withdraw(loan)).id, loan.officer, { state: 'sent', reference: 'B-1' }));
  return { loan, before, after: await planOf(loan) };
}
const sums = (plan: any[]) => plan.map(({ amount, local }) => ({ amount, local }));

test('R4.4, R30.1: sending moves the days of the instalments that are left, and brings back none that was forgiven', async () => {
  const { before, after } = await sendAfterForgiving([60, 60]);
  expect(before).toHaveLength(6);
  expect(sums(after)).toEqual(sums(before));
  expect(after.map(({ dueOn }: any) => dueOn).slice(0, 2)).toEqual(['2026-03-20', '2026-04-20']);
  expect(await listViolations(world.db)).toEqual([]);
});

test('R4.4, R23.8: an instalment that a forgiving cut keeps its sums in both moneys when the money is sent', async () => {
  const { before, after } = await sendAfterForgiving([60, 40]);
  expect(before.at(-1).local).not.toBeNull();
  expect(sums(after)).toEqual(sums(before));
  expect(after.at(-1).dueOn > before.at(-1).dueOn).toBe(true);
  expect(await listViolations(world.db)).toEqual([]);
});
