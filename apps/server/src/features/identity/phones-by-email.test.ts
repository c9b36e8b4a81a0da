import { expect, test } from 'vitest';
import {
  type Account,
  bearer,
  codeFor,
  moveClock,
  newPhone,
  PASSWORD,
  profileOf,
  prove,
  registered,
  runJobs,
  signIn,
  signUp,
} from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';
import { findPersonByPhone } from '../staff/staff.repository.ts';
import { lockPerson } from '../phone-changes/phone-changes.repository.ts';
import { transaction } from '../../db/transaction.ts';

const world = useWorld();

const post = (path: string, body: unknown, token?: string) =>
  world.call('POST', `/api/identity/${path}`, { body, ...(token && bearer(token)) });
const confirm = (username: string, code: string) => post('confirm-sign-up', { username, code });
const signInCode = async (username: string, password = PASSWORD) =>
  (await post('sign-in', { username, password })).status;
const sentTo = (to: string) => world.sent.filter((message) => message.to === to);

async function codeByEmail({ phone, email }: Account): Promise<string> {
  for (const medium of ['SMS', 'SMS', 'EMAIL']) {
    moveClock(world, 60);
    expect((await post('resend-code', { username: phone, medium })).status).toBe(200);
  }
  return codeFor(world, email);
}

/** An account whose sign-up was confirmed by the code in the e-mail. */
async function confirmedByEmail(phone?: string): Promise<Account> {
  const account = await signUp(world, phone);
  expect((await confirm(account.phone, await codeByEmail(account))).status).toBe(200);
  const made = await world.call('POST', '/api/users', { body: profileOf(account) });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return account;
}

const isProven = async (token: string): Promise<boolean> =>
  (await world.call('GET', '/api/identity/current-user', bearer(token))).body.data.attributes.phone_number_verified;

/** Another person's sign-up with the phone, up to the code by SMS. */
async function ownerOf(phone: string): Promise<{ account: Account; code: string }> {
  const account = await signUp(world, phone, `owner${phone.slice(1)}@example.org`);
  return { account, code: await codeFor(world, phone) };
}

test('a sign-up code in an e-mail confirms the e-mail and not the phone (R33.2)', async () => {
  const { phone, email } = await confirmedByEmail();
  const { token } = await signIn(world, phone);
  expect(await isProven(token)).toBe(false);
  expect(await signInCode(email)).toBe(200);
  const taken = await world.call('GET', `/api/auth/userExists?phone=${encodeURIComponent(phone)}&email=${email}`);
  expect(taken.body.data).toEqual({ byPhone: false, byEmail: true });
});

test('a code goes by e-mail at once where no SMS goes, and again, and after a sign-in (R17.7, R33.2)', async () => {
  const phone = '+447400123456';
  const email = 'far.away@example.org';
  const answer = await post('sign-up', { username: phone, password: PASSWORD, attributes: { email } });
  expect(answer.body.data.codeDelivery).toMatchObject({ medium: 'EMAIL', destination: expect.stringContaining('@') });
  const first = await codeFor(world, email);
  moveClock(world, 60);
  const again = await post('resend-code', { username: phone });
  expect(again.body.data.codeDelivery).toMatchObject({ medium: 'EMAIL', emailOffered: true });
  const second = await codeFor(world, email);
  expect(second).not.toBe(first);
  moveClock(world, 60);
  expect((await post('sign-in', { username: phone, password: PASSWORD })).body.code).toBe('user_not_confirmed');
  expect((await confirm(phone, await codeFor(world, email))).status).toBe(200);
  expect(sentTo(phone)).toEqual([]);
  const { token } = await signIn(world, phone);
  expect(await isProven(token)).toBe(false);
});

test('without an e-mail address the code goes to the phone, wherever it is (R17.7)', async () => {
  const phone = '+447400123457';
  const { status, body } = await post('sign-up', { username: phone, password: PASSWORD });
  expect(status).toBe(201);
  expect(body.data.codeDelivery.medium).toBe('SMS');
  expect((await confirm(phone, await codeFor(world, phone))).status).toBe(200);
});

test('a phone confirmed by e-mail only gets no SMS, and the e-mail gets what is the person’s (R33.2)', async () => {
  const { phone, email } = await confirmedByEmail();
  const before = sentTo(phone).length;
  moveClock(world, 60);
  expect((await post('forgot-password', { username: phone })).status).toBe(200);
  const { token } = await signIn(world, phone);
  await prove(world, token, email);
  const changed = await post('change-password', { oldPassword: PASSWORD, newPassword: 'another river of tea' }, token);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await runJobs(world);
  expect(sentTo(phone)).toHaveLength(before);
  expect(sentTo(email).at(-1)?.text).toContain('password');
});

