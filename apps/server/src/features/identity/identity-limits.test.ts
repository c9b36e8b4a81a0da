import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config/config.ts';
import { CHALLENGE } from '../../http/limits/limits.ts';
import { answerTo } from '../../test/challenges.ts';
import { codeFor, confirmed, moveClock, newPhone, otherThan, PASSWORD } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on', CHALLENGE_STEPS: '2' } });
let networks = 0;
/** A network that no other test has. */
const newIp = () => `10.${Math.floor((networks += 1) / 200)}.${networks % 200}.1`;

type From = {
  readonly ip?: string;
  readonly cookie?: string;
  readonly answer?: string;
  readonly app?: typeof world.app;
};

async function post(path: string, body: object, { ip = newIp(), cookie, answer, app = world.app }: From = {}) {
  const headers = { ...(cookie && { cookie }), ...(answer && { 'challenge-answer': answer }) };
  const url = `/api/identity/${path}`;
  const reply = await app.inject({ method: 'POST', url, payload: body, remoteAddress: ip, headers });
  const device = reply.cookies.find(({ name }) => name.endsWith('sathi_device'))?.value;
  return {
    status: reply.statusCode,
    body: reply.json(),
    cookie: device && `sathi_device=${device}`,
    cookies: reply.cookies,
  };
}
/** Again, with the proof of work that was asked for. */
async function proven(path: string, body: object, asked: From = {}) {
  const from = { ip: newIp(), ...asked };
  const refused = await post(path, body, from);
  if (refused.body.code !== 'challenge_required')
    throw new Error(`no proof was asked for: ${JSON.stringify(refused.body)}`);
  return post(path, body, { ...from, answer: await answerTo(refused.body) });
}

async function account() {
  world.now = new Date(world.now.getTime() + 24 * 3600_000);
  return confirmed(world);
}
/** An account, and the cookie of a device that was signed in with it. */
async function known() {
  const { phone } = await account();
  const { cookie } = await post('sign-in', { username: phone, password: PASSWORD });
  return { phone, cookie: cookie as string };
}
const forgot = (phone: string, from?: From) => post('forgot-password', { username: phone }, from);
const renew = (phone: string, code: string, from?: From) =>
  post('confirm-forgot-password', { username: phone, code, newPassword: `${PASSWORD} new` }, from);

test('after five tries on one phone in a quarter of an hour each more costs a proof of work, and the owner gets in', async () => {
  const { phone } = await account();
  const wrong = { username: phone, password: 'not this' };
  for (let tries = 0; tries < 5; tries += 1) expect((await post('sign-in', wrong)).status).toBe(401);
  const refused = await post('sign-in', wrong);
  expect([refused.status, refused.body.code]).toEqual([429, 'challenge_required']);
  expect((await proven('sign-in', wrong)).status).toBe(401);
  expect((await proven('sign-in', { username: phone, password: PASSWORD })).status).toBe(200);
});

test('guessing becomes harder with each guess, and an alarm is raised', async () => {
  const { phone } = await account();
  const wrong = { username: phone, password: 'not this' };
  const alarms = () => world.logLines.filter((line) => line.includes('sign_in_guesses')).length;
  const before = alarms();
  const counted = async () => {
    const { values } = await world.outside.metrics.alarms.get();
    return values.find(({ labels }) => labels.what === 'password_guessed')?.value ?? Number.NaN;
  };
  const countedBefore = await counted();
  for (let tries = 0; tries < 5; tries += 1) await post('sign-in', wrong);
  for (let tries = 0; tries < 25; tries += 1) expect((await proven('sign-in', wrong)).status).toBe(401);
  expect((await post('sign-in', wrong)).body.challenge.parameters.data.factor).toBe(CHALLENGE.factorMax);
  expect(alarms() - before).toBe(1);
  expect((await counted()) - countedBefore).toBe(1);
});

test('strangers who guess a password never keep the owner’s device out', async () => {
  const { phone, cookie } = await known();
  const wrong = { username: phone, password: 'not this' };
  for (let tries = 0; tries < 30; tries += 1) await post('sign-in', wrong);
  expect((await post('sign-in', { username: phone, password: PASSWORD }, { cookie })).status).toBe(200);
});

test('the cookie of a device is for the identity service alone, no script reads it, and it gives no right', async () => {
  const { phone } = await account();
  const { cookies } = await post('sign-in', { username: phone, password: PASSWORD });
  const device = cookies.find(({ name }) => name === 'sathi_device');
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/identity' });
  const rows = await world.db.selectFrom('knownDevices').select('device').execute();
  expect(JSON.stringify(rows)).not.toContain(device?.value);
  expect((await post('refresh', {}, { cookie: `sathi_device=${device?.value}` })).status).toBe(401);
});

test('thirty sign-ins an hour from one network, counted by all processes together, then a proof of work', async () => {
  const ip = newIp();
  world.now = new Date(world.now.getTime() + 3 * 3600_000);
  const other = await createApp(world.outside);
  const statuses: number[] = [];
  for (let tries = 0; tries < 31; tries += 1) {
    const app = tries % 2 === 0 ? world.app : other;
    statuses.push((await post('sign-in', { username: newPhone(), password: 'x' }, { ip, app })).status);
  }
  await other.close();
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await proven('sign-in', { username: newPhone(), password: 'x' }, { ip })).status).toBe(401);
});

