import { expect, test } from 'vitest';
import { done, refusal } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';
import { resetFactor } from '../identity/reset-factor.ts';

const world = useWorld();

const STAFF = '/api/mfi/staff?mfiId=3';
const change = (as: Person, id: string, body: object) => world.call('PATCH', `${STAFF}&id=${id}`, { as, body });
const rowOf = async (as: Person, who: Person) =>
  (done(await world.call('GET', STAFF, { as })) as Record<string, any>[]).find(({ phone }) => phone === who.phone);
const factorsOf = ({ subject }: Person) =>
  world.db.selectFrom('secondFactors').select('id').where('subject', '=', subject).execute();

/** Two managers of an institution, and a member of theirs with a second factor. */
async function officeWith(staffOf: readonly (typeof ROI)[]): Promise<[Person, Person, Person, string]> {
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).execute();
  const [first, second] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  const member = await world.newPerson({ staffOf });
  await world.db
    .insertInto('secondFactors')
    .values({ subject: member.subject, kind: 'totp', name: 'Phone', sealedSecret: 'x', createdAt: world.now })
    .execute();
  return [first, second, member, String((await rowOf(first, member))?.['id'])];
}

test('the second factor of staff of two institutions is not taken away by one of them (R34.2, R34.3)', async () => {
  const [first, second, member, id] = await officeWith([ROI, DCBS]);
  expect(await rowOf(first, member)).toMatchObject({ hasFactor: true, mayReset: false });
  expect(refusal(await change(first, id, { resetFactor: true }))).toBe('403 second_person_needed');
  expect(refusal(await change(second, id, { state: 'approved' }))).toBe('409 already_approved');
  expect(await factorsOf(member)).toHaveLength(1);
});

test('it stays where its owner came to the other institution after it was asked for (R34.2, R34.3)', async () => {
  const [first, second, member, id] = await officeWith([ROI]);
  expect(await rowOf(first, member)).toMatchObject({ mayReset: true });
  done(await change(first, id, { resetFactor: true }));
  expect(await rowOf(second, member)).toMatchObject({ resetsFactor: true, mayConfirm: true });
  await world.db.insertInto('mfiStaff').values({ mfiId: DCBS, userId: member.id, role: 'officer' }).execute();
  expect(await rowOf(second, member)).toMatchObject({ resetsFactor: true, mayConfirm: false });
  expect(refusal(await change(second, id, { state: 'approved' }))).toBe('403 second_person_needed');
  expect(await factorsOf(member)).toHaveLength(1);
});

test('the operator takes it away, and both institutions see it in their logs (R34.2, R34.5)', async () => {
  const [first, , member] = await officeWith([ROI, DCBS]);
  const other = await world.newPerson({ staffOf: [DCBS] });
  await resetFactor(world.outside, member.phone, world.now);
  expect(await factorsOf(member)).toEqual([]);
  for (const [as, mfiId] of [
    [first, ROI],
    [other, DCBS],
  ] as const) {
    const log = done(await world.call('GET', `/api/mfi/auditLog?mfiId=${mfiId}&limit=1`, { as }));
    expect(log).toMatchObject([{ action: 'staff:reset-factor' }]);
  }
});
