import { beforeEach, expect, test } from 'vitest';
import {
  bearer,
  confirmEmail,
  moveClock,
  newPhone,
  PASSWORD,
  registered,
  runJobs,
  signIn,
} from '../../test/accounts.ts';
import { createAuthenticator } from '../../test/authenticator.ts';
import { appCode, useSecondFactor } from '../../test/second-factor.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { resetFactor } from './reset-factor.ts';

const world = useWorld();
const { post, done, prove, withPasskey, withApp } = useSecondFactor(world);
const MINUTE = 60;

/** Each code of an app counts once, so each test begins in a half minute of its own. */
beforeEach(() => moveClock(world, 5 * MINUTE));

async function staff() {
  const account = await registered(world);
  await world.db
    .insertInto('mfiStaff')
    .values({ mfiId: ROI, userId: Number(account.id) as never })
    .execute();
  return account;
}
const challenged = async (phone: string) =>
  done(await post('sign-in', null, { username: phone, password: PASSWORD })) as { session: string; methods: string[] };
const isProven = async (token: string) => (await post('second-factor/begin', token, { kind: 'totp' })).status === 200;

test('staff with a passkey sign in with password and passkey, and the session is proven (R34.1, R34.2)', async () => {
  const { phone, id } = await staff();
  const { device } = await withPasskey(phone);
  const challenge = await challenged(phone);
  expect(challenge).toEqual({
    challenge: 'SECOND_FACTOR',
    session: expect.any(String),
    methods: ['passkey', 'recoveryCode'],
  });
  const { session } = challenge;
  const question = done(await post('second-factor/question', null, { session }));
  const answer = await post('second-factor', null, { session, passkey: device.get(question) });
  expect(answer.body.data).toMatchObject({ expiresIn: 600, user: { id } });
  expect(String(answer.headers['set-cookie'])).toMatch(/^sathi_refresh=/);
  expect(await isProven(answer.body.data.accessToken)).toBe(true);
  expect((await post('second-factor', null, { session, passkey: device.get(question) })).body.code).toBe(
    'session_ended',
  );
});

test('the password alone opens no session of staff with a second factor (R34.1)', async () => {
  const { phone } = await staff();
  await withApp(phone);
  const before = await world.db.selectFrom('sessions').select('id').execute();
  await challenged(phone);
  expect(await world.db.selectFrom('sessions').select('id').execute()).toHaveLength(before.length);
});

test('a person who is no staff signs in with the password, and proves it by the factor (R34.1)', async () => {
  const { phone } = await registered(world);
  const { secret } = await withApp(phone);
  const { token } = await signIn(world, phone);
  expect(await isProven(token)).toBe(false);
  expect((await post('step-up', token, { password: PASSWORD })).body.code).toBe('use_second_factor');
  moveClock(world, MINUTE);
  expect((await post('step-up', token, { totp: appCode(world, secret) })).status).toBe(200);
  expect(await isProven(token)).toBe(true);
});

test('a passkey signs for this product, this question and this account alone', async () => {
  const { phone } = await registered(world);
  const { device, token } = await withPasskey(phone);
  await world.db.updateTable('sessions').set({ provenAt: null }).execute();
  const ask = async () => done(await post('second-factor/question', token, {}));
  const give = async (passkey: unknown) => (await post('step-up', token, { passkey })).body.code;
  const first = await ask();
  expect(await give(device.get(first, 'https://evil.example'))).toBe('passkey_mismatch');
  expect(await give(createAuthenticator().get(await ask()))).toBe('passkey_mismatch');
  const old = await ask();
  await ask();
  expect(await give(device.get(old))).toBe('passkey_mismatch');
  const answer = device.get(await ask());
  expect(await give(answer)).toBeUndefined();
  expect(await give(answer)).toBe('passkey_mismatch');
});

test('a code of an app counts once, and half a minute early or late', async () => {
  const { phone } = await registered(world);
  const { secret, token } = await withApp(phone);
  const give = async (totp: string) => (await post('step-up', token, { totp })).status;
  expect(await give(appCode(world, secret))).toBe(422);
  moveClock(world, MINUTE);
  const code = appCode(world, secret);
  moveClock(world, 30);
  expect(await give(code)).toBe(200);
  expect(await give(code)).toBe(422);
  moveClock(world, 2 * MINUTE);
  expect(await give(code)).toBe(422);
});

test('ten wrong codes close the app for fifteen minutes, also for the right one, and a recovery code still opens', async () => {
  const { phone } = await staff();
  const { secret, recoveryCodes } = await withApp(phone);
  moveClock(world, MINUTE);
  for (let round = 0; round < 2; round += 1) {
    const { session } = await challenged(phone);
    for (let times = 0; times < 5; times += 1) {
      expect((await post('second-factor', null, { session, totp: '000000' })).body.code).toBe('code_mismatch');
    }
    expect((await post('second-factor', null, { session, totp: appCode(world, secret) })).body.code).toBe(
      'session_ended',
    );
  }
  const { session } = await challenged(phone);
  expect((await post('second-factor', null, { session, totp: appCode(world, secret) })).body.code).toBe(
    'too_many_requests',
  );
  expect((await post('second-factor', null, { session, recoveryCode: recoveryCodes[0] })).status).toBe(200);
  moveClock(world, 16 * MINUTE);
  const later = await challenged(phone);
  expect((await post('second-factor', null, { session: later.session, totp: appCode(world, secret) })).status).toBe(
    200,
  );
});

