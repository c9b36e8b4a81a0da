import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';
import { listLoanFacts } from './loan-facts.repository.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal } = useLoans(world);

test('R32.1 the facts of a loan name the day of its default, at its institution', async () => {
  const loan = await newLoan({ status: 5 });
  done(await moveWithdrawal(done(await withdraw(loan)).id, loan.officer, { state: 'sent', reference: 'B-77' }));
  const defaultedOn = async () => (await listLoanFacts(world.db, [Number(loan.id) as ProposalId]))[0]?.defaultedOn;
  // The first of September in Kolkata.
  world.now = new Date('2026-08-31T20:30:00.000Z');
  await lookForDefaults(world.outside);
  expect(await defaultedOn()).toBeNull();
  const body = { reason: 'The family has moved away.', cause: 'borrower' };
  done(await world.call('POST', `/api/mfi/default?proposalId=${loan.id}`, { as: loan.officer, body }));
  expect(await defaultedOn()).toBe('2026-09-01');
});
