import { beforeEach, expect, test } from 'vitest';
import { OutOfServiceError } from '../errors/delivery-errors.ts';
import { tellOfImports } from '../features/imports/imports.jobs.ts';
import { remindOfPayIns } from '../features/pay-ins/reminders.ts';
import { remindBorrowers } from '../features/repayments/loan-reminders.ts';
import { listWaiting } from '../outbox/waiting.ts';
import { newPhone, runJobs } from '../test/accounts.ts';
import { expectMoney, payInAccount, receiveAtRoi, takeBackAtRoi } from '../test/expected.ts';
import { done, useLoans } from '../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

let officer: Person;
beforeEach(async () => {
  world.now = NOW;
  world.sent.length = 0;
  officer = await world.newPerson({ staffOf: [ROI] });
  await world.db.updateTable('mfis').set({ loansRemindedOn: null, timeZone: 'Asia/Kolkata' }).execute();
});

/** Kolkata is five and a half hours ahead. */
const at = (instant: string) => {
  world.now = new Date(`${instant}:00.000Z`);
};
/** Does the jobs of now while nothing can be sent. */
async function whileAway(): Promise<void> {
  const { deliver } = world.outside;
  const away = async () => {
    throw new OutOfServiceError('away');
  };
  Object.assign(world.outside, { deliver: away });
  await runJobs(world).finally(() => Object.assign(world.outside, { deliver }));
}
const smsTo = (phone: string) => world.sent.filter(({ to, channel }) => to === phone && channel === 'sms');

test.each([
  ['at the other end of the day', '2026-02-28T14:00', 1],
  ['at ten in the evening', '2026-02-28T16:30', 0],
])(
  'R27.1: a reminder that finds the provider back %s leaves on its day, by day, or never',
  async (_, backAt, count) => {
    const { owner } = await newLoan({ status: 5, officer });
    at('2026-02-28T06:30');
    await runJobs(world);
    world.sent.length = 0;
    await remindBorrowers(world.outside);
    await whileAway();
    for (const instant of [backAt, '2026-03-01T02:31', '2026-03-01T06:30', '2026-03-02T06:30']) {
      at(instant);
      await runJobs(world);
      expect(smsTo(owner.phone)).toHaveLength(count);
    }
    expect(await waiting()).toEqual([]);
  },
);

test('R20.2: so does a reminder to pay in', async () => {
  await expectMoney(world, ROI);
  await payInAccount(world, officer);
  const backer = await world.newPerson();
  done(await back(await newLoan({ officer }), backer, 15));
  at('2026-02-07T06:30');
  await runJobs(world);
  world.sent.length = 0;
  await world.db.updateTable('payInOrders').set({ askedAt: world.now }).execute();
  await remindOfPayIns(world.outside);
  await whileAway();
  for (const instant of ['2026-02-07T14:31', '2026-02-08T02:31']) {
    at(instant);
    await runJobs(world);
    expect(smsTo(backer.phone)).toEqual([]);
  }
  expect(await waiting()).toEqual([]);
});

test('R20.8: news of money that a bank took back waits for the morning', async () => {
  const backer = await world.newPerson();
  const { id } = await receiveAtRoi(world, officer, backer, 1500);
  at('2026-02-07T06:30');
  await runJobs(world);
  await takeBackAtRoi(world, officer, backer, id);
  world.sent.length = 0;
  await whileAway();
  at('2026-02-07T15:00');
  await runJobs(world);
  expect(smsTo(backer.phone)).toEqual([]);
  at('2026-02-08T02:31');
  await runJobs(world);
  expect(smsTo(backer.phone)).toHaveLength(1);
});

test('R31.5: the SMS to a person of an import waits for the morning, however long it has waited', async () => {
  const phone = newPhone();
  const body = { name: 'gosaba.csv', text: `phone,first_name,last_name\n${phone},Asha,Begum` };
  done(await world.call('POST', `/api/mfi/imports?mfiId=${ROI}`, { as: officer, body }));
  at('2026-02-02T13:35');
  await tellOfImports(world.outside);
  await whileAway();
  for (const instant of ['2026-02-02T14:30', '2026-02-03T02:29', '2026-02-06T16:00', '2026-02-07T02:29']) {
    at(instant);
    await runJobs(world);
    expect(smsTo(phone)).toEqual([]);
    expect((await listWaiting(world.db, world.now)).find(({ kind }) => kind === 'sms')).toMatchObject({ oldest: 0 });
  }
  at('2026-02-07T02:31');
  await runJobs(world);
  expect(smsTo(phone)).toHaveLength(1);
});

/** Deliveries that are still to leave. */
const waiting = () =>
  world.db.selectFrom('outbox').select('id').where('kind', '=', 'sms').where('doneAt', 'is', null).execute();
