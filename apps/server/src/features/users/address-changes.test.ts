import { beforeEach, expect, test } from 'vitest';
import {
  bearer,
  codeFor,
  isAlive,
  moveClock,
  newPhone,
  otherThan,
  PASSWORD,
  registered,
  runJobs,
  signIn,
  signUp,
  confirmEmail,
  proveNow,
} from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });
const DAY_SECONDS = 86_400;
const OLD = 'Your e-mail address was changed';

beforeEach(() => {
  world.now = new Date((Math.floor(world.now.getTime() / 86_400_000) + 1) * 86_400_000);
});

/** A person in a session that has just proven who they are, and what they may do to their addresses. */
async function changer({ isProven = true, isEmailConfirmed = true } = {}) {
  const account = await registered(world);
  const { token } = await signIn(world, account.phone);
  const { id, phone } = account;
  if (isEmailConfirmed) await confirmEmail(world, account);
  const prove = () => proveNow(world, account);
  if (isProven) await prove();
  const base = { firstName: 'Amina', lastName: 'Rahman', phone, email: account.email, bio: 'I sew.' };
  const put = (body: object) => world.call('PUT', `/api/users/${id}`, { body: { ...base, ...body }, ...bearer(token) });
  const me = async () => (await world.call('GET', `/api/users/${id}`, bearer(token))).body.data;
  const confirm = (what: 'email' | 'phone', code: string, key?: string) =>
    world.call('POST', '/api/identity/confirm-change', { body: { what, code }, ...bearer(token), ...(key && { key }) });
  const resend = (what: string) =>
    world.call('POST', '/api/identity/resend-change-code', { body: { what }, ...bearer(token) });
  const drop = (what: string) => world.call('DELETE', `/api/identity/change?what=${what}`, bearer(token));
  return { account, token, base, put, me, confirm, resend, drop, prove };
}
const signInWith = (username: string) =>
  world.call('POST', '/api/identity/sign-in', { body: { username, password: PASSWORD } });
const sentTo = (to: string, before = 0) => world.sent.slice(before).filter((message) => message.to === to);

test('a changed e-mail address waits for its code, and everything is as it was until then (R17.8)', async () => {
  const { account, put, me, confirm } = await changer();
  const email = `new-${account.email}`;
  const saved = await put({ email: email.toUpperCase(), bio: 'I sew well.' });
  expect(saved.body.data).toMatchObject({
    email: account.email,
    pendingEmail: email,
    pendingPhone: null,
    bio: 'I sew well.',
  });
  expect((await signInWith(email)).status).toBe(401);
  expect((await signInWith(account.email)).status).toBe(200);
  const code = await codeFor(world, email);
  expect((await confirm('email', otherThan(code))).body.code).toBe('code_mismatch');
  const { body } = await confirm('email', code);
  expect(body.data).toMatchObject({ email, pendingEmail: null });
  expect(await me()).toMatchObject({ email, pendingEmail: null });
  expect((await signInWith(account.email)).status).toBe(401);
  expect((await signInWith(email)).status).toBe(200);
});

test('a changed phone waits for its code, then signs in, and the old one signs in no more (R17.8)', async () => {
  const { account, put, me, confirm } = await changer();
  const phone = newPhone();
  expect((await put({ phone })).body.data).toMatchObject({ phone: account.phone, pendingPhone: phone });
  expect((await signInWith(phone)).status).toBe(401);
  expect((await confirm('phone', await codeFor(world, phone))).body.data).toMatchObject({ phone, pendingPhone: null });
  expect(await me()).toMatchObject({ phone });
  expect((await signInWith(account.phone)).status).toBe(401);
  expect((await signInWith(phone)).status).toBe(200);
});

test('without a fresh proof a changed address saves nothing and sends nothing, and an unchanged one is saved (R34.2)', async () => {
  const { account, put, me } = await changer({ isProven: false });
  for (const change of [{ email: 'thief@example.org' }, { phone: newPhone() }]) {
    const { status, body } = await put({ ...change, bio: 'Stolen.' });
    expect([status, body.code]).toEqual([403, 'step_up_required']);
  }
  await runJobs(world);
  expect(sentTo('thief@example.org')).toEqual([]);
  expect(await me()).toMatchObject({ email: account.email, pendingEmail: null, pendingPhone: null, bio: 'I sew.' });
  expect((await put({ bio: 'I sew well.' })).status).toBe(200);
});

