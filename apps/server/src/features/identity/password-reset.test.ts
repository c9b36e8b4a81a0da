import { expect, test } from 'vitest';
import {
  bearer,
  codeFor,
  isAlive,
  moveClock,
  newPhone,
  otherThan,
  PASSWORD,
  profileOf,
  refresh,
  registered,
  runJobs,
  signIn,
  signUp,
  confirmEmail,
  proveNow,
} from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const NEW = 'seven blue boats';
const post = (path: string, body: unknown, key?: string) =>
  world.call('POST', `/api/identity/${path}`, { body, ...(key && { key }) });
const forgot = (username: string) => post('forgot-password', { username });
const reset = (username: string, code: string, newPassword = NEW) =>
  post('confirm-forgot-password', { username, code, newPassword });

test('a code to the phone sets a new password and ends every session', async () => {
  const { phone } = await registered(world);
  const session = await signIn(world, phone);
  expect((await forgot(phone)).body.data.codeDelivery).toEqual({
    medium: 'SMS',
    destination: `+88•••${phone.slice(-2)}`,
    resendAfterSeconds: 60,
  });
  const code = await codeFor(world, phone);
  expect((await reset(phone, code)).body).toEqual({ success: true, data: {} });
  expect(await isAlive(world, session.token)).toBe(false);
  expect((await refresh(world, session.cookie)).status).toBe(401);
  expect((await post('sign-in', { username: phone, password: PASSWORD })).status).toBe(401);
  expect((await signIn(world, phone, NEW)).token).toBeTruthy();
  expect((await reset(phone, code)).body.code).toBe('code_expired');
});

test('R17.6: an e-mail address is taken as it is, and the code goes there', async () => {
  const account = await registered(world);
  const { email, phone } = account;
  await confirmEmail(world, account);
  const { status, body } = await forgot(email);
  expect(status).toBe(200);
  expect(body.data.codeDelivery).toMatchObject({ medium: 'EMAIL', destination: 'm•••@e•••' });
  const code = await codeFor(world, email);
  const mail = world.sent.findLast((message) => message.code === code);
  expect(mail).toMatchObject({ channel: 'email', to: email, html: expect.stringContaining(code) });
  expect((await reset(email, code)).status).toBe(200);
  expect((await signIn(world, phone, NEW)).token).toBeTruthy();
});

test('R13.10, R17.6: the answer is the same without an account, also when asked again too soon, and nothing is sent', async () => {
  const { phone } = await registered(world);
  const stranger = phone.replace('+88019', '+88018');
  const known = await forgot(phone);
  const unknown = await forgot(stranger);
  expect(unknown.status).toBe(200);
  expect(unknown.body).toEqual(known.body);
  const again = [await forgot(phone), await forgot(stranger)];
  expect(again[0]?.body.code).toBe('resend_too_soon');
  expect(again[1]?.body).toEqual(again[0]?.body);
  expect(again[1]?.headers['retry-after']).toBe('60');
  await runJobs(world);
  expect(world.sent.filter(({ to }) => to === stranger)).toEqual([]);
  const wrong = await reset(phone, otherThan(await codeFor(world, phone)));
  expect((await reset(stranger, '123456')).body).toEqual(wrong.body);
});

test('R13.10: with and without an account the same statements run', async () => {
  const { phone } = await registered(world);
  const jobs = async () =>
    Number(
      (
        await world.db
          .selectFrom('outbox')
          .select((q) => q.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const before = await jobs();
  await forgot(phone);
  await forgot(newPhone());
  expect((await jobs()) - before).toBe(2);
});

test('a text that is neither a phone nor an e-mail address is refused', async () => {
  expect((await forgot('somebody')).body.errors).toEqual([{ path: 'username', message: 'This Phone is not valid' }]);
  expect((await forgot('some@body')).body.errors[0].message).toBe('Wrong email format');
});

test('R17.7: five wrong codes end it; the right one no longer works, the next one does', async () => {
  const { phone } = await registered(world);
  await forgot(phone);
  const code = await codeFor(world, phone);
  for (let tries = 0; tries < 5; tries += 1) await reset(phone, otherThan(code));
  expect((await reset(phone, code)).body.code).toBe('code_locked');
  moveClock(world, 60);
  expect((await forgot(phone)).status).toBe(200);
  expect((await reset(phone, await codeFor(world, phone))).status).toBe(200);
});

test('a weak password costs no try', async () => {
  const { phone } = await registered(world);
  await forgot(phone);
  const code = await codeFor(world, phone);
  for (let times = 0; times < 6; times += 1) {
    expect((await reset(phone, code, 'short')).body.errors[0].path).toBe('newPassword');
  }
  expect((await reset(phone, code)).status).toBe(200);
});

test('ten resets with one code at the same moment are one success', async () => {
  const { phone } = await registered(world);
  await forgot(phone);
  const code = await codeFor(world, phone);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => reset(phone, code, `${NEW} ${index}`)));
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await signIn(world, phone, `${NEW} ${winner}`)).token).toBeTruthy();
});

