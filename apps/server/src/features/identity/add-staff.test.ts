import { expect, test } from 'vitest';
import {
  bearer,
  isAlive,
  moveClock,
  newPhone,
  provenPerson,
  registered,
  runJobs,
  signIn,
} from '../../test/accounts.ts';
import { done, useLoans } from '../../test/loans.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { addStaff } from './add-staff.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);
const post = (path: string, body: unknown) => world.call('POST', `/api/identity/${path}`, { body });

test('a new member of staff signs in with the one-time password, must choose another, and is staff', async () => {
  const phone = newPhone();
  const added = await addStaff(world.outside, { mfi: 'roi', phone, name: 'Amina Rahman' }, world.now);
  expect(added).toEqual({
    mfiName: 'ROI',
    role: 'manager',
    phone,
    hadProfile: false,
    password: expect.stringMatching(/^[a-z2-9]{14}$/),
  });
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

test('a one-time password ends after seven days, and the next one of the same account counts anew', async () => {
  const phone = newPhone();
  const staff = { mfi: 'roi', phone, name: 'Amina Rahman' };
  const signInWith = (password: string | null) => post('sign-in', { username: phone, password });
  const first = await addStaff(world.outside, staff, world.now);
  moveClock(world, 7 * 86_400);
  expect((await signInWith(first.password)).body.data.challenge).toBe('NEW_PASSWORD_REQUIRED');
  moveClock(world, 1);
  const refused = await signInWith(first.password);
  expect([refused.status, refused.body.code]).toEqual([401, 'not_authorized']);
  const second = await addStaff(world.outside, staff, world.now);
  expect((await signInWith(first.password)).status).toBe(401);
  expect((await signInWith(second.password)).body.data.challenge).toBe('NEW_PASSWORD_REQUIRED');
});

test('a one-time password ends by the clock that rules count days with', async () => {
  const phone = newPhone();
  const { password } = await addStaff(world.outside, { mfi: 'roi', phone, name: 'Amina Rahman' }, world.now);
  world.daysAhead = 8;
  const { status } = await post('sign-in', { username: phone, password });
  world.daysAhead = 0;
  expect(status).toBe(401);
});

test('a person with an account becomes staff and keeps the password', async () => {
  const account = await registered(world);
  const added = await addStaff(world.outside, { mfi: 'DCBS', phone: account.phone, name: 'Anything' }, world.now);
  expect(added.password).toBeNull();
  const { answer } = await signIn(world, account.phone);
  expect(answer.body.data.user).toMatchObject({
    firstName: 'Amina',
    userMfis: [{ mfiId: '1', mfiName: 'DCBS' }],
  });
});

test('a session that a person opened before becoming staff ends (R34.1)', async () => {
  const account = await registered(world);
  const { token } = await signIn(world, account.phone);
  await addStaff(world.outside, { mfi: 'DCBS', phone: account.phone, name: 'Anything' }, world.now);
  expect(await isAlive(world, token)).toBe(false);
});

test('the operator makes an officer by saying so (R34.4)', async () => {
  const account = await registered(world);
  await addStaff(world.outside, { mfi: 'DCBS', phone: account.phone, name: 'Anything', role: 'officer' }, world.now);
  const { answer } = await signIn(world, account.phone);
  expect(answer.body.data.user).toMatchObject({ userMfis: [{ mfiId: '1', mfiName: 'DCBS' }], managerOf: [] });
});

test('adding an officer again without a role leaves them an officer (R34.4)', async () => {
  const staff = { mfi: 'DCBS', phone: newPhone(), name: 'Amina Rahman' };
  expect(await addStaff(world.outside, { ...staff, role: 'officer' }, world.now)).toMatchObject({ role: 'officer' });
  const again = await addStaff(world.outside, staff, world.now);
  expect(again).toMatchObject({ role: 'officer', password: expect.any(String) });
  expect(await addStaff(world.outside, { ...staff, role: 'manager' }, world.now)).toMatchObject({ role: 'manager' });
});

test('the operator cannot make the last manager of an institution an officer (R34.4)', async () => {
  const staff = { mfi: 'FATEN', phone: newPhone(), name: 'Amina Rahman' };
  await addStaff(world.outside, staff, world.now);
  const refused = addStaff(world.outside, { ...staff, role: 'officer' }, world.now);
  await expect(refused).rejects.toThrow('--role cannot be officer: FATEN would have no manager.');
  await addStaff(world.outside, { mfi: 'FATEN', phone: newPhone(), name: 'Salma Begum' }, world.now);
  expect(await addStaff(world.outside, { ...staff, role: 'officer' }, world.now)).toMatchObject({ role: 'officer' });
});

test('a former member whom the operator makes staff has the number and the money of before, and is told (R33.5)', async () => {
  const person = await provenPerson(world);
  const { id, phone } = person;
  done(await back(await newLoan({ status: 3 }), person, 12.5));
  done(await world.call('POST', '/api/users/close', { ...bearer(person.token), body: {} }));
  await runJobs(world);
  moveClock(world, 60);
  const { password } = await addStaff(world.outside, { mfi: 'DCBS', phone, name: 'Amina Rahman' }, world.now);
  const { session } = (await signIn(world, phone, String(password))).answer.body.data;
  const chosen = await post('complete-new-password', { session, newPassword: 'chosen by myself' });
  const { user, accessToken } = done(chosen);
  expect(user).toMatchObject({ id: String(id), userMfis: [{ mfiId: '1' }] });
  const portfolio = done(await world.call('GET', '/api/borrow/portfolio', bearer(accessToken)));
  expect(portfolio).toMatchObject({ lent: 12.5, stillOut: 12.5, hasComeBack: true });
  await runJobs(world);
  expect(world.sent.findLast(({ to }) => to === phone)?.text).toContain('yours again');
});

test('an e-mail address that the operator gives gets the mail that confirms it, once (R33.2)', async () => {
  const phone = newPhone();
  const email = `amina${phone.slice(1)}@roi.example`;
  const staff = { mfi: 'ROI', phone, name: 'Amina Rahman', email };
  expect(await addStaff(world.outside, staff, world.now)).toMatchObject({ hadProfile: false });
  await runJobs(world);
  expect(await addStaff(world.outside, staff, world.now)).toMatchObject({ hadProfile: true });
  await runJobs(world);
  const mails = world.sent.filter(({ to }) => to === email);
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('ConfirmEmail?token=')]);
  const taken = addStaff(world.outside, { ...staff, phone: newPhone() }, world.now);
  await expect(taken).rejects.toThrow('--email belongs to somebody else already.');
});

