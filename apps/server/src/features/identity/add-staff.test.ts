import { expect, test } from 'vitest';
import { newPhone, registered, signIn } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';
import { addStaff } from './add-staff.ts';

const world = useWorld();
const post = (path: string, body: unknown) => world.call('POST', `/api/identity/${path}`, { body });

test('a new member of staff signs in with the one-time password, must choose another, and is staff', async () => {
  const phone = newPhone();
  const added = await addStaff(world.db, { mfi: 'roi', phone, name: 'Amina Rahman' }, world.now);
  expect(added).toEqual({ mfiName: 'ROI', phone, password: expect.stringMatching(/^[a-z2-9]{14}$/) });
  const { body } = await post('sign-in', { username: phone, password: added.password });
  expect(body.data.challenge).toBe('NEW_PASSWORD_REQUIRED');
  const chosen = await post('complete-new-password', { session: body.data.session, newPassword: 'chosen by myself' });
  expect(chosen.body.data.user).toMatchObject({
    firstName: 'Amina',
    lastName: 'Rahman',
    userMfis: [{ mfiId: '3', mfiName: 'ROI' }],
  });
  expect((await post('sign-in', { username: phone, password: added.password })).status).toBe(401);
});

test('somebody who has an account becomes staff and keeps the password', async () => {
  const account = await registered(world);
  const added = await addStaff(world.db, { mfi: 'DCBS', phone: account.phone, name: 'Anything' }, world.now);
  expect(added.password).toBeNull();
  const { answer } = await signIn(world, account.phone);
  expect(answer.body.data.user).toMatchObject({ firstName: 'Amina', userMfis: [{ mfiId: '1', mfiName: 'DCBS' }] });
});

test.each([
  [{ mfi: 'NOBODY' }, '--mfi'],
  [{ phone: '12' }, '--phone'],
  [{ name: ' ' }, '--name'],
  [{ email: 'nowhere' }, '--email'],
])('what is wrong is named: %j', async (wrong, option) => {
  const staff = { mfi: 'ROI', phone: newPhone(), name: 'Amina Rahman', ...wrong };
  await expect(addStaff(world.db, staff, world.now)).rejects.toThrow(option);
});
