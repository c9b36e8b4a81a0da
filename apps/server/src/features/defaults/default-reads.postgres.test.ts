import { expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { rowsReadWithin } from '../../test/rows-read.ts';
import { NOW, useWorld } from '../../test/world.ts';
import { listDoubtfulLoans } from './defaults.repository.ts';
import { doubtfulBefore } from './defaults.service.ts';

const world = useWorld();
const { newLoan, repay, withdraw, moveWithdrawal } = useLoans(world);

test('R29.1: plans of loans that are paid in time are not read by the look for defaults', async () => {
  world.now = NOW;
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'B-77' }));
  const readOn = (day: string, found: number) =>
    rowsReadWithin(world.db, 'instalments', async (tx) => {
      expect(await listDoubtfulLoans(tx, doubtfulBefore(new Date(day)))).toHaveLength(found);
    });
  expect(await readOn('2026-09-15', 1)).toBeGreaterThan(0);
  await repay(loan, 70);
  expect(await readOn('2026-09-15', 0)).toBe(0);
});