test('the address of an office that the operator gives only stands in for one (R33.2)', async () => {
  const [phone, email] = [newPhone(), 'Office@roi.example'];
  await addStaff(world.outside, { mfi: 'ROI', phone, name: 'Amina Rahman', email }, world.now);
  await runJobs(world);
  expect(world.sent.filter(({ to }) => /office@roi|nobody\.invalid/i.test(to))).toEqual([]);
  const account = world.db
    .selectFrom('users as u')
    .innerJoin('identities as i', 'i.subject', 'u.subject')
    .select(['u.emailOfMfi', 'i.email'])
    .where('u.phone', '=', phone);
  expect(await account.execute()).toEqual([{ emailOfMfi: ROI, email: null }]);
});

test('a person who was invited as officer and is added by the operator has no invitation left open (R34.4)', async () => {
  const [phone, one, other] = [newPhone(), await world.newPerson(), await world.newPerson()];
  const entered = { mfiId: ROI, phone, name: 'Amina Rahman', role: 'officer' as const, enteredBy: one.id };
  const approved = { ...entered, enteredAt: world.now, approvedBy: other.id, approvedAt: world.now };
  await world.db.insertInto('staffEntries').values(approved).execute();
  expect(await addStaff(world.outside, { mfi: 'ROI', phone, name: 'Amina Rahman' }, world.now)).toMatchObject({
    role: 'manager',
  });
  const left = world.db.selectFrom('staffEntries').select('closedAt').where('phone', '=', phone);
  expect(await left.execute()).toEqual([{ closedAt: world.now }]);
});

test.each([
  [{ mfi: 'NOBODY' }, '--mfi'],
  [{ phone: '12' }, '--phone'],
  [{ phone: '+880 01712 345678' }, '--phone'],
  [{ name: ' ' }, '--name'],
  [{ email: 'nowhere' }, '--email'],
  [{ role: 'owner' }, '--role'],
])('a wrong option is named: %j', async (wrong, option) => {
  const staff = { mfi: 'ROI', phone: newPhone(), name: 'Amina Rahman', ...wrong };
  await expect(addStaff(world.outside, staff, world.now)).rejects.toThrow(option);
});
