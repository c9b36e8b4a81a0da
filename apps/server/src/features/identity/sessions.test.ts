import { afterAll, expect, test, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { openDatabase } from '../../db/db.ts';
import {
  bearer,
  confirmed,
  cookieOf,
  isAlive,
  moveClock,
  refresh,
  registered,
  runJobs,
  signIn,
} from '../../test/accounts.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { createCallerReader } from './caller-reader.ts';

const world = useWorld();
const closing: Array<() => Promise<unknown>> = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

test('a refresh exchanges the cookie and the token', async () => {
  const { phone } = await registered(world);
  const first = await signIn(world, phone);
  const answer = await refresh(world, first.cookie);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual({ accessToken: expect.any(String), expiresIn: 600 });
  expect(cookieOf(answer)).not.toBe(first.cookie);
  expect(await isAlive(world, answer.body.data.accessToken)).toBe(true);
  expect(await isAlive(world, first.token)).toBe(false);
  expect((await refresh(world, cookieOf(answer))).status).toBe(200);
});

test('a change asks the database whether its session lives, a read may trust the last seconds', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  expect(await isAlive(world, token)).toBe(true);
  // This process is not told that the sessions are gone, as when the word is lost on its way.
  await world.db.deleteFrom('sessions').execute();
  expect(await isAlive(world, token)).toBe(true);
  expect((await world.call('POST', '/api/identity/sign-out', bearer(token))).status).toBe(401);
});

test('a spent cookie that comes back ends the whole family, the newest token included', async () => {
  const { phone } = await registered(world);
  const first = await signIn(world, phone);
  const other = await signIn(world, phone);
  const second = await refresh(world, first.cookie);
  const stolen = await refresh(world, first.cookie);
  expect(stolen.status).toBe(401);
  expect(stolen.body.code).toBe('session_ended');
  expect(String(stolen.headers['set-cookie'])).toMatch(/sathi_refresh=;/);
  expect(await isAlive(world, second.body.data.accessToken)).toBe(false);
  expect((await refresh(world, cookieOf(second))).status).toBe(401);
  expect(await isAlive(world, other.token)).toBe(true);
});

test('two tabs with one cookie at the same moment: one is served, the other is told to retry, and both stay signed in', async () => {
  const { phone } = await registered(world);
  const { cookie } = await signIn(world, phone);
  const answers = await Promise.all([refresh(world, cookie), refresh(world, cookie)]);
  const served = answers.filter(({ status }) => status === 200);
  expect(served).toHaveLength(1);
  const other = answers.find(({ status }) => status !== 200);
  expect(other?.body).toMatchObject({ code: 'conflict', status: 409 });
  expect(other?.headers['set-cookie']).toBeUndefined();
  const [first] = served;
  if (!first) throw new Error('nobody was served');
  expect(await isAlive(world, first.body.data.accessToken)).toBe(true);
  expect((await refresh(world, cookieOf(first))).status).toBe(200);
});

test('without a cookie, or with one that is none, there is nothing to refresh', async () => {
  expect((await world.call('POST', '/api/identity/refresh')).body.code).toBe('session_ended');
  expect((await refresh(world, 'sathi_refresh=invented')).body.code).toBe('session_ended');
});

test('a page of another origin cannot use the cookie', async () => {
  const { phone } = await registered(world);
  const { cookie } = await signIn(world, phone);
  const foreign = await refresh(world, cookie, { origin: 'https://evil.example', host: 'sathi.example' });
  expect(foreign.status).toBe(403);
  const own = await refresh(world, cookie, { origin: 'https://sathi.example', host: 'sathi.example' });
  expect(own.status).toBe(200);
});

test('over https the cookie is Secure and named so', async () => {
  const outside = { ...world.outside, config: { ...world.outside.config, publicUrl: 'https://sathi.example' } };
  const app = await createApp(outside);
  closing.push(() => app.close());
  const { phone } = await registered(world);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/identity/sign-in',
    payload: { username: phone, password: 'a river of green tea' },
  });
  const cookies = [answer.headers['set-cookie']].flat();
  expect(cookies[0]).toMatch(/^__Secure-sathi_refresh=.*; Secure/);
  expect(cookies[1]).toMatch(/^__Secure-sathi_device=.*; Secure/);
});

test('an access token dies after ten minutes', async () => {
  const { phone } = await registered(world);
  const { token, cookie } = await signIn(world, phone);
  moveClock(world, 599);
  expect(await isAlive(world, token)).toBe(true);
  moveClock(world, 1);
  expect(await isAlive(world, token)).toBe(false);
  expect((await refresh(world, cookie)).status).toBe(200);
});

test.each([
  ['others', [], 14 * 24 * 3600, 30 * 24 * 3600],
  ['staff', [ROI], 30 * 60, 12 * 3600],
])(
  'a session of %s ends when it lies unused, and at the latest after its absolute time',
  async (_, mfis, idle, most) => {
    const { phone, id } = await registered(world);
    for (const mfiId of mfis)
      await world.db
        .insertInto('mfiStaff')
        .values({ mfiId, userId: Number(id) as never })
        .execute();
    const unused = await signIn(world, phone);
    let { cookie } = await signIn(world, phone);
    for (let aged = 0; aged + idle - 60 < most; aged += idle - 60) {
      moveClock(world, idle - 60);
      const answer = await refresh(world, cookie);
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer);
      if (aged === 0) {
        moveClock(world, 60);
        expect((await refresh(world, unused.cookie)).status).toBe(401);
        moveClock(world, -60);
      }
    }
    moveClock(world, idle - 60);
    expect((await refresh(world, cookie)).status).toBe(401);
  },
);

