import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, useWorld } from '../../test/world.ts';
import { listInstalments } from '../repayments/instalments.repository.ts';

const world = useWorld();
const { newLoan, find, repay, withdraw, moveWithdrawal, history, balance } = useLoans(world);

const DAY_MS = 86_400_000;
const moveDays = (days: number): void => {
  world.now = new Date(NOW.getTime() + days * DAY_MS);
};
const send = (loan: Loan, id: string) => moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'Slip 7' });
const fail = (loan: Loan, id: string) =>
  moveWithdrawal(id, loan.officer, { state: 'failed', reason: 'Closed account' });
const dueDates = async (loan: Loan) =>
  (await listInstalments(world.db, Number(loan.id) as ProposalId)).map(({ dueOn }) => dueOn);

test('R4.2, R4.4: sent, failed, sent again after a payment: the unpaid rest counts from the day the money left', async () => {
  moveDays(0);
  const loan = await newLoan({ status: 5, form: { monthsToRepay: 3 } });
  expect(await dueDates(loan)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  const first = done(await withdraw(loan)).id;
  moveDays(2);
  done(await send(loan, first));
  expect(await dueDates(loan)).toEqual(['2026-03-02', '2026-04-02', '2026-05-02']);
  await repay(loan, 33.33);
  done(await fail(loan, first));
  expect(refusal(await send(loan, first))).toBe('409 wrong_status');
  expect(await balance('escrow', { loan })).toBe(10_000);

  moveDays(5);
  const second = done(await withdraw(loan)).id;
  done(await send(loan, second));
  expect(await dueDates(loan)).toEqual(['2026-03-02', '2026-04-05', '2026-05-05']);
  expect((await history(loan)).filter((kind) => kind === 'due_dates_moved')).toHaveLength(2);
  expect(await balance('escrow', { loan })).toBe(0);
});

test('R4.5: a loan that is repaid while its withdrawal is open is still paid out, and its dates stay', async () => {
  moveDays(0);
  const loan = await newLoan({ status: 5, form: { monthsToRepay: 2 } });
  const { id } = done(await withdraw(loan));
  await repay(loan, 100);
  expect(done(await find(loan)).status).toBe(6);
  const before = await dueDates(loan);
  moveDays(3);
  done(await send(loan, id));
  expect(await dueDates(loan)).toEqual(before);
  expect(await balance('escrow', { loan })).toBe(0);
  done(await moveWithdrawal(id, loan.owner, { state: 'confirmed' }));
});

test('R9.2: payments of one cent among many backers keep the rounding account below their number and end at zero', async () => {
  moveDays(0);
  const backers = (await people(world, 7)) as Person[];
  const backings = [1, 1.01, 2.03, 1.11, 1.37, 1, 2.48];
  const loan = await newLoan({ status: 5, backings, backers, form: { amount: 10, monthsToRepay: 1 } });
  for (let cent = 0; cent < 40; cent += 1) {
    await repay(loan, 0.01);
    const rounding = await balance('rounding', { loan });
    expect(rounding).toBeGreaterThanOrEqual(0);
    expect(rounding).toBeLessThan(backers.length);
  }
  await repay(loan, 9.6);
  expect(await balance('rounding', { loan })).toBe(0);
  for (const [index, user] of backers.entries()) {
    expect(await balance('wallet', { user })).toBe(Math.round((backings[index] as number) * 100));
  }
});
