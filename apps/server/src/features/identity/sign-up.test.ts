import { TERMS_VERSION } from '@sathi/texts/terms.ts';
import { expect, test } from 'vitest';
import {
  codeFor,
  confirmed,
  moveClock,
  newPhone,
  otherThan,
  PASSWORD,
  profileOf,
  registered,
  runJobs,
  signIn,
  signUp,
} from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();

const post = (path: string, body: unknown, key?: string) =>
  world.call('POST', `/api/identity/${path}`, { body, ...(key && { key }) });
const confirm = (username: string, code: string) => post('confirm-sign-up', { username, code });

test('signing up answers the subject and where the code went, and sends it by SMS', async () => {
  const phone = newPhone();
  const { status, body } = await post('sign-up', { username: phone, password: PASSWORD });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    userSub: expect.stringMatching(/^[\da-f-]{36}$/),
    userConfirmed: false,
    codeDelivery: { medium: 'SMS', destination: `+88•••${phone.slice(-2)}`, resendAfterSeconds: 60 },
  });
  expect(await codeFor(world, phone)).toMatch(/^\d{6}$/);
  expect(world.sent.at(-1)).toMatchObject({ channel: 'sms', to: phone, text: expect.stringContaining('Sathi code') });
});

test('a sign-up keeps which terms were accepted, and from which network', async () => {
  const phone = newPhone();
  await post('sign-up', { username: phone, password: PASSWORD });
  const kept = await world.db
    .selectFrom('identities')
    .select(['termsVersion', 'termsNetwork'])
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ termsVersion: TERMS_VERSION, termsNetwork: '127.0.0.0/24' });
});

test('a phone of ten digits gets +1, and the account is found under both forms', async () => {
  const { status } = await post('sign-up', { username: ' 2025550199 ', password: PASSWORD });
  expect(status).toBe(201);
  const code = await codeFor(world, '+12025550199');
  expect((await confirm('+1 202 555 0199', code)).status).toBe(200);
  expect((await signIn(world, '12025550199')).token).toBeTruthy();
});

