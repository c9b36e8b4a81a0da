import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney, payInAccount, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, people, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from './lapse.service.ts';
import { remindOfPayIns } from './reminders.ts';

const world = useWorld();
const { newLoan, back, decide } = useLoans(world);
const { bell, heard, sentTo } = useBells(world);

const DAY_MS = 86_400_000;
let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, ROI);
  await payInAccount(world, officers[0]);
});
beforeEach(async () => {
  world.now = NOW;
  await world.db.deleteFrom('notifications').execute();
  await world.db.updateTable('mfis').set({ payDays: 7 }).where('id', '=', ROI).execute();
});

const open = (amount = 100) => newLoan({ officer: officers[0], form: { amount } });
const later = (ms: number) => {
  world.now = new Date(world.now.getTime() + ms);
};
/** The jobs of this minute, twice, so that telling twice shows. */
async function tellAll(): Promise<void> {
  for (const _ of [1, 2]) {
    await remindOfPayIns(world.outside);
    await runJobs(world);
  }
}
const own = async (person: Person) => (await heard(person)).filter((told) => !/backed/.test(told));
const texts = async (person: Person) => (await sentTo(person)).filter((text) => /Please pay|due|Still/.test(text));

describe('a backer is asked to pay once for all backings of some minutes, and reminded (R20.2)', () => {
  test('with sum, day, number and reference, by bell, mail and SMS', async () => {
    const [backer] = (await people(world, 1)) as [Person];
    const { order } = done(await back(await open(), backer, 15));
    done(await back(await open(), backer, 20));
    await tellAll();
    expect(await own(backer)).toEqual([]);
    later(2 * 60_000);
    await tellAll();
    expect(await own(backer)).toEqual(['pay_in_asked 35']);
    const reference = order.reference.replaceAll(/(.{4})(?=.)/g, '$1 ');
    expect(await texts(backer)).toEqual([
      `Please pay in $35 by Feb 7, 2026, for what you backed at ROI. Your reference is ${reference}`,
      `sms Sathi: Please pay $35 to 3011 7788, reference ${reference}.`,
    ]);
    done(await back(await open(), backer, 5));
    later(2 * 60_000);
    await tellAll();
    expect(await own(backer)).toEqual(['pay_in_asked 40', 'pay_in_asked 35']);
    for (const [days, kinds] of [
      [4, 0],
      [1, 1],
      [1, 1],
      [1, 2],
      [1, 2],
    ] as const) {
      later(days * DAY_MS);
      await tellAll();
      expect((await own(backer)).filter((told) => told === 'pay_in_due 40')).toHaveLength(kinds);
    }
    expect((await texts(backer)).filter((text) => text.includes('is due today'))).toHaveLength(1);
  });

  test('once more after each backing, of an older loan as well', async () => {
    const [older, younger] = [await open(), await open()];
    const [backer] = (await people(world, 1)) as [Person];
    for (const [loan, amount] of [
      [younger, 20],
      [older, 15],
    ] as const) {
      done(await back(loan, backer, amount));
      later(2 * 60_000);
      await tellAll();
    }
    expect(await own(backer)).toEqual(['pay_in_asked 35', 'pay_in_asked 20']);
  });

  test('by the first number that money can be sent to, which is never that of a till', async () => {
    const accounts = world.db.updateTable('moneyAccounts').where('mfiId', '=', ROI);
    const sms = async () => {
      const [backer] = (await people(world, 1)) as [Person];
      done(await back(await open(), backer, 15));
      later(2 * 60_000);
      await tellAll();
      return (await texts(backer)).find((text) => text.startsWith('sms'));
    };
    await accounts.set({ kind: 'till' }).execute();
    expect(await sms()).toMatch(/Please pay \$15: \S+$/);
    await payInAccount(world, officers[0], { number: '4022' });
    expect(await sms()).toContain('Please pay $15 to 4022, reference');
    await accounts.set({ kind: 'bank' }).execute();
  });

  test('one reminder tells of what is due today and of what is due in two days', async () => {
    const [backer] = (await people(world, 1)) as [Person];
    done(await back(await open(), backer, 15));
    later(2 * DAY_MS);
    done(await back(await open(), backer, 20));
    const due: string[][] = [];
    for (const days of [3, 2, 1, 1]) {
      later(days * DAY_MS);
      await tellAll();
      due.push((await own(backer)).filter((told) => told.startsWith('pay_in_due')));
    }
    const [alone, both] = ['pay_in_due 15', 'pay_in_due 35'];
    expect(due).toEqual([[alone], [both, alone], [both, alone], [both, both, alone]]);
    expect(await texts(backer)).toContainEqual(
      expect.stringContaining('$35 for what you backed at ROI is due by Feb 9, 2026, some of it today'),
    );
  });

  test.each([
    [2, ['pay_in_asked 15'], [[], [], ['pay_in_due 15']]],
    [3, ['pay_in_asked 15'], [[], ['pay_in_due 15'], ['pay_in_due 15'], ['pay_in_due 15', 'pay_in_due 15']]],
  ])('of %i days to pay in, two days before only where there are three or more', async (payDays, asked, days) => {
    await world.db.updateTable('mfis').set({ payDays }).where('id', '=', ROI).execute();
    const [backer] = (await people(world, 1)) as [Person];
    done(await back(await open(), backer, 15));
    later(2 * 60_000);
    const told: string[][] = [];
    for (const _ of days) {
      await tellAll();
      told.push(await own(backer));
      later(DAY_MS);
    }
    expect(told).toEqual(days.map((due) => [...due, ...asked]));
  });

  test('by night it waits for 8 in the morning of the institution', async () => {
    const [backer] = (await people(world, 1)) as [Person];
    world.now = new Date('2026-01-31T15:00:00.000Z');
    done(await back(await open(), backer, 15));
    const { id } = await receiveAtRoi(world, officers[0], backer, 500);
    expect(id).toBeGreaterThan(0);
    for (const instant of ['2026-01-31T15:05:00.000Z', '2026-02-01T02:29:00.000Z']) {
      world.now = new Date(instant);
      await tellAll();
      expect(await own(backer)).toEqual([]);
    }
    world.now = new Date('2026-02-01T02:30:00.000Z');
    await tellAll();
    expect((await own(backer)).sort()).toEqual(['pay_in_asked 10', 'pay_in_received 5']);
  });
});

