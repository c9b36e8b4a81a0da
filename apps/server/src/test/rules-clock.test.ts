import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, calendarDateIn, hourIn } from '@sathi/domain/calendar-date.ts';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createJobs } from '../jobs.ts';
import { transaction } from '../db/transaction.ts';
import { drainOutbox, enqueue } from '../outbox/outbox.ts';
import { startRunner } from '../outbox/runner.ts';
import { codeFor, registered, runJobs, signIn, signUp } from './accounts.ts';
import { useBells } from './bells.ts';
import { expectMoney, payInAccount } from './expected.ts';
import { done, useLoans } from './loans.ts';
import { ROI, useWorld } from './world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });
const { newLoan, back } = useLoans(world);
const { heard, sentTo } = useBells(world);
const AT_ROI = 'Asia/Kolkata';
const DAY_MS = 86_400_000;

// The database's own clock is the real one here.
beforeAll(() => {
  world.now = new Date();
});
afterEach(() => {
  world.daysAhead = 0;
});

test('a session goes on when the clock of the rules is set 400 days ahead', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  world.daysAhead = 400;
  const answer = await world.call('GET', '/api/identity/current-user', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  await Promise.all(createJobs(world.outside).schedules.map(({ work }) => work()));
  const sessions = await world.db.selectFrom('sessions').select('subject').execute();
  expect(sessions).not.toEqual([]);
});

test('a one-time code of a moment ago is good when the clock of the rules is set a day ahead', async () => {
  const { phone } = await signUp(world);
  const code = await codeFor(world, phone);
  world.daysAhead = 1;
  const confirmed = await world.call('POST', '/api/identity/confirm-sign-up', { body: { username: phone, code } });
  expect(confirmed.status).toBe(200);
});

test('work after a commit is done at once when the clock of the rules is set ahead', async () => {
  world.daysAhead = 30;
  const loan = await newLoan();
  done(await back(loan, await world.newPerson(), 25));
  // The clock of the test stands still while the database's goes on.
  world.now = new Date(Date.now() + 1000);
  await runJobs(world);
  const waiting = await world.db
    .selectFrom('outbox')
    .select('kind')
    .where('doneAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute();
  expect(waiting).toEqual([]);
  const operations = await world.db.selectFrom('chainOperations').select('runAt').execute();
  for (const { runAt } of operations) expect((runAt as Date).getTime()).toBeLessThanOrEqual(Date.now());
});

test('a limit that is used up stays used up when the clock of the rules is set ahead', async () => {
  const ask = () => world.call('GET', '/api/auth/userExists?phone=%2B8801700000000');
  let last = await ask();
  for (let count = 0; count < 10; count += 1) last = await ask();
  expect(last.status).toBe(429);
  world.daysAhead = 2;
  expect((await ask()).status).toBe(429);
});

test('a deadline has passed when the clock of the rules has passed it', async () => {
  const loan = await newLoan();
  const status = async () => (await world.call('GET', `/api/borrow/findOne?id=${loan.id}`)).body.data?.status;
  expect(await status()).toBe(2);
  world.daysAhead = 200;
  await Promise.all(createJobs(world.outside).schedules.map(({ work }) => work()));
  world.daysAhead = 0;
  expect(await status()).not.toBe(2);
  await drainOutbox(world.outside, createJobs(world.outside).handlers);
});

test('a job held for a later moment is looked for when the clock of the rules jumps, and every schedule runs again', async () => {
  const done: string[] = [];
  const held = { kind: 'held', dedupeKey: 'held', payload: {}, delayMs: 9 * 3_600_000 };
  const handlers = { held: async () => void done.push('job') };
  const schedules = [{ name: 'schedule', everyMinutes: 60, work: async () => void done.push('schedule') }];
  await transaction(world.db, (tx) => enqueue(tx, [held], world.outside.now()));
  const runner = await startRunner(world.outside, { handlers, schedules });
  // The lane looks again by itself only five seconds later.
  await sleep(500);
  expect(done).toEqual(['schedule']);
  world.daysAhead = 10 / 24;
  runner.runSchedules();
  await expect.poll(() => done.toSorted(), { timeout: 3000 }).toEqual(['job', 'schedule', 'schedule']);
  await runner.stop();
});

test('every schedule runs once more when asked to, and again after the run under way', async () => {
  const runs: string[] = [];
  const gate = Promise.withResolvers<void>();
  const schedules = ['quick', 'slow'].map((name) => ({
    name,
    everyMinutes: 60,
    work: async () => {
      runs.push(name);
      if (name === 'slow') await gate.promise;
    },
  }));
  const runner = await startRunner(world.outside, { handlers: {}, schedules });
  await expect.poll(() => runs.length).toBe(2);
  runner.runSchedules();
  await expect.poll(() => runs.filter((name) => name === 'quick').length).toBe(2);
  expect(runs.filter((name) => name === 'slow')).toHaveLength(1);
  gate.resolve();
  await expect.poll(() => runs.filter((name) => name === 'slow').length).toBe(2);
  await runner.stop();
});

// The last one: it has the institution await money from here on.
test('news of a receipt held by night comes once, when the clock of the rules has jumped past 8 in the morning (R20.6)', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const backer = await world.newPerson();
  await expectMoney(world, ROI);
  const accountId = await payInAccount(world, officer);
  const { order } = done(await back(await newLoan({ officer }), backer, 25));
  const evening = addDays(calendarDateIn(AT_ROI, new Date()), 1);
  const told = async (): Promise<string[]> =>
    (await heard(backer)).filter((each) => each.startsWith('pay_in_received'));
  /** Moves the clock of the rules to an hour there, days after that evening. The real clock goes on by itself. */
  const moveTo = async (days: number, hours: number) => {
    world.now = new Date(Date.now() + 1000);
    world.daysAhead = (hourIn(AT_ROI, addDays(evening, days), hours).getTime() - world.now.getTime()) / DAY_MS;
    await runJobs(world);
    return told();
  };

  expect(await moveTo(0, 23)).toEqual([]);
  const receipt = { accountId, receivedOn: evening, reference: order.reference, amount: 25 };
  done(await world.call('POST', '/api/mfi/receipts?mfiId=3', { as: officer, body: receipt }));
  for (const hours of [23, 31.98]) expect(await moveTo(0, hours)).toEqual([]);
  expect(await moveTo(1, 9)).toEqual(['pay_in_received 25']);
  // A clock that is set back does not tell again, nor does one that goes on.
  for (const days of [0, 2]) expect(await moveTo(days, 9)).toEqual(['pay_in_received 25']);
  expect((await sentTo(backer)).filter((text) => text.includes('$25 from you has come'))).toHaveLength(1);
});
