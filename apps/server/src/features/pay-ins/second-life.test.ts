import { beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, repay, setStatus, balance } = useLoans(world);

beforeAll(() => expectMoney(world, ROI));

/** A released loan of 100, of which the house has taken 20 of the 60 of its first backer over. */
async function takenOver() {
  world.now = NOW;
  const officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })] as const;
  const backers = [await world.newPerson(), await world.newPerson()] as const;
  const loan = await newLoan({ officer: officers[0] });
  const backAndPay = async (person: Person, dollars: number) => {
    done(await back(loan, person, dollars));
    await receiveAtRoi(world, officers[0], person, dollars * 100);
  };
  await backAndPay(backers[0], 40);
  const { id } = await (done(await back(loan, backers[0], 20)), receiveAtRoi(world, officers[0], backers[0], 2000));
  await backAndPay(backers[1], 40);
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan, { as: officers[1] }));
  await takeBackAtRoi(world, officers[1], backers[0], id);
  const undo = async () => {
    const path = `/api/mfi/undoRelease?mfiId=${ROI}&proposalId=${loan.id}`;
    world.now = new Date(world.now.getTime() + 60_000);
    done(await world.call('POST', path, { as: officers[0], body: { reason: 'She does not need it yet.' } }));
    done(await world.call('PATCH', path, { as: officers[1], body: { state: 'approved' } }));
    world.now = new Date(world.now.getTime() + 60_000);
  };
  return { loan, officers, backers, backAndPay, undo };
}

const claims = (loan: Loan, people: readonly Person[]) =>
  Promise.all(people.map((user) => balance('claim', { user, loan })));

test('R22.9: what was taken over in an earlier life of a loan shares nothing in the next one', async () => {
  const { loan, officers, backers, backAndPay, undo } = await takenOver();
  await undo();
  done(await decide('returnProposal', loan));
  done(await setStatus(loan, loan.owner, 2));
  for (const [person, dollars] of [
    [backers[0], 60],
    [backers[1], 40],
  ] as const) {
    await backAndPay(person, dollars);
  }
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan, { as: officers[1] }));
  await repay(loan, 30);
  expect(await claims(loan, backers)).toEqual([4200, 2800]);
  expect(await listViolations(world.db)).toEqual([]);
});

test('R22.9, R31.3: a part taken over before a release was undone stays and shares when it is released again', async () => {
  const { loan, officers, backers, undo } = await takenOver();
  await undo();
  done(await decide('releaseFunds', loan, { as: officers[1] }));
  await repay(loan, 30);
  expect(await claims(loan, backers)).toEqual([2800, 2800]);
  const { houseId } = await world.db
    .selectFrom('mfis')
    .select('houseId')
    .where('id', '=', ROI)
    .executeTakeFirstOrThrow();
  expect(await balance('claim', { user: { id: houseId } as Person, loan })).toBe(1400);
  expect(await listViolations(world.db)).toEqual([]);
});
