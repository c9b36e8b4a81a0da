import { expect, test } from 'vitest';
import { bearer, codeFor, PASSWORD, registered, signIn } from '../../test/accounts.ts';
import { appCode, useSecondFactor } from '../../test/second-factor.ts';
import { ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { withApp } = useSecondFactor(world);
const NEW = 'seven blue boats';
const post = (path: string, body: unknown) => world.call('POST', `/api/identity/${path}`, { body });
const signInData = async (phone: string) => (await post('sign-in', { username: phone, password: PASSWORD })).body.data;

async function reset(phone: string): Promise<void> {
  await post('forgot-password', { username: phone });
  const body = { username: phone, code: await codeFor(world, phone), newPassword: NEW };
  expect((await post('confirm-forgot-password', body)).status).toBe(200);
}

test('R17.6: a one-time password that was begun with sets none once the person has reset theirs', async () => {
  const { phone } = await registered(world);
  await world.db.updateTable('identities').set({ mustChangePassword: true }).where('phone', '=', phone).execute();
  const { session } = await signInData(phone);
  await reset(phone);
  const late = await post('complete-new-password', { session, newPassword: 'chosen by a finder' });
  expect([late.status, late.body.code]).toEqual([401, 'session_ended']);
  expect((await signIn(world, phone, NEW)).token).toBeTruthy();
});

test.each(['changed', 'reset'])(
  'R33.1, R34.1: a sign-in that waits for the second factor ends when the password is %s',
  async (what) => {
    const { phone, id } = await registered(world);
    await world.db
      .insertInto('mfiStaff')
      .values({ mfiId: ROI, userId: Number(id) as never })
      .execute();
    const { secret, token } = await withApp(phone);
    const { session } = await signInData(phone);
    if (what === 'reset') await reset(phone);
    else {
      const body = { oldPassword: PASSWORD, newPassword: NEW };
      const answer = await world.call('POST', '/api/identity/change-password', { ...bearer(token), body });
      expect(answer.status).toBe(200);
    }
    world.now = new Date(world.now.getTime() + 30_000);
    const late = await post('second-factor', { session, totp: appCode(world, secret) });
    expect([late.status, late.body.code]).toEqual([401, 'session_ended']);
  },
);
