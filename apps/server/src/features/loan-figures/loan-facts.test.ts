import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { NOW, useWorld } from '../../test/world.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';
import { listLoanFacts } from './loan-facts.repository.ts';

const world = useWorld();
const { newLoan, create, setStatus, withdraw, moveWithdrawal } = useLoans(world);

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

test('R32.1 a loan that was published as it was made counts its days to money from then, and from a later publishing', async () => {
  const days = (count: number) => void (world.now = new Date(NOW.getTime() + count * 86_400_000));
  const publishedOn = async (id: string) => (await listLoanFacts(world.db, [Number(id) as ProposalId]))[0]?.publishedOn;
  days(0);
  const { id: atOnce, owner } = await newLoan({ status: 2 });
  const { id: drafted } = done(await create(owner, { status: 1 }));
  const { id: again } = await newLoan({ status: 2, owner });
  days(2);
  done(await setStatus({ id: drafted }, owner, 2));
  done(await setStatus({ id: again }, owner, 1));
  days(3);
  done(await setStatus({ id: again }, owner, 2));
  expect([await publishedOn(atOnce), await publishedOn(drafted), await publishedOn(again)]).toEqual([
    '2026-01-31',
    '2026-02-02',
    '2026-02-03',
  ]);
});
