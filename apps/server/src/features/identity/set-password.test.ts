import { expect, test } from 'vitest';
import {
  type Account,
  bearer,
  codeFor,
  isAlive,
  newPhone,
  type OpenSession,
  PASSWORD,
  profileOf,
  refresh,
  registered,
  runJobs,
  signIn,
} from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const RANDOM = 'Jq0v2mZ8cX5tB1nR7yW4kL9s';
const CHOSEN = 'a lake of black coffee';

const set = ({ token }: Pick<OpenSession, 'token'>, newPassword: string | undefined, key?: string) =>
  world.call('POST', '/api/identity/set-password', { ...bearer(token), body: { newPassword }, ...(key && { key }) });
const isAwaited = async ({ token }: Pick<OpenSession, 'token'>) =>
  (await world.call('GET', '/api/identity/current-user', bearer(token))).body.data.passwordLater as boolean;

/** An account as a visitor makes it on the way to a first backing. */
async function withoutPassword(): Promise<Account> {
  const phone = newPhone();
  const email = `mail${phone.slice(1)}@example.org`;
  const body = { username: phone, password: RANDOM, attributes: { phone_number: phone, email }, passwordLater: true };
  const { userSub: subject } = (await world.call('POST', '/api/identity/sign-up', { body })).body.data;
  const account = { phone, email, subject };
  await world.call('POST', '/api/users', { body: { ...profileOf(account), bio: '' } });
  const code = await codeFor(world, phone);
  await world.call('POST', '/api/identity/confirm-sign-up', { body: { username: phone, code } });
  return account;
}

test('the first session of an account with `passwordLater` sets a password without an old one, and its person is told', async () => {
  const { phone } = await withoutPassword();
  const here = await signIn(world, phone, RANDOM);
  expect(await isAwaited(here)).toBe(true);
  const before = world.sent.length;
  const answer = await set(here, CHOSEN);
  expect([answer.status, answer.body.data]).toEqual([200, {}]);
  expect([await isAlive(world, here.token), await isAwaited(here)]).toEqual([true, false]);
  await expect(signIn(world, phone, RANDOM)).rejects.toThrow('not_authorized');
  await signIn(world, phone, CHOSEN);
  await runJobs(world);
  expect(world.sent.slice(before).map(({ to }) => to)).toEqual([phone]);
});

test('a first password is set once, and never where there is one', async () => {
  const { phone } = await withoutPassword();
  const here = await signIn(world, phone, RANDOM);
  await set(here, CHOSEN);
  const again = await set(here, 'a third drink');
  expect([again.status, again.body.code]).toEqual([409, 'wrong_status']);
  await signIn(world, phone, CHOSEN);

  const usual = await registered(world);
  const theirs = await signIn(world, usual.phone);
  expect([(await set(theirs, CHOSEN)).status, await isAwaited(theirs)]).toEqual([409, false]);
  await signIn(world, usual.phone, PASSWORD);
});

test('a second session sets no first password, while the first still may', async () => {
  const { phone } = await withoutPassword();
  const first = await signIn(world, phone, RANDOM);
  const second = await signIn(world, phone, RANDOM);
  expect([await isAwaited(first), await isAwaited(second)]).toEqual([true, false]);
  expect((await set(second, CHOSEN)).body.code).toBe('wrong_status');
  const renewed = (await refresh(world, first.cookie)).body.data.accessToken as string;
  expect((await set({ token: renewed }, CHOSEN)).status).toBe(200);
  expect(await isAlive(world, second.token)).toBe(false);
});

test('after the first session a reset by code helps, and ends the right to a first password', async () => {
  const { phone } = await withoutPassword();
  await signIn(world, phone, RANDOM);
  await world.call('POST', '/api/identity/forgot-password', { body: { username: phone } });
  const code = await codeFor(world, phone);
  const body = { username: phone, code, newPassword: CHOSEN };
  expect((await world.call('POST', '/api/identity/confirm-forgot-password', { body })).status).toBe(200);
  expect((await set(await signIn(world, phone, CHOSEN), 'a third drink')).body.code).toBe('wrong_status');
});

test('a password that was changed for the random one is no longer awaited', async () => {
  const { phone } = await withoutPassword();
  const here = await signIn(world, phone, RANDOM);
  const body = { oldPassword: RANDOM, newPassword: CHOSEN };
  expect((await world.call('POST', '/api/identity/change-password', { ...bearer(here.token), body })).status).toBe(200);
  expect((await set(here, 'a third drink')).body.code).toBe('wrong_status');
});

test('a weak first password and a missing one are refused, after the state has been judged', async () => {
  const { phone } = await withoutPassword();
  const here = await signIn(world, phone, RANDOM);
  for (const wrong of ['short', 'password', undefined]) {
    const answer = await set(here, wrong);
    expect([answer.status, answer.body.errors[0]?.path]).toEqual([422, 'newPassword']);
  }
  expect((await set(here, CHOSEN)).status).toBe(200);
  for (const wrong of ['short', undefined]) expect((await set(here, wrong)).status).toBe(409);
});

test('a repeated first password gives its answer of before, and of ten at once one counts (R6.3)', async () => {
  const { phone } = await withoutPassword();
  const here = await signIn(world, phone, RANDOM);
  expect((await set(here, CHOSEN, 'once')).status).toBe(200);
  const again = await set(here, CHOSEN, 'once');
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);

  const rival = await signIn(world, (await withoutPassword()).phone, RANDOM);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => set(rival, `${CHOSEN} ${at}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a sign-up with another value for `passwordLater` is refused', async () => {
  const body = { username: newPhone(), password: RANDOM, passwordLater: 'yes' };
  expect((await world.call('POST', '/api/identity/sign-up', { body })).status).toBe(422);
});