test('R6.3: a reset whose answer was lost may be repeated with its key', async () => {
  const { phone } = await registered(world);
  await forgot(phone);
  const body = { username: phone, code: await codeFor(world, phone), newPassword: NEW };
  await post('confirm-forgot-password', body, 'reset-key');
  const again = await post('confirm-forgot-password', body, 'reset-key');
  expect(again.status).toBe(200);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('R6.3: asking for a code twice with one key sends one and answers the same, and another account needs another key', async () => {
  const [{ phone }, other] = [await registered(world), await registered(world)];
  await runJobs(world);
  const before = world.sent.length;
  const first = await post('forgot-password', { username: phone }, 'forgot-key');
  const again = await post('forgot-password', { username: phone }, 'forgot-key');
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const reused = await post('forgot-password', { username: other.phone }, 'forgot-key');
  expect(reused.body.code).toBe('idempotency_key_reused');
  await runJobs(world);
  expect(world.sent.length).toBe(before + 1);
});

test('a code for one purpose is none for the other', async () => {
  const { phone } = await signUp(world);
  const code = await codeFor(world, phone);
  expect((await reset(phone, code)).status).toBe(422);
  expect((await post('sign-in', { username: phone, password: PASSWORD })).body.code).toBe('user_not_confirmed');
});

test('a code that reached the phone also confirms it', async () => {
  const { phone } = await signUp(world);
  await runJobs(world);
  await forgot(phone);
  await reset(phone, await codeFor(world, phone));
  expect((await signIn(world, phone, NEW)).token).toBeTruthy();
});

test('a changed e-mail address can reset the password a day later, the old one never again', async () => {
  const account = await registered(world);
  const email = `changed-${account.email}`;
  const { token } = await signIn(world, account.phone);
  await proveNow(world, account);
  const body = { firstName: 'A', lastName: 'B', phone: account.phone, email, bio: 'b' };
  await world.call('PUT', `/api/users/${account.id}`, { body, ...bearer(token) });
  const confirmation = { what: 'email', code: await codeFor(world, email) };
  const saved = await world.call('POST', '/api/identity/confirm-change', { body: confirmation, ...bearer(token) });
  expect(saved.status).toBe(200);
  const sentTo = async (address: string) => {
    const before = world.sent.length;
    await forgot(address);
    await runJobs(world);
    return world.sent.slice(before).some(({ to, code }) => to === address && code !== undefined);
  };
  expect(await sentTo(email)).toBe(false);
  expect(await sentTo(account.email)).toBe(false);
  moveClock(world, 24 * 3600);
  expect(await sentTo(account.email)).toBe(false);
  expect(await sentTo(email)).toBe(true);
});

test('a sign-up that was never confirmed leaves its creator no way into the account that a reset makes', async () => {
  const stranger = await signUp(world);
  await world.call('POST', '/api/users', { body: { ...profileOf(stranger), firstName: 'Somebody' } });
  await confirmEmail(world, stranger);
  await runJobs(world);
  const { phone, email, subject } = stranger;
  await forgot(phone);
  expect((await reset(phone, await codeFor(world, phone))).status).toBe(200);
  const { token, answer } = await signIn(world, phone, NEW);
  expect(answer.body.data.user).toBeNull();
  expect((await world.call('GET', '/api/identity/current-user', bearer(token))).body.data.attributes).toMatchObject({
    email: null,
    phone_number_verified: true,
  });
  const sent = world.sent.length;
  await forgot(email);
  await runJobs(world);
  expect(world.sent.slice(sent)).toEqual([]);
  const profile = await world.call('POST', '/api/users', { body: { ...profileOf(stranger), username: subject } });
  expect(profile.status).toBe(404);
});
