import { afterEach, beforeAll, expect, test } from 'vitest';
import { createJobs } from '../jobs.ts';
import { drainOutbox } from '../outbox/outbox.ts';
import { startRunner } from '../outbox/runner.ts';
import { codeFor, registered, runJobs, signIn, signUp } from './accounts.ts';
import { done, useLoans } from './loans.ts';
import { useWorld } from './world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });
const { newLoan, back } = useLoans(world);

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
  await drainOutbox(world.db, createJobs(world.outside).handlers, world.outside.realNow, world.outside.log);
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
