import { beforeAll, expect, test } from 'vitest';
import { bearer, provenPerson, runJobs } from '../../test/accounts.ts';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, find } = useLoans(world);

beforeAll(() => expectMoney(world, ROI));

const close = ({ token }: Person) => world.call('POST', '/api/users/close', { ...bearer(token), body: {} });
const closing = async (as: Person) => done(await world.call('GET', '/api/users/closing', { as }));

test('an unpaid backing ends with the account of its person, and the paid part stays theirs (R33.5, R20.3)', async () => {
  const me = await provenPerson(world);
  const loan = await newLoan({ status: 2, form: { amount: 40 } });
  done(await back(loan, me, 12.5));
  done(await back(loan, await world.newPerson(), 20));
  await receiveAtRoi(world, loan.officer, me, 500);
  expect(await closing(me)).toEqual({ hindrance: null, proposals: 0, awaited: 7.5, stillOut: 5, credit: 0 });
  done(await close(me));
  await runJobs(world);
  expect(await find(loan, loan.owner).then(done)).toMatchObject({ currentBalance: 25, status: 3 });
  const mine = world.db.selectFrom('investments').where('investorId', '=', me.id);
  expect(await mine.select(['amountCents', 'unpaidCents', 'releasedAt']).execute()).toEqual([
    { amountCents: 500, unpaidCents: 0, releasedAt: null },
  ]);
});

test('a loan that was whole is open again when a backer leaves without having paid (R33.5, T15)', async () => {
  const me = await provenPerson(world);
  const loan = await newLoan({ status: 2, form: { amount: 40 } });
  done(await back(loan, me, 40));
  expect(await find(loan, loan.owner).then(done)).toMatchObject({ status: 4 });
  done(await close(me));
  expect(await find(loan, loan.owner).then(done)).toMatchObject({ currentBalance: 0, status: 2 });
});