test('an address in force ends the other sessions and is told to the old one and by every way (R17.8)', async () => {
  const { account, token, put, confirm } = await changer();
  const there = await signIn(world, account.phone);
  const email = `new-${account.email}`;
  await put({ email });
  const code = await codeFor(world, email);
  expect(await isAlive(world, there.token)).toBe(true);
  const before = world.sent.length;
  expect((await confirm('email', code)).status).toBe(200);
  expect(await isAlive(world, there.token)).toBe(false);
  expect(await isAlive(world, token)).toBe(true);
  await runJobs(world);
  expect(sentTo(account.email, before).map(({ subject }) => subject)).toEqual([OLD]);
  expect(sentTo(account.phone, before)[0]?.text).toContain('Your e-mail address was changed');

  const phone = newPhone();
  await put({ email, phone });
  expect((await confirm('phone', await codeFor(world, phone))).status).toBe(200);
  await runJobs(world);
  expect(sentTo(account.phone).at(-1)?.text).toContain('this phone no longer opens your account');
  expect(sentTo(email).at(-1)?.text).toContain('The phone number of your account was changed');
});

test('an address that somebody has is refused before and at the code (R17.8)', async () => {
  const { account, put, confirm } = await changer();
  const other = await changer();
  expect((await put({ email: other.account.email })).body.code).toBe('email_exists');
  expect((await put({ phone: other.account.phone })).body.code).toBe('phone_exists');
  const phone = newPhone();
  const wanted = { phone, email: `both-${account.email}` };
  expect((await put(wanted)).status).toBe(200);
  const codes = [await codeFor(world, phone), await codeFor(world, wanted.email)] as const;
  expect((await other.put(wanted)).status).toBe(200);
  expect((await other.confirm('phone', await codeFor(world, phone))).status).toBe(200);
  expect((await other.confirm('email', await codeFor(world, wanted.email))).status).toBe(200);
  expect((await confirm('phone', codes[0])).status).toBe(422);
  await put(wanted).then(({ body }) => expect(body.code).toMatch(/_exists$/));
});

test('a code counts for the account that asked and for its one purpose (R17.8)', async () => {
  const { put, confirm } = await changer();
  const stranger = await changer();
  const phone = newPhone();
  await put({ phone });
  const code = await codeFor(world, phone);
  expect((await stranger.confirm('phone', code)).status).toBe(404);
  await stranger.put({ phone });
  expect((await stranger.confirm('phone', code)).body.code).toBe('code_mismatch');
  expect((await confirm('email', code)).status).toBe(404);
  expect((await confirm('phone', code)).status).toBe(200);
});

test('a change that nobody confirmed for seven days ends (R33.1)', async () => {
  const { account, put, me, resend, prove } = await changer();
  const email = `late-${account.email}`;
  await put({ email });
  const askedAt = world.now;
  world.now = new Date(askedAt.getTime() + 7 * DAY_SECONDS * 1000 - 1);
  const { token } = await signIn(world, account.phone);
  const asked = () => world.call('GET', `/api/users/${account.id}`, bearer(token));
  expect((await asked()).body.data.pendingEmail).toBe(email);
  moveClock(world, 1);
  expect((await asked()).body.data.pendingEmail).toBeNull();
  world.now = askedAt;
  await prove();
  expect((await me()).pendingEmail).toBe(email);
  moveClock(world, 61);
  expect((await resend('email')).status).toBe(200);
});

test('a change is dropped, and its code is worth nothing', async () => {
  const { account, put, me, confirm, drop } = await changer();
  const email = `no-${account.email}`;
  await put({ email });
  const code = await codeFor(world, email);
  expect((await drop('email')).status).toBe(200);
  expect((await drop('email')).status).toBe(404);
  expect((await confirm('email', code)).status).toBe(404);
  expect((await me()).pendingEmail).toBeNull();
});

test('saving the profile as it is leaves a waiting change alone, and another code comes after a minute', async () => {
  const { account, put, confirm, resend } = await changer();
  const email = `again-${account.email}`;
  await put({ email });
  expect((await put({ bio: 'I sew.' })).body.data.pendingEmail).toBe(email);
  expect((await resend('email')).body.code).toBe('resend_too_soon');
  const first = await codeFor(world, email);
  moveClock(world, 61);
  expect((await resend('email')).body.data.codeDelivery).toMatchObject({ medium: 'EMAIL', resendAfterSeconds: 60 });
  const second = await codeFor(world, email);
  if (first !== second) expect((await confirm('email', first)).body.code).toBe('code_mismatch');
  expect((await confirm('email', second, 'once')).status).toBe(200);
  expect((await confirm('email', second, 'once')).headers['idempotent-replayed']).toBe('true');
  expect((await resend('phone')).status).toBe(404);
});

