import { expect, test } from 'vitest';
import {
  type Account,
  bearer,
  codeFor,
  confirmEmail,
  newPhone,
  PASSWORD,
  profileOf,
  proveNow,
  registered,
  runJobs,
  signIn,
  signUp,
} from '../../test/accounts.ts';
import { refusal } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const OFFICE = 'office@roi.example';

const post = (path: string, body: unknown) => world.call('POST', `/api/identity/${path}`, { body });
const sentTo = (to: string) => world.sent.filter((message) => message.to === to);

/** A person who gave the address of the office, as they see themselves. */
async function withoutEmail() {
  const account: Account = await signUp(world, newPhone(), OFFICE.toUpperCase());
  const code = await codeFor(world, account.phone);
  expect((await post('confirm-sign-up', { username: account.phone, code })).status).toBe(200);
  const made = await world.call('POST', '/api/users', { body: profileOf({ ...account, email: OFFICE }) });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { token } = await signIn(world, account.phone);
  const me = async () => (await world.call('GET', `/api/users/${made.body.data.id}`, bearer(token))).body.data;
  const save = (email: string) => {
    const body = { firstName: 'Amina', lastName: 'Rahman', phone: account.phone, bio: 'I sew.', email };
    return world.call('PUT', `/api/users/${made.body.data.id}`, { body, ...bearer(token) });
  };
  return { account, made: made.body.data, me, save };
}

test('the address of an office stands in for any number of people, who are told so', async () => {
  const people = [await withoutEmail(), await withoutEmail()];
  for (const { made, me } of people) {
    expect(made).toMatchObject({ email: OFFICE });
    expect(await me()).toMatchObject({ email: OFFICE, isEmailOfOffice: true, isEmailConfirmed: false });
  }
  const answer = await world.call('GET', `/api/auth/userExists?email=${OFFICE}`);
  expect(answer.body.data.byEmail).toBe(false);
  const signedIn = await post('sign-in', { username: people[0]!.account.phone, password: PASSWORD });
  expect(signedIn.body.data.user.email).toBe(OFFICE);
});

test('an office gets nothing for somebody else: no code, no confirmation, no reset', async () => {
  const { account } = await withoutEmail();
  await post('forgot-password', { username: OFFICE });
  await post('forgot-password', { username: account.phone });
  await runJobs(world);
  expect(sentTo(OFFICE)).toEqual([]);
  expect(sentTo(account.phone).some(({ code }) => code !== undefined)).toBe(true);
});

test('no code confirms the address of an office', async () => {
  const { account, me } = await withoutEmail();
  const { token } = await signIn(world, account.phone);
  const asked = { body: { what: 'email' }, ...bearer(token) };
  expect(refusal(await world.call('POST', '/api/identity/resend-change-code', asked))).toBe('404 not_found');
  expect(await me()).toMatchObject({ pendingEmail: null });
});

test('the address of an office does not sign in', async () => {
  await withoutEmail();
  expect((await post('sign-in', { username: OFFICE, password: PASSWORD })).status).toBe(401);
});

test('a country without SMS needs an address of their own for the code (R17.7)', async () => {
  const body = { username: '+447400123999', password: PASSWORD, attributes: { email: OFFICE } };
  const answer = await post('sign-up', body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([
    { path: 'attributes.email', message: expect.stringContaining('an e-mail address of your own') },
  ]);
});

test('an own address takes its place once its code came back (R17.8)', async () => {
  const { account, save } = await withoutEmail();
  // Saved unchanged, it needs no proof and waits for no code.
  expect((await save(OFFICE)).status).toBe(200);
  await proveNow(world, account);
  const own = `own${account.phone.slice(1)}@example.org`;
  expect((await save(own)).body.data).toMatchObject({ email: OFFICE, pendingEmail: own });
  const { token } = await signIn(world, account.phone);
  const code = await codeFor(world, own);
  const confirmed = await world.call('POST', '/api/identity/confirm-change', {
    body: { what: 'email', code },
    ...bearer(token),
  });
  expect(confirmed.body.data).toMatchObject({ email: own, isEmailOfOffice: false, isEmailConfirmed: true });
});

test('a person with an own address cannot change it to that of an office', async () => {
  const account = await registered(world);
  const { token } = await signIn(world, account.phone);
  await confirmEmail(world, account);
  await proveNow(world, account);
  const body = { firstName: 'Amina', lastName: 'Rahman', phone: account.phone, bio: 'I sew.', email: OFFICE };
  const answer = await world.call('PUT', `/api/users/${account.id}`, { body, ...bearer(token) });
  expect(refusal(answer)).toBe('409 email_exists');
});
