import { expect, test } from 'vitest';
import {
  type Account,
  bearer,
  isAlive,
  moveClock,
  type OpenSession,
  PASSWORD,
  refresh,
  registered,
  runJobs,
  signIn,
  confirmEmail,
} from '../../test/accounts.ts';
import { done } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const NEW_PASSWORD = 'a lake of black coffee';
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0';

const change = ({ token }: OpenSession, body: object, key?: string) =>
  world.call('POST', '/api/identity/change-password', { ...bearer(token), body, ...(key && { key }) });
const list = async ({ token }: OpenSession) =>
  done(await world.call('GET', '/api/identity/sessions', bearer(token))) as Record<string, any>[];
const end = ({ token }: OpenSession, id?: string) =>
  world.call('DELETE', `/api/identity/sessions${id ? `?id=${id}` : ''}`, bearer(token));

/** A person with two sessions: here, and on another device. */
async function withTwoSessions(): Promise<[OpenSession, OpenSession, Account]> {
  const account = await registered(world);
  return [await signIn(world, account.phone), await signIn(world, account.phone), account];
}

test('a password is changed for the old one, which ends the other sessions and is told (R33.1)', async () => {
  const [here, there, account] = await withTwoSessions();
  await confirmEmail(world, account);
  const { phone, email } = account;
  const before = world.sent.length;
  expect((await change(here, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD })).body.data).toEqual({});
  expect(await isAlive(world, here.token)).toBe(true);
  expect(await isAlive(world, there.token)).toBe(false);
  expect((await refresh(world, there.cookie)).status).toBe(401);
  await expect(signIn(world, phone)).rejects.toThrow('not_authorized');
  await signIn(world, phone, NEW_PASSWORD);
  await runJobs(world);
  const told = world.sent.slice(before).filter(({ text }) => /[Pp]assword (of your account )?was changed/.test(text));
  expect(told.map(({ to }) => to).toSorted()).toEqual([phone, email].toSorted());
});

test('a wrong old password changes nothing, and neither does a weak new one (R33.1)', async () => {
  const [here, there, { phone }] = await withTwoSessions();
  const wrong = await change(here, { oldPassword: 'not the old one', newPassword: NEW_PASSWORD });
  expect([wrong.status, wrong.body.errors[0]?.path]).toEqual([422, 'oldPassword']);
  const weak = await change(here, { oldPassword: PASSWORD, newPassword: 'password' });
  expect([weak.status, weak.body.errors[0]?.path]).toEqual([422, 'newPassword']);
  expect(await isAlive(world, there.token)).toBe(true);
  await signIn(world, phone);
});

test('a repeated change of the password gives its answer of before and no second effect (R6.3)', async () => {
  const [here, , { phone }] = await withTwoSessions();
  const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect((await change(here, body, 'once')).status).toBe(200);
  const later = await signIn(world, phone, NEW_PASSWORD);
  const again = await change(here, body, 'once');
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
  expect(await isAlive(world, later.token)).toBe(true);
});

test('of ten changes of one password at once only one counts (R33.1)', async () => {
  const [here] = await withTwoSessions();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      change(here, { oldPassword: PASSWORD, newPassword: `${NEW_PASSWORD} ${at}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('sessions are listed with their device and their last use (R33.1)', async () => {
  const { phone } = await registered(world);
  const here = await signIn(world, phone);
  moveClock(world, 60);
  const body = { username: phone, password: PASSWORD };
  await world.call('POST', '/api/identity/sign-in', { body, headers: { 'user-agent': FIREFOX } });
  const signedInAt = world.now.toISOString();
  const [newest, own] = await list(here);
  expect(newest).toEqual({
    id: expect.any(String),
    device: 'Firefox, Android',
    signedInAt,
    lastUsedAt: signedInAt,
    isOwn: false,
  });
  expect(own).toMatchObject({ device: '', isOwn: true });
  moveClock(world, 300);
  const renewed = (await refresh(world, here.cookie)).body.data.accessToken;
  const [latest] = await list({ ...here, token: renewed });
  expect(latest).toMatchObject({ id: own?.['id'], isOwn: true, lastUsedAt: world.now.toISOString() });
});

test('a session that has run out is not listed', async () => {
  const { phone } = await registered(world);
  await signIn(world, phone);
  moveClock(world, 14 * 86_400 + 1);
  expect(await list(await signIn(world, phone))).toHaveLength(1);
});

test('one session is ended by its id, all others without one (R33.1)', async () => {
  const [here, there, { phone }] = await withTwoSessions();
  const third = await signIn(world, phone);
  const ids = (await list(there)).filter(({ isOwn }) => isOwn).map(({ id }) => String(id));
  expect((await end(here, ids[0])).status).toBe(200);
  expect(await isAlive(world, there.token)).toBe(false);
  expect(await isAlive(world, third.token)).toBe(true);
  expect((await end(here, ids[0])).status).toBe(404);
  expect((await end(here)).status).toBe(200);
  expect(await isAlive(world, third.token)).toBe(false);
  expect(await isAlive(world, here.token)).toBe(true);
});

test('the sessions of others are neither listed nor ended (R33.1)', async () => {
  const [here] = await withTwoSessions();
  const [stranger] = await withTwoSessions();
  const theirs = (await list(stranger)).map(({ id }) => String(id));
  expect(theirs).toHaveLength(2);
  expect((await list(here)).filter(({ id }) => theirs.includes(String(id)))).toEqual([]);
  for (const id of theirs) expect((await end(here, id)).status).toBe(404);
  expect((await end(here)).status).toBe(200);
  expect(await isAlive(world, stranger.token)).toBe(true);
});