test('ten tries of one code at once put the address in force once (R17.8)', async () => {
  const { put, confirm } = await changer();
  const phone = newPhone();
  await put({ phone });
  const code = await codeFor(world, phone);
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm('phone', code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a phone of an abandoned sign-up goes to whoever confirms it', async () => {
  const { account, put, confirm } = await changer();
  const abandoned = await signUp(world);
  await world.call('POST', '/api/users', {
    body: {
      firstName: 'X',
      lastName: 'Y',
      phone: abandoned.phone,
      email: abandoned.email,
      username: abandoned.subject,
    },
  });
  await runJobs(world);
  expect((await put({ phone: abandoned.phone })).status).toBe(200);
  expect((await confirm('phone', await codeFor(world, abandoned.phone))).status).toBe(200);
  expect((await signInWith(abandoned.phone)).body.data.user.id).toBe(account.id);
});

test('an e-mail address that nobody confirmed neither signs in nor resets the password (R33.2)', async () => {
  const { account, me, resend, confirm, token } = await changer({ isEmailConfirmed: false });
  expect((await signInWith(account.email)).status).toBe(401);
  const forgot = await world.call('POST', '/api/identity/forgot-password', { body: { username: account.email } });
  expect(forgot.status).toBe(200);
  await runJobs(world);
  expect(sentTo(account.email).filter(({ code }) => code !== undefined)).toEqual([]);

  const there = await signIn(world, account.phone);
  expect(await me()).toMatchObject({ isEmailConfirmed: false, pendingEmail: null });
  expect((await resend('email')).status).toBe(200);
  expect((await confirm('email', await codeFor(world, account.email))).body.data.isEmailConfirmed).toBe(true);
  expect((await signInWith(account.email)).status).toBe(200);
  expect([await isAlive(world, token), await isAlive(world, there.token)]).toEqual([true, true]);
  expect((await resend('email')).status).toBe(404);
});

test('an e-mail address that nobody confirmed is told nothing but its confirmation (R33.2)', async () => {
  const { account, token } = await changer({ isEmailConfirmed: false });
  const body = { oldPassword: PASSWORD, newPassword: 'a lake of black coffee' };
  await world.call('POST', '/api/identity/change-password', { body, ...bearer(token) });
  await runJobs(world);
  expect(sentTo(account.email).map(({ subject }) => subject)).toEqual(['Please confirm your e-mail address']);
  expect(sentTo(account.phone).at(-1)?.text).toContain('Your password was changed');
});

test('addresses are changed five times a day, and again the next day (R33.2)', async () => {
  const { account, put, prove } = await changer();
  const statuses: number[] = [];
  for (let times = 0; times < 7; times += 1) statuses.push((await put({ email: `n${times}-${account.email}` })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  // The address that it has already is no change.
  expect((await put({ bio: 'I sew.' })).status).toBe(200);
  moveClock(world, DAY_SECONDS);
  const { token } = await signIn(world, account.phone);
  await prove();
  const body = { firstName: 'A', lastName: 'B', phone: account.phone, email: `next-${account.email}`, bio: 'b' };
  expect((await world.call('PUT', `/api/users/${account.id}`, { body, ...bearer(token) })).status).toBe(200);
});

test('a stranger’s address gets no more than the code, three times a day from everybody (R33.2)', async () => {
  const people = [await changer(), await changer(), await changer(), await changer()];
  const victim = 'victim@example.org';
  const before = world.sent.length;
  const statuses: number[] = [];
  for (const { account, put } of people) {
    statuses.push((await put({ email: victim })).status);
    expect((await put({ email: `away-${account.email}` })).status).toBe(200);
    await runJobs(world);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(sentTo(victim, before)).toHaveLength(3);
  expect(sentTo(victim, before).every(({ code }) => code !== undefined)).toBe(true);
});

test('an old address that nobody confirmed is told nothing, a confirmed one three times a day (R33.2)', async () => {
  const { account, put, confirm } = await changer({ isEmailConfirmed: false });
  let email = account.email;
  const told: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    const next = `t${times}-${account.email}`;
    await put({ email: next });
    expect((await confirm('email', await codeFor(world, next))).status).toBe(200);
    await runJobs(world);
    told.push(sentTo(email).filter(({ subject }) => subject === OLD).length);
    email = next;
  }
  expect(told).toEqual([0, 1, 1, 1, 0]);
});