test.each(['০১২৩৪৫৬৭৮৯', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'])(
  'section 5: phone and code are taken in the digits %s, and make the same account',
  async (digits) => {
    const inDigits = (text: string) => text.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? '');
    const phone = newPhone();
    expect((await post('sign-up', { username: inDigits(phone), password: PASSWORD })).status).toBe(201);
    const { status, body } = await confirm(inDigits(phone), ` ${inDigits(await codeFor(world, phone))}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await signIn(world, inDigits(phone))).token).toBeTruthy();
    const taken = await world.call('GET', `/api/auth/userExists?phone=${encodeURIComponent(inDigits(phone))}`);
    expect(taken.body.data).toMatchObject({ byPhone: true });
    const reset = await post('forgot-password', { username: inDigits(phone) });
    expect(reset.status).toBe(200);
    expect(await codeFor(world, phone)).toMatch(/^\d{6}$/);
  },
);

test('a phone with the zero that is dialled at home is no second spelling of one (R33.2)', async () => {
  const { status, body } = await post('sign-up', { username: '+88001912345678', password: PASSWORD });
  expect(status).toBe(422);
  expect(body.errors[0]).toMatchObject({ path: 'username' });
});

test('the code is in the language of the request', async () => {
  const phone = newPhone();
  await world.call('POST', '/api/identity/sign-up', {
    body: { username: phone, password: PASSWORD },
    headers: { 'accept-language': 'bn' },
  });
  await runJobs(world);
  expect(world.sent.at(-1)?.text).toContain('সাথী');
});

test.each([
  ['short77', 'password_too_short'],
  ['x'.repeat(129), 'password_too_long'],
  ['Password123', 'password_too_common'],
  ['77777777777', 'password_too_common'],
  ['sathi-2026!', 'password_too_common'],
])('a password that is too short, too long or well known is refused: %s', async (password, _problem) => {
  const { status, body } = await post('sign-up', { username: newPhone(), password });
  expect(status).toBe(422);
  expect(body.errors[0].path).toBe('password');
});

test('a password of eight Bengali letters is long enough', async () => {
  expect((await post('sign-up', { username: newPhone(), password: 'কখগঘঙচছজ' })).status).toBe(201);
});

test('another phone in the attributes, an unknown field and a phone that is none are refused', async () => {
  const other = { username: newPhone(), password: PASSWORD, attributes: { phone_number: newPhone() } };
  expect((await post('sign-up', other)).body.errors[0].path).toBe('attributes.phone_number');
  const extra = { username: newPhone(), password: PASSWORD, phoneVerifiedAt: '2026-01-01' };
  expect((await post('sign-up', extra)).status).toBe(422);
  expect((await post('sign-up', { username: 'seven', password: PASSWORD })).status).toBe(422);
});

test('a confirmed phone, an e-mail address in use, or both, answer 409', async () => {
  const { phone, email } = await registered(world);
  const attempt = async (username: string, address: string) =>
    (await post('sign-up', { username, password: PASSWORD, attributes: { email: address } })).body.code;
  expect(await attempt(phone, 'new@example.org')).toBe('phone_exists');
  expect(await attempt(newPhone(), email.toUpperCase())).toBe('email_exists');
  expect(await attempt(phone, email)).toBe('user_exists');
});

test('an unconfirmed account may be signed up again, and its first creator keeps no right to it', async () => {
  const first = await signUp(world);
  await runJobs(world);
  await world.call('POST', '/api/users', { body: profileOf(first) });
  const again = { username: first.phone, password: 'another long one', attributes: { email: first.email } };
  expect((await post('sign-up', again)).body.code).toBe('resend_too_soon');
  moveClock(world, 60);
  const second = await post('sign-up', again);
  expect(second.status).toBe(201);
  expect(second.body.data.userSub).not.toBe(first.subject);
  expect((await world.call('POST', '/api/users', { body: profileOf(first) })).status).toBe(404);
  await confirm(first.phone, await codeFor(world, first.phone));
  expect((await post('sign-in', { username: first.phone, password: PASSWORD })).status).toBe(401);
  expect((await signIn(world, first.phone, 'another long one')).token).toBeTruthy();
});

test('an unconfirmed sign-up holds an e-mail address for a day', async () => {
  const { email } = await signUp(world);
  const body = () => ({ username: newPhone(), password: PASSWORD, attributes: { email } });
  expect((await post('sign-up', body())).body.code).toBe('email_exists');
  moveClock(world, 24 * 3600);
  expect((await post('sign-up', body())).status).toBe(201);
});

test('R6.3: the same sign-up with one key is made once', async () => {
  const body = { username: newPhone(), password: PASSWORD };
  const first = await post('sign-up', body, 'sign-up-key');
  const second = await post('sign-up', body, 'sign-up-key');
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
});

test('ten sign-ups with one phone at the same moment make one account and one code', async () => {
  const phone = newPhone();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post('sign-up', { username: phone, password: PASSWORD })),
  );
  const made = answers.filter(({ status }) => status === 201).length;
  expect(made).toBe(1);
  expect(answers.every(({ status }) => status === 201 || status === 429 || status === 503)).toBe(true);
  await runJobs(world);
  expect(world.sent.filter(({ to }) => to === phone)).toHaveLength(1);
});

test('the code confirms the phone once', async () => {
  const { phone } = await signUp(world);
  const code = await codeFor(world, phone);
  expect((await confirm(phone, otherThan(code))).body.code).toBe('code_mismatch');
  expect((await confirm(phone, code)).status).toBe(200);
  expect((await confirm(phone, code)).body.code).toBe('code_expired');
});

test('ten confirmations with one code at the same moment are one success', async () => {
  const { phone } = await signUp(world);
  const code = await codeFor(world, phone);
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(phone, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a code is valid for ten minutes', async () => {
  const { phone } = await signUp(world);
  const code = await codeFor(world, phone);
  moveClock(world, 600);
  expect((await confirm(phone, code)).body.code).toBe('code_expired');
});

test('R17.7: five wrong codes end the code, and not the next one', async () => {
  const { phone } = await signUp(world);
  const code = await codeFor(world, phone);
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await confirm(phone, otherThan(code))).body.code).toBe('code_mismatch');
  }
  const locked = await confirm(phone, code);
  expect(locked.status).toBe(429);
  expect(locked.body.code).toBe('code_locked');
  expect(locked.headers['retry-after']).toBe('60');
  moveClock(world, 60);
  expect((await post('resend-code', { username: phone })).status).toBe(200);
  expect((await confirm(phone, await codeFor(world, phone))).status).toBe(200);
});

test('R17.7: of fifty guesses at the same moment five are looked at', async () => {
  const { phone } = await signUp(world);
  const wrong = otherThan(await codeFor(world, phone));
  const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(phone, wrong)));
  expect(answers.filter(({ body }) => body.code === 'code_mismatch')).toHaveLength(5);
});

test('R17.7: another code is sent after 60 seconds, not before, and the earlier one is void', async () => {
  const { phone } = await signUp(world);
  const first = await codeFor(world, phone);
  moveClock(world, 59);
  const tooSoon = await post('resend-code', { username: phone });
  expect(tooSoon.status).toBe(429);
  expect(tooSoon.body.code).toBe('resend_too_soon');
  expect(tooSoon.headers['retry-after']).toBe('1');
  moveClock(world, 1);
  expect((await post('resend-code', { username: phone })).body.data.codeDelivery).toMatchObject({
    emailOffered: false,
  });
  const second = await codeFor(world, phone);
  if (first !== second) expect((await confirm(phone, first)).body.code).toBe('code_mismatch');
  expect((await confirm(phone, second)).status).toBe(200);
});

test('R17.7: after the second resend the code may go by e-mail', async () => {
  const { phone, email } = await signUp(world);
  moveClock(world, 60);
  expect((await post('resend-code', { username: phone, medium: 'EMAIL' })).status).toBe(422);
  await post('resend-code', { username: phone });
  moveClock(world, 60);
  const second = await post('resend-code', { username: phone });
  expect(second.body.data.codeDelivery.emailOffered).toBe(true);
  moveClock(world, 60);
  expect((await post('resend-code', { username: phone, medium: 'EMAIL' })).body.data.codeDelivery).toMatchObject({
    medium: 'EMAIL',
    emailOffered: true,
  });
  expect((await confirm(phone, await codeFor(world, email))).status).toBe(200);
});

test('R13.10: resending answers the same for a phone without an account, and sends nothing', async () => {
  const { phone } = await signUp(world);
  const stranger = newPhone();
  const settled = await confirmed(world);
  moveClock(world, 60);
  await runJobs(world);
  const before = world.sent.length;
  const answers = await Promise.all([stranger, settled.phone].map((username) => post('resend-code', { username })));
  const known = await post('resend-code', { username: phone });
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(Object.keys(body.data.codeDelivery)).toEqual(Object.keys(known.body.data.codeDelivery));
  }
  expect((await post('resend-code', { username: stranger })).body.code).toBe('resend_too_soon');
  await runJobs(world);
  expect(world.sent.slice(before).map(({ to }) => to)).toEqual([phone]);
});

test('neither a code nor the phone it went to is in the database in clear', async () => {
  const { phone } = await signUp(world);
  const code = await codeFor(world, phone);
  const rows = JSON.stringify([
    await world.db.selectFrom('codeRequests').selectAll().execute(),
    (await world.db.selectFrom('outbox').selectAll().execute()).map(({ payload }) => payload),
  ]);
  expect(rows).not.toContain(phone);
  expect(rows).not.toContain(`"${code}"`);
});