test('five sign-ups an hour from one network, then each costs a proof of work; an IPv6 network of 64 bits is one', async () => {
  world.now = new Date(world.now.getTime() + 3 * 3600_000);
  const body = () => ({ username: newPhone(), password: PASSWORD });
  const from = (host: number) => ({ ip: `2001:db8::${host}:1:1:1` });
  for (let tries = 1; tries <= 5; tries += 1) expect((await post('sign-up', body(), from(tries))).status).toBe(201);
  expect((await post('sign-up', body(), from(6))).body.code).toBe('challenge_required');
  expect((await proven('sign-up', body(), from(7))).status).toBe(201);
  moveClock(world, 3600);
  expect((await post('sign-up', body(), from(8))).status).toBe(201);
});

test('strangers have three codes a day sent to a phone; its own device still gets two', async () => {
  const { phone, cookie } = await known();
  world.now = new Date((Math.floor(world.now.getTime() / 86_400_000) + 1) * 86_400_000);
  for (let sends = 0; sends < 3; sends += 1) expect((await forgot(phone)).status).toBe(200);
  const refused = await forgot(phone);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  for (let sends = 0; sends < 2; sends += 1) {
    expect((await forgot(phone, { cookie })).status).toBe(200);
    moveClock(world, 60);
  }
  expect((await forgot(phone, { cookie })).status).toBe(429);
});

test('asking for codes of phones without an account spends nothing, and keeps nobody from anything', async () => {
  const { phone } = await account();
  for (let tries = 0; tries < 250; tries += 1) expect((await forgot(newPhone())).status).toBe(200);
  expect((await forgot(phone)).status).toBe(200);
  expect((await post('sign-up', { username: newPhone(), password: PASSWORD })).status).toBe(201);
});

test('a stranger’s wrong tries end no code of the owner’s, and a new code is there at once (R17.7)', async () => {
  const { phone, cookie } = await known();
  const ip = newIp();
  expect((await forgot(phone, { ip, cookie })).status).toBe(200);
  const code = await codeFor(world, phone);
  const outcomes: string[] = [];
  for (let tries = 0; tries < 6; tries += 1) outcomes.push((await renew(phone, otherThan(code))).body.code);
  expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'code_mismatch'), 'code_locked']);
  // Nor does a stranger who shares the owner's address.
  for (let tries = 0; tries < 6; tries += 1) await renew(phone, otherThan(code), { ip });
  expect((await forgot(phone)).status).toBe(200);
  expect((await renew(phone, code, { cookie })).status).toBe(200);
});

test('five wrong tries by the device that asked end its code, and the next one works (R17.7)', async () => {
  const { phone, cookie } = await known();
  await forgot(phone, { cookie });
  const code = await codeFor(world, phone);
  for (let tries = 0; tries < 5; tries += 1) await renew(phone, otherThan(code), { cookie });
  expect((await renew(phone, code, { cookie })).body.code).toBe('code_locked');
  moveClock(world, 60);
  expect((await forgot(phone, { cookie })).status).toBe(200);
  expect((await renew(phone, await codeFor(world, phone), { cookie })).status).toBe(200);
});

test('a code that a stranger’s sign-up had sent does not confirm the owner’s, nor the owner’s code the stranger’s', async () => {
  world.now = new Date(world.now.getTime() + 24 * 3600_000);
  const phone = newPhone();
  const body = { username: phone, password: PASSWORD };
  const owner = await post('sign-up', body);
  const ownersCode = await codeFor(world, phone);
  const stranger = await post('sign-up', { username: phone, password: 'the password of a stranger' });
  const confirm = (code: string, cookie: string | undefined) =>
    post('confirm-sign-up', { username: phone, code }, cookie ? { cookie } : {});
  expect((await confirm(ownersCode, owner.cookie)).body.code).toBe('code_expired');
  const strangersCode = await codeFor(world, phone);
  expect((await confirm(otherThan(strangersCode), stranger.cookie)).body.code).toBe('code_mismatch');
  expect((await post('sign-in', { username: phone, password: 'the password of a stranger' })).body.code).toBe(
    'user_not_confirmed',
  );
});

const PROVIDER = { SMS_PROVIDER: 'sns', SMS_SNS_ACCESS_KEY_ID: 'key', SMS_SNS_SECRET_ACCESS_KEY: 'secret' };

test('no code goes to a country that is not served or to a premium number while SMS cost money', async () => {
  moveClock(world, 48 * 3600);
  const config = readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', ...PROVIDER });
  const app = await createApp({ ...world.outside, config });
  const signUp = (phone: string) => post('sign-up', { username: phone, password: PASSWORD }, { app });
  for (const phone of ['+14165550123', '+19005551234', '+447400123456']) {
    const refused = await signUp(phone);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([{ path: 'username', message: 'This Phone is not valid' }]);
    // Asking for a new password answers the same for a number without an account.
    expect((await post('forgot-password', { username: phone }, { app })).status).toBe(422);
  }
  expect((await signUp('+8801912345678')).status).toBe(201);
  await app.close();
});

test('a counter’s key tells neither the phone nor the address', async () => {
  const { phone } = await account();
  await post('sign-in', { username: phone, password: 'not this' });
  const keys = (await world.db.selectFrom('limitCounters').select('key').execute()).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.every((key) => /^[\w-]{43}$/.test(key))).toBe(true);
});

test('a person who signs in starts anew', async () => {
  const { phone } = await account();
  for (let round = 0; round < 3; round += 1) {
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await post('sign-in', { username: phone, password: 'not this' })).status).toBe(401);
    }
    expect((await post('sign-in', { username: phone, password: PASSWORD })).status).toBe(200);
  }
});