test('a phone confirmed by e-mail only claims nothing: no office, no lost SIM, no way back (R33.2, R33.4, R33.5)', async () => {
  const { phone, email, subject } = await confirmedByEmail();
  const { token } = await signIn(world, phone);
  await transaction(world.db, async (tx) => {
    expect(await findPersonByPhone(tx, phone)).toBeUndefined();
    expect(await lockPerson(tx, { phone })).toBeUndefined();
  });
  await prove(world, token, email);
  const { id } = await world.db
    .selectFrom('users')
    .select('id')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  const closed = await world.call('POST', '/api/users/close', { ...bearer(token), body: {} });
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  expect(await world.db.selectFrom('formerPhones').selectAll().where('userId', '=', id).execute()).toEqual([]);
});

test('a phone goes to whoever confirms it by SMS, and the first account signs in by its e-mail (R33.2)', async () => {
  const first = await confirmedByEmail();
  const { account: owner, code } = await ownerOf(first.phone);
  expect(await signInCode(first.phone), 'until it is confirmed').toBe(200);
  expect((await confirm(owner.phone, code)).status).toBe(200);
  await world.call('POST', '/api/users', { body: profileOf(owner) });
  await world.db.updateTable('identities').set({ passwordHash: 'none' }).where('subject', '=', owner.subject).execute();
  expect(await signInCode(first.phone), 'the phone names its owner').toBe(401);
  expect(await signInCode(first.email)).toBe(200);
  await runJobs(world);
  expect(sentTo(first.email).at(-1)?.text).toContain('Sign in with your e-mail address');
  const later = await post('sign-up', { username: first.phone, password: PASSWORD });
  expect(later.body.code).toBe('phone_exists');
});

test('a phone that is reset goes to a new account of whom its SMS reached, and no sign-up before keeps a right (R33.2)', async () => {
  const first = await confirmedByEmail();
  const { account: owner } = await ownerOf(first.phone);
  await post('forgot-password', { username: first.phone });
  const body = { username: first.phone, code: await codeFor(world, first.phone), newPassword: 'a river of milk tea' };
  expect((await post('confirm-forgot-password', body)).status).toBe(200);
  const { token } = await signIn(world, first.phone, body.newPassword);
  const { attributes } = (await world.call('GET', '/api/identity/current-user', bearer(token))).body.data;
  expect(attributes).toMatchObject({ phone_number: first.phone, phone_number_verified: true });
  // Its first creator, who never confirmed it, keeps no right to it.
  expect([owner.subject, first.subject]).not.toContain(attributes.sub);
  expect(await signInCode(first.email)).toBe(200);
});

test('a person may confirm the phone they named by SMS later (R33.2)', async () => {
  const { phone } = await confirmedByEmail();
  const { token } = await signIn(world, phone);
  moveClock(world, 60);
  expect((await post('resend-change-code', { what: 'phone' }, token)).status).toBe(200);
  const answer = await post('confirm-change', { what: 'phone', code: await codeFor(world, phone) }, token);
  expect(answer.body.data).toMatchObject({ isPhoneConfirmed: true, pendingPhone: null });
  expect(await isProven(token)).toBe(true);
  expect((await post('sign-up', { username: phone, password: PASSWORD })).body.code).toBe('phone_exists');
});

test('a phone that two confirm by SMS at the same moment goes to one of them (R33.2)', async () => {
  const first = await confirmedByEmail();
  const { token } = await signIn(world, first.phone);
  const { account: owner, code } = await ownerOf(first.phone);
  const changer = await registered(world);
  const session = await signIn(world, changer.phone);
  await prove(world, session.token, changer.phone);
  const profile = { ...profileOf(changer), phone: first.phone, username: undefined };
  const asked = await world.call('PUT', `/api/users/${changer.id}`, { ...bearer(session.token), body: profile });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const changeCode = await codeFor(world, first.phone);
  moveClock(world, 60);
  await post('resend-change-code', { what: 'phone' }, token);
  const ownCode = await codeFor(world, first.phone);
  const answers = await Promise.all([
    confirm(owner.phone, code),
    post('confirm-change', { what: 'phone', code: changeCode }, session.token),
    post('confirm-change', { what: 'phone', code: ownCode }, token),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  for (const code of refusals) expect(['code_expired', 'phone_exists']).toContain(code);
  const proven = await world.db
    .selectFrom('identities')
    .select('subject')
    .where('phone', '=', first.phone)
    .where('phoneVerifiedAt', 'is not', null)
    .where('phoneByEmail', '=', false)
    .execute();
  expect(proven).toHaveLength(1);
});

test('a code that went to another e-mail address than the account has confirms nothing (R33.2)', async () => {
  const account = await signUp(world);
  const code = await codeByEmail(account);
  const email = `other${account.phone.slice(1)}@example.org`;
  expect((await world.call('POST', '/api/users', { body: { ...profileOf(account), email } })).status).toBe(201);
  expect((await confirm(account.phone, code)).body.code).toBe('code_expired');
});

test('a profile keeps the e-mail address that its sign-up was confirmed by (R33.2)', async () => {
  const account = await signUp(world, newPhone());
  await confirm(account.phone, await codeByEmail(account));
  const other = { ...profileOf(account), email: `other${account.phone.slice(1)}@example.org` };
  const { status, body } = await world.call('POST', '/api/users', { body: other });
  expect(status).toBe(422);
  expect(body.errors[0].path).toBe('email');
});
