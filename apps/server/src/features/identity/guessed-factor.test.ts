import { beforeEach, expect, test } from 'vitest';
import { moveClock, PASSWORD, registered, runJobs } from '../../test/accounts.ts';
import { appCode, useSecondFactor } from '../../test/second-factor.ts';
import { ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { post, done, withApp } = useSecondFactor(world);
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Each code of an app counts once, so each test begins in a half minute of its own. */
beforeEach(() => moveClock(world, 5 * MINUTE));

async function staffWithApp() {
  const { phone, id } = await registered(world);
  const { secret, token } = await withApp(phone);
  await world.db
    .insertInto('mfiStaff')
    .values({ mfiId: ROI, userId: Number(id) as never })
    .execute();
  await runJobs(world);
  moveClock(world, MINUTE);
  const told = async () => {
    await runJobs(world);
    return world.sent.filter(({ to, text }) => to === phone && text.includes('wrong codes of your app')).length;
  };
  return { phone, secret, token, told };
}

/** Wrong codes at sign-ins of a person who knows the password, five in each. */
async function guess(phone: string, times: number): Promise<void> {
  let session = '';
  for (let time = 0; time < times; time += 1) {
    if (time % 5 === 0) session = done(await post('sign-in', null, { username: phone, password: PASSWORD })).session;
    expect((await post('second-factor', null, { session, totp: '000000' })).body.code).toBe('code_mismatch');
  }
}

async function alarms(): Promise<number> {
  const { values } = await world.outside.metrics.alarms.get();
  return values.find(({ labels }) => labels.what === 'factor_guessed')?.value ?? Number.NaN;
}
const logged = () => world.logLines.filter((line) => line.includes('factor_guesses'));

test('ten wrong codes of an app raise an alarm each time, and its owner hears of it once a day (R34.1)', async () => {
  const { phone, told } = await staffWithApp();
  const [alarmsBefore, loggedBefore] = [await alarms(), logged().length];
  await guess(phone, 9);
  expect([(await alarms()) - alarmsBefore, await told()]).toEqual([0, 0]);
  await guess(phone, 1);
  expect([(await alarms()) - alarmsBefore, await told()]).toEqual([1, 1]);
  moveClock(world, 16 * MINUTE);
  await guess(phone, 10);
  expect([(await alarms()) - alarmsBefore, await told()]).toEqual([2, 1]);
  expect(logged().length - loggedBefore).toBe(2);
  expect(logged().join('\n')).not.toContain(phone);
  moveClock(world, DAY);
  await guess(phone, 10);
  expect([(await alarms()) - alarmsBefore, await told()]).toEqual([3, 2]);
});

test('codes that are tried in an open session count too, and a right one before the tenth tells nobody (R34.2)', async () => {
  const { token, secret, told } = await staffWithApp();
  const before = await alarms();
  const give = async (totp: string) => (await post('step-up', token, { totp })).status;
  for (let times = 0; times < 9; times += 1) expect(await give('000000')).toBe(422);
  expect(await give(appCode(world, secret))).toBe(200);
  for (let times = 0; times < 9; times += 1) expect(await give('000000')).toBe(422);
  expect([(await alarms()) - before, await told()]).toEqual([0, 0]);
  expect(await give('000000')).toBe(422);
  expect(await give('000000')).toBe(429);
  expect([(await alarms()) - before, await told()]).toEqual([1, 1]);
});