test('a backer hears what came, what it paid and what is credit (R20.6)', async () => {
  const [backer] = (await people(world, 1)) as [Person];
  done(await back(await open(), backer, 15));
  for (const cents of [1000, 700, 300]) await receiveAtRoi(world, officers[0], backer, cents);
  await tellAll();
  expect((await own(backer)).sort()).toEqual(['pay_in_received 10', 'pay_in_received 3', 'pay_in_received 7']);
  // R17.12: each leads to how to pay this institution, whose reference it is.
  const places = new Set((await bell(backer)).data.map(({ path }: { path: string | null }) => path));
  expect([...places]).toEqual(['/App/HowToPay/ROI']);
  expect(await sentTo(backer)).toEqual([
    '$10 from you has come to ROI. It pays for what you backed',
    '$3 from you has come to ROI. It is your credit there',
    '$7 from you has come to ROI. $5 of it pays for what you backed, $2 is your credit',
  ]);
});

test('the staff hear two days before a whole loan loses a part, and each hears of the lapse once (R20.3, R20.4)', async () => {
  const loan = await open(40);
  const [late, paid] = (await people(world, 2)) as [Person, Person];
  done(await back(loan, late, 13));
  done(await back(loan, paid, 27));
  await receiveAtRoi(world, officers[0], paid, 2700);
  // Seven in the evening there, five hours before.
  world.now = new Date('2026-02-08T13:30:00.000Z');
  await tellAll();
  const near = async () => (await own(officers[1])).filter((told) => told.startsWith('lapse'));
  expect(await near()).toEqual([]);
  world.now = new Date('2026-02-09T04:30:00.000Z');
  await tellAll();
  expect(await near()).toEqual(['lapse_near 13']);
  world.now = new Date('2026-02-11T04:30:00.000Z');
  await lapseBackings(world.db, world.outside.now);
  await tellAll();
  for (const person of [late, loan.owner, officers[0], paid]) {
    expect((await own(person)).filter((told) => told === 'pay_in_lapsed 13')).toHaveLength(1);
  }
  expect((await sentTo(late)).filter((text) => text.includes('in time'))).toEqual([
    'Your $13 for “A sewing machine” did not come in time, so this backing has ended. If you have paid, the money becomes yo…',
  ]);
});

