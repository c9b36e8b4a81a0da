import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { codeFor, confirmed, moveClock, newPhone, PASSWORD, signIn } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

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