test('a recovery code works once, however it is written, and only hashes are kept', async () => {
  const { phone } = await staff();
  const { recoveryCodes } = await withPasskey(phone);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ''] = recoveryCodes;
  const kept = JSON.stringify(await world.db.selectFrom('recoveryCodes').selectAll().execute());
  expect(kept).not.toContain(code.replaceAll('-', ''));
  const sessions = [await challenged(phone), await challenged(phone)].map(({ session }) => session);
  const give = (session = '', recoveryCode = '') => post('second-factor', null, { session, recoveryCode });
  expect((await give(sessions[0], ` ${code.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
  expect((await give(sessions[1], code)).body.code).toBe('code_mismatch');
});

test('ten tries of one recovery code at the same moment open one session', async () => {
  const { phone } = await staff();
  const { recoveryCodes } = await withPasskey(phone);
  const sessions: string[] = [];
  for (let times = 0; times < 10; times += 1) sessions.push((await challenged(phone)).session);
  const answers = await Promise.all(
    sessions.map((session) => post('second-factor', null, { session, recoveryCode: recoveryCodes[3] })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('adding, changing and removing a factor and its recovery codes need a fresh proof (R34.2)', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  expect((await post('second-factor/begin', token, { kind: 'passkey' })).body.code).toBe('step_up_required');
  await prove(token, phone);
  const { passkey } = done(await post('second-factor/begin', token, { kind: 'passkey' }));
  await world.db.updateTable('sessions').set({ provenAt: null }).execute();
  const body = { name: 'Phone', passkey: createAuthenticator().create(passkey) };
  expect((await post('second-factor/factor', token, body)).body.code).toBe('step_up_required');
  const mine = await withPasskey(phone);
  await world.db.updateTable('sessions').set({ provenAt: null }).execute();
  const remove = (key: string) =>
    world.call('DELETE', `/api/identity/second-factor/factor?id=${mine.id}`, { ...bearer(mine.token), key });
  const refused = await remove('once');
  expect(refused.body).toMatchObject({ code: 'step_up_required', methods: ['passkey'] });
  expect((await post('second-factor/recoveryCodes', mine.token, {})).body.code).toBe('step_up_required');
  const question = done(await post('second-factor/question', mine.token, {}));
  done(await post('step-up', mine.token, { passkey: mine.device.get(question) }));
  const renewed = done(await post('second-factor/recoveryCodes', mine.token, {}));
  expect(renewed.recoveryCodes).toHaveLength(10);
  const first = await remove('once');
  expect(first.status).toBe(200);
  const again = await remove('once');
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  expect((await remove('another')).status).toBe(404);
  const left = done(await world.call('GET', '/api/identity/second-factor', bearer(mine.token)));
  expect(left).toEqual({ factors: [], recoveryCodesLeft: 0, isRequired: false });
});

test("another person's factor cannot be seen or removed", async () => {
  const owner = await withPasskey((await registered(world)).phone);
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  await prove(token, phone);
  const answer = await world.call('DELETE', `/api/identity/second-factor/factor?id=${owner.id}`, bearer(token));
  expect(answer.status).toBe(404);
  expect(done(await world.call('GET', '/api/identity/second-factor', bearer(token))).factors).toEqual([]);
});

test('the owner hears of each change by SMS, mail and bell, whatever they chose', async () => {
  const account = await registered(world);
  const { phone, email } = account;
  await confirmEmail(world, account);
  await runJobs(world);
  const before = world.sent.length;
  await withApp(phone);
  await runJobs(world);
  const told = world.sent.slice(before).filter(({ code }) => code === undefined);
  expect(told.map(({ to }) => to).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([phone, email]);
  expect(told.every(({ text }) => text.includes('A second step was added'))).toBe(true);
  expect(told.every(({ unsubscribeUrl }) => unsubscribeUrl === undefined)).toBe(true);
});

test('the secret of an app is kept encrypted', async () => {
  const { phone } = await registered(world);
  const { secret } = await withApp(phone);
  const rows = JSON.stringify(await world.db.selectFrom('secondFactors').selectAll().execute());
  expect(rows).not.toContain(secret);
});

test('an unknown sign-in has no question, and a visitor none at all', async () => {
  expect((await post('second-factor/question', null, { session: newPhone() })).body.code).toBe('session_ended');
  expect((await post('second-factor/question', null, {})).body.code).toBe('sign_in_required');
});

test('the operator takes a lost second factor away: its codes go, its sessions end, its owner hears of it, and the log has it (R34.2, R34.5)', async () => {
  const { phone, subject } = await staff();
  const { token } = await withApp(phone);
  await runJobs(world);
  const before = world.sent.length;
  await resetFactor(world.outside, phone, world.now);
  await runJobs(world);
  expect(world.sent.slice(before).filter(({ to }) => to === phone)).toHaveLength(1);
  expect((await world.call('GET', '/api/identity/current-user', bearer(token))).status).toBe(401);
  expect((await signIn(world, phone)).token).toBeTruthy();
  const { id } = await world.db
    .selectFrom('users')
    .select('id')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  const log = world.db.selectFrom('auditLog').select(['mfiId', 'actorId', 'details']);
  expect(await log.where('action', '=', 'staff:reset-factor').execute()).toEqual([
    { mfiId: ROI, actorId: null, details: JSON.stringify({ personId: String(id) }) },
  ]);
  await expect(resetFactor(world.outside, phone, world.now)).rejects.toThrow('no second factor');
  await expect(resetFactor(world.outside, '+8801000000000', world.now)).rejects.toThrow('belongs to no account');
});