test('other backers hear nothing of a lapse in a loan that was not whole (R20.4)', async () => {
  const loan = await open(60);
  const [late, paid] = (await people(world, 2)) as [Person, Person];
  done(await back(loan, late, 13));
  done(await back(loan, paid, 27));
  await receiveAtRoi(world, officers[0], paid, 2700);
  world.now = new Date('2026-02-11T04:30:00.000Z');
  await lapseBackings(world.db, world.outside.now);
  await tellAll();
  const lapses = async (person: Person) => (await own(person)).filter((told) => told === 'pay_in_lapsed 13').length;
  expect(await Promise.all([late, loan.owner, officers[0], paid].map(lapses))).toEqual([1, 1, 1, 0]);
});

test('the staff hear when the last dollar of an approved loan has come (R20.5)', async () => {
  const loan = await open(40);
  const [backer] = (await people(world, 1)) as [Person];
  done(await back(loan, backer, 40));
  done(await decide('approveProposal', loan));
  await receiveAtRoi(world, officers[0], backer, 3900);
  await tellAll();
  const told = async () => (await own(officers[1])).filter((one) => one.startsWith('all_received'));
  expect(await told()).toEqual([]);
  await receiveAtRoi(world, officers[0], backer, 100);
  await tellAll();
  expect(await told()).toEqual(['all_received 40']);
});

test('a backer hears that the institution paid in their place, and that a bank took money back (R20.5, R20.8)', async () => {
  const loan = await open(40);
  const [unpaid, paid] = (await people(world, 2)) as [Person, Person];
  done(await back(loan, unpaid, 15));
  done(await back(loan, paid, 25));
  const { id } = await receiveAtRoi(world, officers[0], paid, 2500);
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan, { as: officers[1], body: { advance: true } }));
  await tellAll();
  expect(await own(unpaid)).toContain('taken_over 15');
  expect(await own(paid)).not.toContain('taken_over 25');
  await takeBackAtRoi(world, officers[1], paid, id);
  await tellAll();
  expect(await own(paid)).toEqual(expect.arrayContaining(['taken_over 25', 'pay_in_reversed 25']));
  expect((await own(officers[0])).filter((one) => one.startsWith('pay_in_reversed'))).toEqual(['pay_in_reversed 25']);
  const about = (await sentTo(officers[0])).filter((text) => text.includes('booked at'));
  expect(about).toEqual(['A bank took back $25 that was booked at ROI']);
});

test('a backer of a closed loan whose money had not come hears that they owe nothing (R20.9)', async () => {
  const loan = await open();
  const [unpaid, paid] = (await people(world, 2)) as [Person, Person];
  done(await back(loan, unpaid, 15));
  done(await back(loan, paid, 25));
  await receiveAtRoi(world, officers[0], paid, 2500);
  done(await decide('returnProposal', loan));
  await tellAll();
  expect(await heard(unpaid)).toContain('returned 0');
  expect(await sentTo(unpaid)).toContain('You owe nothing more: A sewing machine');
  expect(await sentTo(paid)).toContain('Your money is back: A sewing machine');
});

test('reminders reach all others and the staff although a person cannot be asked (R20.2, R20.3)', async () => {
  const loan = await open(40);
  const [late, stuck] = (await people(world, 2)) as [Person, Person];
  done(await back(loan, late, 40));
  later(2 * 60_000);
  await tellAll();
  world.now = new Date('2026-02-09T04:30:00.000Z');
  done(await back(await open(), stuck, 5));
  done(await back(await open(), late, 5));
  later(2 * 60_000);
  await sql`create function fail_for_test() returns trigger language plpgsql as 'begin raise exception $$stuck$$; end'`.execute(
    world.db,
  );
  await sql`create trigger fail_for_test before update on pay_in_orders for each row
    when (old.user_id = ${sql.lit(stuck.id)}) execute function fail_for_test()`.execute(world.db);
  await expect(remindOfPayIns(world.outside)).rejects.toThrow('failed');
  await sql`drop trigger fail_for_test on pay_in_orders`.execute(world.db);
  await runJobs(world);
  expect((await own(officers[1])).filter((told) => told.startsWith('lapse'))).toEqual(['lapse_near 40']);
  expect([await own(late), await own(stuck)]).toEqual([['pay_in_asked 45', 'pay_in_asked 40'], []]);
  await tellAll();
  expect(await own(stuck)).toEqual(['pay_in_asked 5']);
});
