import { expect, test } from 'vitest';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { expireProposals } from '../proposals/approvals.service.ts';

const world = useWorld();
const { newLoan, back, decide, find, setStatus, repay, pay, decidePayment, balance } = useLoans(world);

const DAY_MS = 86_400_000;
const moveDays = (days: number): void => {
  world.now = new Date(world.now.getTime() + days * DAY_MS);
};

const transactionsOf = async (loan: Loan, as: Person) =>
  done(await world.call('GET', `/api/borrow/transactions?proposalId=${loan.id}`, { as })).map(
    (row: { purpose: string; amount: number; direction: string }) => `${row.purpose} ${row.direction} ${row.amount}`,
  );

test('T8, R5.1, R5.3: backings before an expiry stay as history, and the second round counts alone', async () => {
  const [both, onlyFirst, onlySecond] = (await people(world, 3)) as [Person, Person, Person];
  const loan = await newLoan();
  done(await back(loan, both, 30));
  done(await back(loan, onlyFirst, 20));
  const { fundingDeadline } = done(await find(loan, loan.owner));
  moveDays(31);
  expect(await expireProposals(world.db, world.outside.now)).toBe(1);
  expect(done(await find(loan, loan.owner))).toMatchObject({ status: 1, currentBalance: 0, backersCount: 0 });

  done(await setStatus(loan, loan.owner, 2));
  const again = done(await find(loan, loan.owner));
  expect(Date.parse(again.fundingDeadline)).toBeGreaterThan(Date.parse(fundingDeadline));
  expect(done(await find(loan, both)).isBackedByUser).toBe(false);
  done(await back(loan, both, 60));
  done(await back(loan, onlySecond, 40));
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan));
  const backers = done(await world.call('GET', `/api/borrow/backersList?proposalId=${loan.id}`, { as: loan.officer }));
  expect(backers.map((row: { amount: number }) => row.amount).sort()).toEqual([40, 60]);
  await repay(loan, 50);

  expect(await balance('wallet', { user: both })).toBe(3000);
  expect(await balance('wallet', { user: onlyFirst })).toBe(0);
  expect(await balance('claim', { user: both, loan })).toBe(3000);
  expect(done(await world.call('GET', '/api/borrow/userStats', { as: both }))).toMatchObject({
    active: { amount: 30 },
    pasive: { amount: 60 },
  });
  expect(await transactionsOf(loan, both)).toEqual([
    'repayment in 30',
    'backing out 60',
    'backing_released in 30',
    'backing out 30',
  ]);
  expect(await transactionsOf(loan, onlyFirst)).toEqual(['backing_released in 20', 'backing out 20']);
  await repay(loan, 50);
  expect(done(await find(loan, both)).status).toBe(6);
});

test('R10.1: a backer who got their money back reads their own rows, and not the payments of the loan that came after', async () => {
  const [past, present] = (await people(world, 2)) as [Person, Person];
  const loan = await newLoan();
  done(await back(loan, past, 30));
  done(await decide('returnProposal', loan));
  done(await setStatus(loan, loan.owner, 2));
  done(await back(loan, present, 100));
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan));
  const { id } = done(await pay(loan, 10));
  const url = `/api/borrow/proposalPayments?proposalId=${loan.id}`;
  expect(refusal(await world.call('GET', url, { as: past }))).toBe('403 not_permitted');
  expect(done(await world.call('GET', url, { as: present }))).toHaveLength(1);
  expect(await transactionsOf(loan, past)).toEqual(['backing_released in 30', 'backing out 30']);
  done(await decidePayment('rejectPayment', loan, id));
  expect(refusal(await decidePayment('rejectPayment', loan, id))).toBe('409 already_decided');
  expect(refusal(await decidePayment('approvePayment', loan, id))).toBe('409 already_decided');
});
