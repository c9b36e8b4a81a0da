import os from 'node:os';
import { expect, test, vi } from 'vitest';
import {
  bearer,
  codeFor,
  confirmed,
  isAlive,
  moveClock,
  newPhone,
  PASSWORD,
  registered,
  runJobs,
  signIn,
  signUp,
} from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';
import { createApp } from '../../app.ts';
import { SEED_PASSWORD } from '../../config/production.ts';
import { createPasswords } from './passwords.ts';

const world = useWorld();
const post = (path: string, body: unknown) => world.call('POST', `/api/identity/${path}`, { body });

test('signing in answers a token for ten minutes, the user, and a cookie that no script can read', async () => {
  const { phone, id, subject, email } = await registered(world);
  const { token, answer } = await signIn(world, phone);
  expect(answer.body.data).toMatchObject({
    expiresIn: 600,
    user: { id, username: subject, phone, email, userMfis: [] },
  });
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/^sathi_refresh=[\w-]{43}; /);
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  expect(cookie).toMatch(/Path=\/api\/identity/);
  expect(answer.body.data).not.toHaveProperty('refreshToken');
  const { body } = await world.call('GET', '/api/identity/current-user', bearer(token));
  expect(body.data).toEqual({
    username: phone,
    attributes: { sub: subject, phone_number: phone, phone_number_verified: true, email },
    passwordLater: false,
  });
});

test('before the profile is made the user is null, and the token is only good for the identity service', async () => {
  const { phone } = await confirmed(world);
  const { token, answer } = await signIn(world, phone);
  expect(answer.body.data.user).toBeNull();
  expect(await isAlive(world, token)).toBe(true);
  expect((await world.call('GET', '/api/auth/', bearer(token))).status).toBe(404);
});

test('R13.10: an unknown phone and a wrong password get the same answer', async () => {
  const { phone } = await confirmed(world);
  const wrong = await post('sign-in', { username: phone, password: 'not this one' });
  const unknown = await post('sign-in', { username: newPhone(), password: 'not this one' });
  const nonsense = await post('sign-in', { username: 'nobody', password: 'not this one' });
  expect(wrong.status).toBe(401);
  expect(wrong.body.code).toBe('not_authorized');
  expect(unknown.body).toEqual(wrong.body);
  expect(nonsense.body).toEqual(wrong.body);
});

test('the password of the demo opens nothing where others come in (security 2)', async () => {
  const { phone, subject } = await registered(world);
  const passwordHash = await createPasswords().hash(SEED_PASSWORD);
  await world.db.updateTable('identities').set({ passwordHash }).where('subject', '=', subject).execute();
  const payload = { username: phone, password: SEED_PASSWORD };
  const open = await createApp({ ...world.outside, config: { ...world.outside.config, isProduction: true } });
  const refused = await open.inject({ method: 'POST', url: '/api/identity/sign-in', payload });
  await open.close();
  expect(refused.json().code).toBe('not_authorized');
  expect((await post('sign-in', payload)).status).toBe(200);
});

test('R13.10: without an account, and with a hash that is none, a password is verified all the same', async () => {
  const verify = vi.fn(async () => true);
  const passwords = createPasswords({ hash: async () => '$argon2id$dummy', verify: verify as never });
  expect(await passwords.verify(null, 'anything')).toBe(false);
  expect(await passwords.verify('none', 'anything')).toBe(false);
  expect(verify).toHaveBeenCalledTimes(2);
  expect(verify).toHaveBeenCalledWith('$argon2id$dummy', 'anything');
});

test('hashing has a queue of sixteen for each core; beyond it the answer is 503', async () => {
  const ends: Array<() => void> = [];
  const hash = () => new Promise<string>((resolve) => ends.push(() => resolve('$argon2id$')));
  const passwords = createPasswords({ hash: hash as never, verify: (async () => true) as never }, 2);
  const accepted = Array.from({ length: 2 + 2 * 16 }, () => passwords.hash('x'));
  await expect(passwords.hash('x')).rejects.toMatchObject({ code: 'overloaded' });
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(accepted)).toHaveLength(34);
});

test('passwords are kept as argon2id with 19 MiB and two passes', async () => {
  const { phone } = await signUp(world);
  const { passwordHash } = await world.db
    .selectFrom('identities')
    .select('passwordHash')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('an unconfirmed phone gets a code and 403, and no second code within the minute', async () => {
  const { phone } = await signUp(world);
  moveClock(world, 60);
  await runJobs(world);
  const before = world.sent.length;
  for (let times = 0; times < 2; times += 1) {
    const answer = await post('sign-in', { username: phone, password: PASSWORD });
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe('user_not_confirmed');
  }
  const code = await codeFor(world, phone);
  expect(world.sent.length - before).toBe(1);
  await post('confirm-sign-up', { username: phone, code });
  expect((await signIn(world, phone)).token).toBeTruthy();
});

test('an account with a one-time password gets a challenge, whose session works once', async () => {
  const { phone } = await registered(world);
  await world.db.updateTable('identities').set({ mustChangePassword: true }).where('phone', '=', phone).execute();
  const first = await signIn(world, phone).catch((error) => error);
  expect(first.answer.body.data).toEqual({ challenge: 'NEW_PASSWORD_REQUIRED', session: expect.any(String) });
  expect(first.answer.headers['set-cookie']).toBeUndefined();
  const { session } = first.answer.body.data;
  const weak = await post('complete-new-password', { session, newPassword: 'short' });
  expect(weak.body.errors[0].path).toBe('newPassword');
  const twins = await Promise.all(
    ['chosen by myself', 'chosen by a twin'].map((newPassword) =>
      post('complete-new-password', { session, newPassword }),
    ),
  );
  expect(twins.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  const done = twins.find(({ status }) => status === 200);
  expect(done?.body.data).toMatchObject({ expiresIn: 600, user: { phone } });
  expect(await isAlive(world, done?.body.data.accessToken)).toBe(true);
  expect((await post('complete-new-password', { session: 'x.y', newPassword: PASSWORD })).status).toBe(401);
});

test('a new password for a session that is none is refused without hashing, so that sign-ins go on', async () => {
  const { phone } = await confirmed(world);
  const body = { session: 'x.y', newPassword: 'chosen by nobody' };
  const many = 20 * os.availableParallelism();
  const asked = Array.from({ length: many }, () => post('complete-new-password', body));
  const { token } = await signIn(world, phone);
  expect(token).toBeTruthy();
  for (const { body: refused } of await Promise.all(asked)) expect(refused.code).toBe('session_ended');
});

test('the challenge is over after ten minutes', async () => {
  const { phone } = await confirmed(world);
  await world.db.updateTable('identities').set({ mustChangePassword: true }).where('phone', '=', phone).execute();
  const { body } = await post('sign-in', { username: phone, password: PASSWORD });
  moveClock(world, 600);
  const late = await post('complete-new-password', { session: body.data.session, newPassword: 'chosen by myself' });
  expect(late.body.code).toBe('session_ended');
});
