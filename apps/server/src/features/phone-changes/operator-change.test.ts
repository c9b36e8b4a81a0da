import type { PhoneChangeId } from '@sathi/domain/ids.ts';
import { beforeEach, expect, test } from 'vitest';
import { isAlive, newPhone, runJobs, signIn, registered } from '../../test/accounts.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { changePhoneByOperator } from './operator-change.ts';
import { applyDuePhoneChanges } from './phone-changes.service.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const HOUR_MS = 3_600_000;
const CALL = '/api/mfi/phoneChanges?mfiId=3';
const REASON = 'Passport seen at the office';

beforeEach(async () => {
  world.now = NOW;
  world.sent.length = 0;
  await world.db.deleteFrom('phoneChanges').execute();
});

const moveHours = (hours: number) => void (world.now = new Date(NOW.getTime() + hours * HOUR_MS));
const change = ({ phone: oldPhone }: { phone: string }, phone = newPhone(), reason = REASON) =>
  changePhoneByOperator(world.outside, { oldPhone, newPhone: phone, reason }, world.now);
const apply = () => applyDuePhoneChanges(world.db, world.outside, world.now);
const phoneOf = async ({ id }: Pick<Person, 'id'>) =>
  (await world.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone;
const sentTo = async (to: string) => {
  await runJobs(world);
  return world.sent.filter((message) => message.to === to).map(({ text }) => text);
};
const emailOf = async ({ id }: Person) =>
  (await world.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

test('the operator changes the phone of staff, which is in force a day later (R33.4)', async () => {
  const [officer, colleague] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  const phone = newPhone();
  const { inForceAt, name } = await change(officer, phone);
  expect([name, inForceAt.toISOString()]).toEqual([
    'Amina Rahman',
    new Date(NOW.getTime() + 24 * HOUR_MS).toISOString(),
  ]);
  const [text = ''] = await sentTo(officer.phone);
  expect(text).toContain('the operator is changing the phone');
  expect(text).toContain('/App/PhoneNotMe?token=');
  expect((await sentTo(await emailOf(officer))).join()).toContain('The operator of Sathi is changing');
  expect((await sentTo(await emailOf(colleague))).join()).toContain('tell the operator today');
  moveHours(23.99);
  expect(await apply()).toBe(0);
  moveHours(24);
  expect(await apply()).toBe(1);
  expect(await phoneOf(officer)).toBe(phone);
  expect(await isAlive(world, officer.token)).toBe(false);
});

test('for staff and for a person of an office of one it rests as a change by two does (R33.4)', async () => {
  const { owner, officer } = await newLoan({ status: 5 });
  await change(owner);
  const { data } = (await world.call('GET', `/api/users/${owner.id}`, { as: owner })).body;
  expect(data.payoutsRestUntil).toBe(new Date(NOW.getTime() + 96 * HOUR_MS).toISOString());
  const [row] = done(await world.call('GET', CALL, { as: officer }));
  expect(row).toMatchObject({ state: 'approved', reason: REASON, enteredByName: null, mayConfirm: false });
  const approve = await world.call('PATCH', `${CALL}&id=${row.id}`, { as: officer, body: { state: 'approved' } });
  expect(refusal(approve)).toBe('409 already_approved');
});

test('“that was not me” ends a change by the operator, and what rested because of it rests no more (R33.4)', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  await change(officer);
  const token = /PhoneNotMe\?token=([\w.-]+)/.exec((await sentTo(officer.phone)).join())?.[1];
  done(await world.call('POST', '/api/identity/phone-change/not-me', { body: { token } }));
  moveHours(24);
  expect(await apply()).toBe(0);
  expect(await phoneOf(officer)).toBe(officer.phone);
});

test('a change by the operator is in the audit log of every office of the person (R33.4, R34.5)', async () => {
  const { owner, officer } = await newLoan({ status: 5 });
  const elsewhere = await newLoan({ status: 5, mfiId: DCBS, owner });
  await change(owner);
  const [{ id }] = (await world.db.selectFrom('phoneChanges').select('id').execute()) as [{ id: PhoneChangeId }];
  for (const [as, mfiId] of [
    [officer, ROI],
    [elsewhere.officer, DCBS],
  ] as const) {
    const [entry] = done(await world.call('GET', `/api/mfi/auditLog?mfiId=${mfiId}&limit=1`, { as }));
    expect(entry).toMatchObject({ action: 'phone:change', actorId: null, network: 'operator' });
    expect(JSON.parse(entry.details)).toEqual({ id: String(id), personId: String(owner.id) });
  }
});

test('each mistake of the operator is told in a sentence that names the option (R33.4)', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const stranger = await world.newPerson();
  await expect(change({ phone: newPhone() })).rejects.toThrow('--old belongs to no account');
  await expect(change({ phone: '12' })).rejects.toThrow('--old must be a phone number');
  await expect(change(officer, 'x')).rejects.toThrow('--new must be a phone number');
  await expect(change(officer, officer.phone)).rejects.toThrow('--new is the phone that the account has');
  await expect(change(officer, stranger.phone)).rejects.toThrow('--new belongs to another account');
  await expect(change(officer, newPhone(), ' ')).rejects.toThrow('--reason must say why');
  await expect(change(stranger)).rejects.toThrow('no institution holds money of theirs');
  expect(await world.db.selectFrom('phoneChanges').select('id').execute()).toEqual([]);
  await change(officer);
  await expect(change(officer)).rejects.toThrow('under way already');
});

test('the old phone signs staff in no more once the change is in force, and the new one does (R33.4)', async () => {
  const account = await registered(world);
  const user = await world.db
    .selectFrom('users')
    .select('id')
    .where('subject', '=', account.subject)
    .executeTakeFirstOrThrow();
  await world.db.insertInto('mfiStaff').values({ mfiId: ROI, userId: user.id, role: 'officer' }).execute();
  const phone = newPhone();
  await change(account, phone);
  moveHours(24);
  expect(await apply()).toBe(1);
  expect((await signIn(world, phone)).token).toBeTruthy();
  await expect(signIn(world, account.phone)).rejects.toThrow('not_authorized');
});
