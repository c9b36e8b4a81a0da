import type { MfiId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { newPhone, signIn } from '../../test/accounts.ts';
import { done, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { addStaff } from '../identity/add-staff.ts';
import { addMfi } from './add-mfi.ts';

const world = useWorld();
const { newLoan, withdraw, repay, find } = useLoans(world);

const SUNRISE = {
  name: 'sunrise',
  website: 'https://sunrise.example',
  phone: '+977 1 5550199',
  email: 'Office@Sunrise.example',
  country: 'np',
  timeZone: 'Asia/Kathmandu',
};
const add = (other: Partial<typeof SUNRISE>) => addMfi(world.db, { ...SUNRISE, ...other }, world.now);
const listed = async () => done(await world.call('GET', '/api/mfi/all'));
const rowOf = (name: string) =>
  world.db.selectFrom('mfis').select('id').where('name', '=', name).executeTakeFirstOrThrow();
const loggedOf = (mfiId: MfiId) =>
  world.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'details', 'network'])
    .where('mfiId', '=', mfiId)
    .execute();

test('an institution that was added is listed at once, and its own log begins with it', async () => {
  const before = await listed();
  expect(await add({})).toEqual({ name: 'SUNRISE', isNew: true });
  const { id } = await rowOf('SUNRISE');
  const shown = {
    id: String(id),
    name: 'SUNRISE',
    website: 'https://sunrise.example/',
    phone: '+97715550199',
    email: 'office@sunrise.example',
    country: 'NP',
    timeZone: 'Asia/Kathmandu',
    collection: 'trust',
    localMoney: false,
    logo: '/icon.svg',
  };
  expect(await listed()).toEqual([...before, expect.objectContaining(shown)]);
  expect(done(await world.call('GET', '/api/mfi?name=SUNRISE'))).toMatchObject(shown);
  const details = JSON.stringify({ country: 'NP', timeZone: 'Asia/Kathmandu' });
  expect(await loggedOf(id)).toEqual([{ actorId: null, action: 'mfi:add', details, network: 'operator' }]);
});

test('an institution that is there stays as it is, in whatever letters its name is written', async () => {
  await add({ name: 'TWICE', email: 'office@twice.example' });
  const { id } = await rowOf('TWICE');
  const before = await listed();
  for (const other of [{ name: 'TWICE' }, { name: ' twice ', phone: '+9779800000000', country: 'IN' }])
    expect(await add({ ...other, email: 'office@twice.example' })).toEqual({ name: 'TWICE', isNew: false });
  expect(await add({ name: 'faten' })).toEqual({ name: 'FATEN', isNew: false });
  expect(await listed()).toEqual(before);
  expect(await loggedOf(id)).toHaveLength(1);
});

test('an institution that is added ten times at once is there once', async () => {
  const asked = Array.from({ length: 10 }, () => add({ name: 'AT-ONCE', email: 'office@at-once.example' }));
  const added = await Promise.all(asked);
  expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(await loggedOf((await rowOf('AT-ONCE')).id)).toHaveLength(1);
});

test('its first manager signs in as staff of it, and a loan there is made, backed, paid out and repaid', async () => {
  await add({ name: 'LOANS', email: 'office@loans.example' });
  const { id: mfiId } = await rowOf('LOANS');
  const phone = newPhone();
  const { password } = await addStaff(world.outside, { mfi: 'loans', phone, name: 'Sita Rai' }, world.now);
  const { session } = (await signIn(world, phone, String(password))).answer.body.data;
  const body = { session, newPassword: 'chosen by myself' };
  const { user } = done(await world.call('POST', '/api/identity/complete-new-password', { body }));
  expect(user.userMfis).toEqual([{ mfiId: String(mfiId), mfiName: 'LOANS' }]);

  const officer = await world.newPerson({ staffOf: [mfiId] });
  const waiting = await newLoan({ mfiId, officer });
  const { toApprove } = done(await world.call('GET', `/api/mfi/queues?mfiId=${mfiId}`, { as: officer }));
  expect(toApprove.entries.map(({ proposalId }: { proposalId: string }) => proposalId)).toEqual([waiting.id]);

  const loan = await newLoan({ status: 5, mfiId, officer, backings: [60, 40] });
  done(await withdraw(loan));
  await repay(loan, loan.amount);
  expect(done(await find(loan))).toMatchObject({ mfiName: 'LOANS', status: 6 });
  const stats = done(await world.call('GET', '/api/mfi/stats?name=LOANS', { as: officer }));
  expect(stats).toMatchObject({ inProgress: { count: 1 }, repaid: { count: 1, amount: 100 } });
});

test.each([
  [{ name: ' ' }, '--name'],
  [{ name: 'X'.repeat(15) }, '--name'],
  [{ name: '1ST' }, '--name'],
  [{ name: 'SUN RISE' }, '--name'],
  [{ name: 'SUN-' }, '--name'],
  [{ name: 'সূর্য' }, '--name'],
  [{ website: 'sunrise' }, '--website'],
  [{ website: 'javascript:alert(1)' }, '--website'],
  [{ website: 'http://localhost' }, '--website'],
  [{ phone: '12' }, '--phone'],
  [{ email: 'nowhere' }, '--email'],
  [{ email: 'OFFICE@roi.example' }, '--email'],
  [{ country: 'Nepal' }, '--country'],
  [{ country: 'XX' }, '--country'],
  [{ timeZone: 'Asia/Nowhere' }, '--time-zone'],
  [{ timeZone: '+05:45' }, '--time-zone'],
  [{ timeZone: 'asia/kathmandu' }, '--time-zone'],
  [{ timeZone: 'posix/Asia/Kathmandu' }, '--time-zone'],
])('a wrong option is named, and nothing is added: %j', async (wrong, option) => {
  const before = await listed();
  await expect(add({ name: 'WRONG', email: 'office@wrong.example', ...wrong })).rejects.toThrow(option);
  expect(await listed()).toEqual(before);
});
