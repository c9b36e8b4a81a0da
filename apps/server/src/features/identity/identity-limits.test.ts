import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { transaction } from '../../db/transaction.ts';
import { codeFor, confirmed, moveClock, newPhone, PASSWORD, signIn } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';
import { createIdentityLimits } from './identity-limits.repository.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });
let networks = 0;
/** A network that no other test has. */
const newIp = () => `10.0.${(networks += 1)}.1`;

async function post(path: string, body: object, ip: string, app = world.app) {
  const answer = await app.inject({ method: 'POST', url: `/api/identity/${path}`, payload: body, remoteAddress: ip });
  return { status: answer.statusCode, body: answer.json(), retryAfter: Number(answer.headers['retry-after']) };
}

async function account() {
  world.now = new Date(world.now.getTime() + 3 * 3600_000);
  return confirmed(world);
}

test('five tries to sign in with one phone in a quarter of an hour, then one in thirty seconds from each network', async () => {
  const { phone } = await account();
  const wrong = (ip: string) => post('sign-in', { username: phone, password: 'not this' }, ip);
  for (let tries = 0; tries < 5; tries += 1) expect((await wrong(newIp())).status).toBe(401);
  const [thief, owner] = [newIp(), newIp()];
  expect((await wrong(thief)).status).toBe(401);
  const slowed = await wrong(thief);
  expect(slowed.status).toBe(429);
  expect(slowed.body.code).toBe('too_many_requests');
  expect(slowed.retryAfter).toBeGreaterThan(0);
  expect(slowed.retryAfter).toBeLessThanOrEqual(30);
  expect((await post('sign-in', { username: phone, password: PASSWORD }, owner)).status).toBe(200);
  expect((await wrong(thief)).status).toBe(401);
});

test('thirty sign-ins an hour from one network, counted by all processes together', async () => {
  const ip = newIp();
  world.now = new Date(world.now.getTime() + 3 * 3600_000);
  const other = await createApp(world.outside);
  const statuses: number[] = [];
  for (let tries = 0; tries < 31; tries += 1) {
    const app = tries % 2 === 0 ? world.app : other;
    statuses.push((await post('sign-in', { username: newPhone(), password: 'x' }, ip, app)).status);
  }
  await other.close();
  expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
  expect(statuses[30]).toBe(429);
});

test('five sign-ups an hour from one network; an IPv6 network of 64 bits is one', async () => {
  world.now = new Date(world.now.getTime() + 3 * 3600_000);
  const signUp = (host: number) =>
    post('sign-up', { username: newPhone(), password: PASSWORD }, `2001:db8:1:2::${host}`);
  for (let tries = 1; tries <= 5; tries += 1) expect((await signUp(tries)).status).toBe(201);
  expect((await signUp(6)).status).toBe(429);
  moveClock(world, 3600);
  expect((await signUp(7)).status).toBe(201);
});

test('five messages a day to one phone, from wherever they are asked for', async () => {
  const { phone } = await account();
  await codeFor(world, phone);
  const forgot = () => post('forgot-password', { username: phone }, newIp());
  for (let sends = 0; sends < 4; sends += 1) {
    expect((await forgot()).status).toBe(200);
    moveClock(world, 60);
  }
  const refused = await forgot();
  expect(refused.status).toBe(429);
  expect(refused.body.code).toBe('too_many_requests');
});

test('200 SMS an hour and 1,000 a day in all, then nobody gets a code and an alarm is logged once; e-mails go on', async () => {
  const limits = createIdentityLimits(world.outside);
  const send = (address: string) =>
    transaction(world.db, (tx) => limits.beforeMessage(tx, address, newIp())).then(
      () => true,
      () => false,
    );
  const alarms = () => world.logLines.filter((line) => line.includes('message_budget')).length;
  const midnight = Math.ceil(world.now.getTime() / 86_400_000) * 86_400_000;
  let sent = 0;
  // In the fifth hour both the hour and the day are used up; in the sixth it is said already.
  for (const [hour, alarmsExpected] of [1, 1, 1, 1, 2, 0].entries()) {
    world.now = new Date(midnight + hour * 3600_000);
    const before = alarms();
    for (let tries = 0; tries < 202; tries += 1) if (await send(newPhone())) sent += 1;
    expect(alarms() - before).toBe(alarmsExpected);
    expect(await send(`reader${hour}@example.org`)).toBe(true);
  }
  expect(sent).toBe(1000);
  expect(await send('another@example.org')).toBe(true);
});

test('an alarm when fewer than 30 of 100 codes by SMS are taken up, and none when enough are', async () => {
  const limits = createIdentityLimits(world.outside);
  const alarms = () => world.logLines.filter((line) => line.includes('sms_taken_up')).length;
  for (const [takenUp, alarmsExpected] of [
    [29, 1],
    [30, 0],
  ] as const) {
    world.now = new Date((Math.floor(world.now.getTime() / 86_400_000) + 1) * 86_400_000);
    const before = alarms();
    for (let codes = 0; codes < takenUp; codes += 1) await limits.afterSmsCode(world.db);
    for (let sends = 0; sends < 100; sends += 1) {
      expect(alarms()).toBe(before);
      await limits.beforeMessage(world.db, newPhone(), newIp());
    }
    expect(alarms() - before).toBe(alarmsExpected);
  }
});

test('a code that is taken up is counted, by SMS only', async () => {
  moveClock(world, 48 * 3600);
  const counted = async () => {
    const rows = await world.db
      .selectFrom('rateCounters')
      .select('count')
      .where('windowStart', '<=', world.now)
      .execute();
    return rows.reduce((sum, { count }) => sum + count, 0);
  };
  const { phone } = await account();
  await post('forgot-password', { username: phone }, newIp());
  const code = await codeFor(world, phone);
  const before = await counted();
  const body = { username: phone, code, newPassword: `${PASSWORD} new` };
  expect((await post('confirm-forgot-password', body, newIp())).status).toBe(200);
  // The network's and the code's.
  expect((await counted()) - before).toBe(2);
});

const PROVIDER = { SMS_PROVIDER: 'sns', SMS_SNS_ACCESS_KEY_ID: 'key', SMS_SNS_SECRET_ACCESS_KEY: 'secret' };

test('where SMS cost money, no code goes to a country that is not served or to a premium number', async () => {
  moveClock(world, 48 * 3600);
  const config = readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', ...PROVIDER });
  const app = await createApp({ ...world.outside, config });
  const signUp = (phone: string) => post('sign-up', { username: phone, password: PASSWORD }, newIp(), app);
  for (const phone of ['+14165550123', '+19005551234', '+447400123456']) {
    const refused = await signUp(phone);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([{ path: 'username', message: 'This Phone is not valid' }]);
    // Asking for a new password answers the same for a number that nobody has.
    expect((await post('forgot-password', { username: phone }, newIp(), app)).status).toBe(422);
  }
  expect((await signUp('+8801912345678')).status).toBe(201);
  await app.close();
});

test('a counter’s key tells neither the phone nor the address', async () => {
  const { phone } = await account();
  const ip = newIp();
  await post('sign-in', { username: phone, password: 'not this' }, ip);
  const keys = (await world.db.selectFrom('rateCounters').select('key').execute()).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.every((key) => /^[\w-]{43}$/.test(key))).toBe(true);
});

test('whoever signs in starts anew', async () => {
  const { phone } = await account();
  for (let round = 0; round < 3; round += 1) {
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await post('sign-in', { username: phone, password: 'not this' }, newIp())).status).toBe(401);
    }
    expect((await signIn(world, phone)).token).toBeTruthy();
  }
});
