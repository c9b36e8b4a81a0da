import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { useLocalMoney } from '../../test/local-money.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, decide } = useLoans(world);
const { setRate } = useLocalMoney(world);

const termsOf = ({ id }: Loan) =>
  world.db
    .selectFrom('proposals')
    .select(['rateMillionths', 'payoutMinor', 'localCurrency'])
    .where('id', '=', Number(id) as ProposalId)
    .executeTakeFirstOrThrow();
const planned = ({ id }: Loan) =>
  world.db
    .selectFrom('instalments')
    .select((row) => row.fn.sum<number>('localMinor').as('sum'))
    .where('proposalId', '=', Number(id) as ProposalId)
    .executeTakeFirstOrThrow();

test('the rate goes with the release, and the next one has the rate of its own day (R31.3, R23.4)', async () => {
  world.now = NOW;
  const officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })] as const;
  const loan = await newLoan({ status: 5, officer: officers[0] });
  expect(await termsOf(loan)).toMatchObject({ rateMillionths: 122_350_000, localCurrency: 'BDT' });
  const path = `/api/mfi/undoRelease?mfiId=${ROI}&proposalId=${loan.id}`;
  done(await world.call('POST', path, { as: officers[0], body: { reason: 'Too early' } }));
  done(await world.call('PATCH', path, { as: officers[1], body: { state: 'approved' } }));
  expect(await termsOf(loan)).toEqual({ rateMillionths: null, payoutMinor: null, localCurrency: null });
  await setRate(130, '2026-01-30');
  done(await decide('releaseFunds', loan));
  const { rateMillionths, payoutMinor } = await termsOf(loan);
  expect(rateMillionths).toBe(130_000_000);
  // Each of the twelve instalments is rounded to a whole taka.
  expect(Math.abs(Number((await planned(loan)).sum) - (payoutMinor ?? 0))).toBeLessThan(1_200);
});
