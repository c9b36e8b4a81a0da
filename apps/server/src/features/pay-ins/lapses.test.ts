import { beforeAll, expect, test } from 'vitest';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from './lapse.service.ts';

const world = useWorld();
const { newLoan, back, find } = useLoans(world);

let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, ROI);
});

/** A minute later, after the last day of a backing of today and its grace. */
let minutes = 0;
const nightAfterLastDay = () => new Date(NOW.getTime() + 20 * 86_400_000 + (minutes += 1) * 60_000);

test('a backing lapses once more when money booked by mistake had paid a part of it (R20.3, R21.9)', async () => {
  world.now = NOW;
  const me = await world.newPerson();
  const loan = await newLoan({ officer: officers[0], form: { amount: 60 } });
  done(await back(loan, me, 30));
  const mistake = await receiveAtRoi(world, officers[0], me, 1000);
  world.now = nightAfterLastDay();
  expect(await lapseBackings(world.db, world.now)).toBe(1);
  expect(done(await find(loan, me))).toMatchObject({ currentBalance: 10, awaitedAmount: 0 });
  await takeBackAtRoi(world, officers[1], me, mistake.id, 'mistaken');
  expect(done(await find(loan, me))).toMatchObject({ currentBalance: 10, awaitedAmount: 10 });
  world.now = nightAfterLastDay();
  expect(await lapseBackings(world.db, world.now)).toBe(1);
  expect(done(await find(loan, me))).toMatchObject({ currentBalance: 0 });
});
