import type { UserId } from '@sathi/domain/ids.ts';
import { beforeEach, expect, test } from 'vitest';
import { changePhoneByOperator } from '../features/phone-changes/operator-change.ts';
import { applyDuePhoneChanges } from '../features/phone-changes/phone-changes.service.ts';
import {
  bearer,
  codeFor,
  confirmEmail,
  moveClock,
  newPhone,
  proveNow,
  registered,
  runJobs,
  signIn,
} from '../test/accounts.ts';
import { ROI, useWorld } from '../test/world.ts';
import { guardLeaving } from './leaving.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });

beforeEach(() => {
  world.now = new Date((Math.floor(world.now.getTime() / 86_400_000) + 1) * 86_400_000);
});

/** A person whose e-mail and phone are confirmed, with a session that has just been proven. */
async function person() {
  const account = await registered(world);
  const { token } = await signIn(world, account.phone);
  await confirmEmail(world, account);
  await proveNow(world, account);
  const { phone, email } = account;
  const base = { firstName: 'Amina', lastName: 'Rahman', phone, email, bio: 'I sew.' };
  const put = (body: object) =>
    world.call('PUT', `/api/users/${account.id}`, { body: { ...base, ...body }, ...bearer(token) });
  const confirm = (what: 'email' | 'phone', code: string) =>
    world.call('POST', '/api/identity/confirm-change', { body: { what, code }, ...bearer(token) });
  return { ...account, token, put, confirm };
}

/** Sends as many messages as a stranger's address or phone gets in a day. */
async function useUpTheDay(channel: 'email' | 'sms', to: string): Promise<void> {
  const leave = guardLeaving(world.outside);
  for (let times = 0; times < 3; times += 1) {
    await leave({ channel, to, subject: '', text: 'news', html: '', dedupeKey: `${to}:${times}` }, 'notice');
  }
}

const lastTo = async (to: string) => {
  await runJobs(world);
  return world.sent.findLast((message) => message.to === to);
};

test('R17.8: the old e-mail hears of its change, whatever else it had that day', async () => {
  const { email, put, confirm } = await person();
  await useUpTheDay('email', email);
  const next = `next-${email}`;
  await put({ email: next });
  expect((await confirm('email', await codeFor(world, next))).status).toBe(200);
  expect((await lastTo(email))?.subject).toBe('Your e-mail address was changed');
});

test('R17.8: the old phone hears of its change, whatever else it had that day', async () => {
  const { phone, put, confirm } = await person();
  await useUpTheDay('sms', phone);
  const next = newPhone();
  await put({ phone: next });
  expect((await confirm('phone', await codeFor(world, next))).status).toBe(200);
  expect((await lastTo(phone))?.text).toContain('this phone no longer opens your account');
});

test('R33.4: the old phone hears that a change by the operator is in force, whatever else it had that day', async () => {
  const { phone, id: userId } = await person();
  await world.db
    .insertInto('mfiStaff')
    .values({ userId: Number(userId) as UserId, mfiId: ROI, role: 'officer' })
    .execute();
  const asked = { oldPhone: phone, newPhone: newPhone(), reason: 'Passport seen at the office' };
  await changePhoneByOperator(world.outside, asked, world.now);
  await runJobs(world);
  moveClock(world, 24 * 3600);
  await useUpTheDay('sms', phone);
  expect(await applyDuePhoneChanges(world.db, world.outside, world.now)).toBe(1);
  expect((await lastTo(phone))?.text).toContain('this phone no longer opens your account');
});

test('R13.4: a person whose account is closed hears of it by mail and SMS, whatever else they had that day', async () => {
  const { phone, email, token } = await person();
  await useUpTheDay('email', email);
  await useUpTheDay('sms', phone);
  const { status, body } = await world.call('POST', '/api/users/close', { body: {}, ...bearer(token) });
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await lastTo(email))?.text).toContain('closed');
  expect((await lastTo(phone))?.text).toContain('closed');
});
