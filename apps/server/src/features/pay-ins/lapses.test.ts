import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from './lapse.service.ts';

const world = useWorld();
const { newLoan, back, find, setStatus } = useLoans(world);

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
  expect(await lapseBackings(world.db, world.outside.now)).toBe(1);
  expect(done(await find(loan, me))).toMatchObject({ currentBalance: 10, awaitedAmount: 0 });
  await takeBackAtRoi(world, officers[1], me, mistake.id, 'mistaken');
  expect(done(await find(loan, me))).toMatchObject({ currentBalance: 10, awaitedAmount: 10 });
  world.now = nightAfterLastDay();
  expect(await lapseBackings(world.db, world.outside.now)).toBe(1);
  expect(done(await find(loan, me))).toMatchObject({ currentBalance: 0 });
});

test('backings of a long run lapse each at the instant of its own turn (R20.3)', async () => {
  world.now = NOW;
  done(await back(await newLoan({ officer: officers[0] }), await world.newPerson(), 30));
  done(await back(await newLoan({ officer: officers[0] }), await world.newPerson(), 30));
  world.now = nightAfterLastDay();
  let turns = 0;
  const clock = () => new Date(world.now.getTime() + (turns += 1) * 60_000);
  expect(await lapseBackings(world.db, clock)).toBe(2);
  const lapsed = await sql<{ at: Date }>`
    select distinct at from journals where kind = 'lapsed' and at > ${world.now} order by at`.execute(world.db);
  expect(lapsed.rows.map(({ at }) => at.getTime() - world.now.getTime())).toEqual([120_000, 180_000]);
});

test('a lapse moves the deadline once for each publishing, also when the clock of another process is behind (R20.4)', async () => {
  const DAY = 86_400_000;
  world.now = NOW;
  const loan = await newLoan({ officer: officers[0], form: { amount: 60 } });
  const lapseAfter = async (days: number) => {
    done(await back(loan, await world.newPerson(), 30));
    world.now = new Date(world.now.getTime() + days * DAY);
    expect(await lapseBackings(world.db, world.outside.now)).toBe(1);
    return Date.parse(done(await find(loan, loan.owner)).fundingDeadline) - world.now.getTime();
  };
  expect(await lapseAfter(28)).toBeGreaterThanOrEqual(7 * DAY);
  done(await setStatus(loan, loan.owner, 1));
  world.now = new Date(world.now.getTime() - 90_000);
  done(await setStatus(loan, loan.owner, 2));
  expect(await lapseAfter(28)).toBeGreaterThanOrEqual(7 * DAY);
});