test('signing out ends every session of the account at once, for reads and for refreshes', async () => {
  const { phone } = await registered(world);
  const [first, second] = [await signIn(world, phone), await signIn(world, phone)];
  expect(await isAlive(world, second.token)).toBe(true);
  const answer = await world.call('POST', '/api/identity/sign-out', bearer(first.token));
  expect(answer.body).toEqual({ success: true, data: {} });
  for (const session of [first, second]) {
    expect(await isAlive(world, session.token)).toBe(false);
    expect((await refresh(world, session.cookie)).status).toBe(401);
  }
});

const signOutByCookie = (cookie: string, headers: Record<string, string> = {}) =>
  world.call('POST', '/api/identity/sign-out-by-cookie', { headers: { cookie, ...headers } });

test('a cookie signs its person out everywhere as a token does, also one that is spent, and sets none', async () => {
  const { phone } = await registered(world);
  for (const isSpent of [false, true]) {
    const [first, other] = [await signIn(world, phone), await signIn(world, phone)];
    expect(await isAlive(world, other.token)).toBe(true);
    // The cookie is spent, as after a refresh whose answer was lost.
    if (isSpent) await refresh(world, first.cookie);
    const answer = await signOutByCookie(first.cookie);
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: {} }]);
    // The browser may have the cookie of another person by now.
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await isAlive(world, other.token)).toBe(false);
    expect((await refresh(world, other.cookie)).status).toBe(401);
  }
});

test('a cookie without a session leaves nothing to sign out, and a page of another origin cannot use one', async () => {
  const { phone } = await registered(world);
  const { cookie, token } = await signIn(world, phone);
  for (const none of ['', 'sathi_refresh=invented'])
    expect((await signOutByCookie(none)).body).toEqual({ success: true, data: {} });
  expect((await signOutByCookie(cookie, { origin: 'https://evil.example', host: 'sathi.example' })).status).toBe(403);
  expect(await isAlive(world, token)).toBe(true);
});

test('signing out is heard of in another process, which had the caller in its memory', async () => {
  const { phone } = await registered(world);
  const session = await signIn(world, phone);
  const other = await secondProcess();
  const read = async (): Promise<number> => {
    const { headers } = bearer(session.token);
    return (await other.inject({ method: 'GET', url: '/api/identity/current-user', headers })).statusCode;
  };
  expect(await read()).toBe(200);
  await world.call('POST', '/api/identity/sign-out', bearer(session.token));
  await vi.waitFor(async () => expect(await read()).toBe(401), { timeout: 2000 });
});

test('a change asks the database even when another process has not heard yet', async () => {
  const { phone } = await registered(world);
  const session = await signIn(world, phone);
  const reader = await createCallerReader({ ...world.outside, listen: async () => async () => {} });
  expect(await reader.read(session.token, { fresh: false })).not.toBeNull();
  await world.call('POST', '/api/identity/sign-out', bearer(session.token));
  expect(await reader.read(session.token, { fresh: false })).not.toBeNull();
  expect(await reader.read(session.token, { fresh: true })).toBeNull();
  expect(await reader.read(session.token, { fresh: false })).toBeNull();
});

test('a cached look-up is five seconds old at most', async () => {
  const { phone } = await registered(world);
  const session = await signIn(world, phone);
  const reader = await createCallerReader({ ...world.outside, listen: async () => async () => {} });
  await reader.read(session.token, { fresh: false });
  await world.call('POST', '/api/identity/sign-out', bearer(session.token));
  moveClock(world, 4);
  expect(await reader.read(session.token, { fresh: false })).not.toBeNull();
  moveClock(world, 1);
  expect(await reader.read(session.token, { fresh: false })).toBeNull();
});

test('a hundred look-ups at the same moment are one or two queries', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  let queries = 0;
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1;
      return result;
    },
  });
  const reader = await createCallerReader({ ...world.outside, db });
  closing.push(reader.close);
  const callers = await Promise.all(Array.from({ length: 100 }, () => reader.read(token, { fresh: true })));
  expect(callers.every((caller) => caller !== null)).toBe(true);
  expect(queries).toBeGreaterThanOrEqual(1);
  expect(queries).toBeLessThanOrEqual(2);
});

test('an account that gets its profile is seen with it on the next request', async () => {
  const account = await confirmed(world);
  const { token } = await signIn(world, account.phone);
  expect((await world.call('GET', '/api/auth/', bearer(token))).status).toBe(404);
  const profile = { firstName: 'A', lastName: 'B', phone: account.phone, email: account.email, bio: '' };
  const body = { ...profile, username: account.subject };
  const { data } = (await world.call('POST', '/api/users', { body })).body;
  expect((await world.call('GET', `/api/users/${data.id}`, bearer(token))).status).toBe(200);
  await runJobs(world);
});

async function secondProcess() {
  const database = world.database.url === null ? world.database : await openDatabase({ url: world.database.url });
  if (database !== world.database) closing.push(database.close);
  const app = await createApp({ ...world.outside, db: database.db, listen: database.listen });
  closing.push(() => app.close());
  return app;
}
