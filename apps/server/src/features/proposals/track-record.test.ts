import { expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { DCBS, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, repay } = useLoans(world);

const DAY_MS = 86_400_000;

test('a public proposal tells how its owner paid back at every institution, and a first loan is said as such (R26.3)', async () => {
  const owner = await world.newPerson();
  const first = await newLoan({ owner, status: 5, form: { monthsToRepay: 1 } });
  const begun = { repaid: 0, onTime: 0, onChangedPlan: 0, active: 1, lateNow: 0 };
  expect(done(await find(first)).trackRecord).toEqual({ ...begun, isFirstLoan: true });
  await repay(first, 100);
  const late = await newLoan({ owner, status: 5, mfiId: DCBS, form: { monthsToRepay: 1 } });
  const next = await newLoan({ owner });
  const record = async () => done(await find(next)).trackRecord;
  expect(await record()).toEqual({ repaid: 1, onTime: 1, onChangedPlan: 0, active: 1, lateNow: 0, isFirstLoan: false });
  world.now = new Date(world.now.getTime() + 60 * DAY_MS);
  expect(await record()).toMatchObject({ active: 1, lateNow: 1 });
  await repay(late, 100);
  const whole = { repaid: 2, onTime: 1, onChangedPlan: 0, active: 0, lateNow: 0, isFirstLoan: false };
  expect(await record()).toEqual(whole);
  const listed = done(await world.call('GET', '/api/borrow/proposalsByUserAddress', { as: owner }));
  expect(listed.map(({ trackRecord }: { trackRecord: object }) => trackRecord)).toEqual([whole, whole, whole]);
});
