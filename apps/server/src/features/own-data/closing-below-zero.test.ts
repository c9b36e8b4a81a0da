import { expect, test } from 'vitest';
import { bearer, provenPerson } from '../../test/accounts.ts';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, repay } = useLoans(world);

test('credit below zero with one institution refuses closing, whatever there is with another (R33.5, R25.5)', async () => {
  const me = await provenPerson(world);
  const officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })] as const;
  await newLoan({ status: 6, mfiId: DCBS, backers: [me] });
  await expectMoney(world, ROI);
  // Money that a bank takes back after it was lent, repaid and lent again.
  done(await back(await newLoan({ officer: officers[0] }), me, 1));
  const { id } = await receiveAtRoi(world, officers[0], me, 1100);
  const loan = await newLoan({ officer: officers[0], form: { amount: 10 } });
  done(await back(loan, me, 10));
  done(await decide('approveProposal', loan, { as: officers[0] }));
  done(await decide('releaseFunds', loan, { as: officers[1] }));
  await repay({ ...loan, officer: officers[1] }, 10);
  done(await back(await newLoan({ officer: officers[0], form: { amount: 10 } }), me, 10));
  await takeBackAtRoi(world, officers[1], me, id);

  const closing = done(await world.call('GET', '/api/users/closing', { as: me }));
  expect(closing.credit).toBeGreaterThan(0);
  expect(closing.hindrance).toBe('credit_below_zero');
  const close = world.call('POST', '/api/users/close', { ...bearer(me.token), body: {} });
  expect(refusal(await close)).toBe('409 credit_below_zero');
});
