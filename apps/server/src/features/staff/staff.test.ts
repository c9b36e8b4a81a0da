import { expect, test } from 'vitest';
import { newPhone, registered, runJobs, signIn } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { heard } = useBells(world);
const DAY_MS = 86_400_000;

const STAFF = '/api/mfi/staff?mfiId=3';
const enter = (as: Person, body: object, key?: string) =>
  world.call('POST', STAFF, { as, body: { name: 'Nur Alam', role: 'officer', ...body }, ...(key && { key }) });
const change = (as: Person, id: string, body: object) => world.call('PATCH', `${STAFF}&id=${id}`, { as, body });
const approve = (as: Person, id: string) => change(as, id, { state: 'approved' });
const remove = (as: Person, id: string) => world.call('DELETE', `${STAFF}&id=${id}`, { as });
const list = async (as: Person) => done(await world.call('GET', STAFF, { as })) as Record<string, any>[];
const rowOf = async (as: Person, who: { phone: string }) => (await list(as)).find(({ phone }) => phone === who.phone);
const idOf = async (as: Person, who: Person) => String((await rowOf(as, who))?.['id']);
const isStaff = async (who: Person) => (await world.call('GET', '/api/mfi/queues?mfiId=3', { as: who })).status === 200;

/** An office of its own for each test: all who were in it are gone, and long enough. */
async function newOffice(...roles: ('manager' | 'officer')[]): Promise<Person[]> {
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).execute();
  await world.db.deleteFrom('formerStaff').execute();
  await world.db.deleteFrom('staffEntries').execute();
  return Promise.all(roles.map((role) => world.newPerson({ staffOf: [ROI], role })));
}
const expectRefused = (answer: { status: number; body: any }, status: number, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([status, code]);

test('a manager enters a person, another confirms, and the person is staff (R34.3)', async () => {
  const [first, second] = (await newOffice('manager', 'manager')) as [Person, Person];
  const nur = await world.newPerson();
  const { id, state } = done(await enter(first, { phone: nur.phone }));
  expect(state).toBe('entered');
  expect([await heard(first), await heard(second)]).toEqual([[], ['to_confirm null']]);
  expectRefused(await approve(first, id), 403, 'second_person_needed');
  expect(await isStaff(nur)).toBe(false);
  expect(done(await approve(second, id))).toMatchObject({ id, role: 'officer', state: 'approved' });
  expect(await rowOf(first, nur)).toMatchObject({ id, role: 'officer', state: 'active' });
  expectRefused(await approve(second, id), 409, 'already_approved');
});

test('a person who becomes staff signs in anew, as staff sessions are shorter and proven (R34.1)', async () => {
  const [first, second] = (await newOffice('manager', 'manager')) as [Person, Person];
  const account = await registered(world, newPhone());
  const token = (await signIn(world, account.phone)).answer.body.data.accessToken as string;
  const nur = { ...account, token, id: first.id };
  expect((await world.call('GET', '/api/notifications/', { as: nur })).status).toBe(200);
  done(await approve(second, done(await enter(first, { phone: account.phone })).id));
  await expect.poll(async () => (await world.call('GET', '/api/notifications/', { as: nur })).status).toBe(401);
  const again = await signIn(world, account.phone);
  expect(again.answer.body.data.user.userMfis).toMatchObject([{ mfiName: 'ROI' }]);
});

test('an invited person without an account is staff from their first sign-in within seven days (R34.4)', async () => {
  const [first, second] = (await newOffice('manager', 'manager')) as [Person, Person];
  const phone = newPhone();
  const { id } = done(await enter(first, { phone }));
  done(await approve(second, id));
  expect(await rowOf(first, { phone })).toMatchObject({ id, state: 'approved' });
  await registered(world, phone);
  const { answer } = await signIn(world, phone);
  expect(answer.body.data.user).toMatchObject({ userMfis: [{ mfiId: '3', mfiName: 'ROI' }], managerOf: [] });
  expect(await rowOf(first, { phone })).toMatchObject({ id, state: 'active' });
});

test('an invitation ends after seven days (R34.4)', async () => {
  const [first, second] = (await newOffice('manager', 'manager')) as [Person, Person];
  const phone = newPhone();
  done(await approve(second, done(await enter(first, { phone })).id));
  const before = world.now;
  world.now = new Date(before.getTime() + 7 * DAY_MS);
  await registered(world, phone);
  const { answer } = await signIn(world, phone);
  expect(answer.body.data.user.userMfis).toEqual([]);
  expect(await rowOf(first, { phone })).toBeUndefined();
  done(await enter(first, { phone }));
  world.now = before;
});

test('an entry that nobody confirms ends after 30 days (R34.3)', async () => {
  const [first, second] = (await newOffice('manager', 'manager')) as [Person, Person];
  const { id } = done(await enter(first, { phone: newPhone() }));
  const before = world.now;
  world.now = new Date(before.getTime() + 30 * DAY_MS);
  expect((await approve(second, id)).body.code).toBe('not_found');
  world.now = before;
});

test('an officer sees no staff, enters and removes none, and changes no settings (R34.4)', async () => {
  const [manager, officer] = (await newOffice('manager', 'officer')) as [Person, Person];
  const id = await idOf(manager, officer);
  const calls = [
    await world.call('GET', STAFF, { as: officer }),
    await enter(officer, { phone: newPhone() }),
    await change(officer, id, { role: 'manager' }),
    await remove(officer, id),
    await world.call('PATCH', '/api/mfi?mfiId=3', { as: officer, body: { slogan: 'Mine' } }),
    await world.call('GET', '/api/mfi/export?mfiId=3&what=loans', { as: officer }),
    await world.call('GET', '/api/mfi/export?mfiId=3&what=payments', { as: officer }),
  ];
  for (const answer of calls) expectRefused(answer, 403, 'not_permitted');
  expect((await world.call('GET', '/api/mfi/export?mfiId=3&what=ledger', { as: officer })).status).toBe(200);
  expect(await isStaff(officer)).toBe(true);
});

test('becoming a manager waits for a second person, becoming an officer does not (R34.3)', async () => {
  const [first, second, officer] = (await newOffice('manager', 'manager', 'officer')) as [Person, Person, Person];
  const id = await idOf(first, officer);
  expect(done(await change(first, id, { role: 'manager' }))).toMatchObject({ id, role: 'officer', state: 'entered' });
  expect(await rowOf(second, officer)).toMatchObject({ role: 'officer', askedRole: 'manager', mayConfirm: true });
  expect([await heard(second), await heard(officer)]).toEqual([['to_confirm null'], []]);
  expectRefused(await approve(first, id), 403, 'second_person_needed');
  expectRefused(await approve(officer, id), 403, 'second_person_needed');
  expect(done(await approve(second, id))).toMatchObject({ id, role: 'manager' });
  await expect.poll(async () => (await world.call('GET', STAFF, { as: officer })).status).toBe(200);
  expect(done(await change(second, id, { role: 'officer' }))).toMatchObject({ id, role: 'officer', state: 'active' });
  await expect.poll(async () => (await world.call('GET', STAFF, { as: officer })).status).toBe(403);
});

test('an officer confirms what they are shown where no other manager is there (R34.4)', async () => {
  const [manager, officer] = (await newOffice('manager', 'officer')) as [Person, Person];
  const waiting = async (as: Person) => done(await world.call('GET', '/api/mfi/staff/toConfirm?mfiId=3', { as }));
  const { id } = done(await enter(manager, { phone: newPhone(), name: 'Nur Alam' }));
  expect(await waiting(manager)).toEqual([]);
  expect(await waiting(officer)).toMatchObject([{ id, name: 'Nur Alam', role: 'officer' }]);
  expect(done(await approve(officer, id))).toMatchObject({ id, state: 'approved' });
  expect(await waiting(officer)).toEqual([]);
});

test('a single member confirms alone, but not within a week of removing another (R34.3)', async () => {
  const [first, second] = (await newOffice('manager', 'manager')) as [Person, Person];
  done(await remove(first, await idOf(first, second)));
  await expect.poll(() => isStaff(second)).toBe(false);
  const { id } = done(await enter(first, { phone: newPhone() }));
  expectRefused(await approve(first, id), 403, 'second_person_needed');
  const before = world.now;
  const end = before.getTime() + 7 * DAY_MS;
  world.now = new Date(end - 1);
  expectRefused(await approve(first, id), 403, 'second_person_needed');
  world.now = new Date(end);
  expect(done(await approve(first, id))).toMatchObject({ id, state: 'approved' });
  world.now = before;
});

test('the last manager is neither removed nor made an officer (R34.4)', async () => {
  const [manager, officer] = (await newOffice('manager', 'officer')) as [Person, Person];
  const id = await idOf(manager, manager);
  expectRefused(await remove(manager, id), 409, 'last_manager');
  expectRefused(await change(manager, id, { role: 'officer' }), 409, 'last_manager');
  done(await remove(manager, await idOf(manager, officer)));
  expect((await list(manager)).map((row) => row['isLastManager'])).toEqual([true]);
});

test('a manager becomes an officer or leaves by their own act, where another manager stays (R34.4)', async () => {
  const [first, second, third] = (await newOffice('manager', 'manager', 'manager')) as [Person, Person, Person];
  done(await change(second, await idOf(second, second), { role: 'officer' }));
  expect(await rowOf(first, second)).toMatchObject({ role: 'officer' });
  done(await remove(third, await idOf(third, third)));
  expect(await rowOf(first, third)).toBeUndefined();
});

test('of two managers who remove each other at once, one stays (R34.4)', async () => {
  const [first, second] = (await newOffice('manager', 'manager')) as [Person, Person];
  const [ofFirst, ofSecond] = [await idOf(first, first), await idOf(first, second)];
  const answers = await Promise.all([remove(first, ofSecond), remove(second, ofFirst)]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const left = await world.db.selectFrom('mfiStaff').select('role').where('mfiId', '=', ROI).execute();
  expect(left).toEqual([{ role: 'manager' }]);
});

test('an entry of a removed manager is not confirmed any more', async () => {
  const [first, second] = (await newOffice('manager', 'manager')) as [Person, Person];
  const { id } = done(await enter(second, { phone: newPhone() }));
  done(await remove(first, await idOf(first, second)));
  expect((await approve(first, id)).body.code).toBe('not_found');
});

test('a phone is entered once, and an entry can be taken back', async () => {
  const [first] = (await newOffice('manager', 'manager')) as [Person];
  const phone = newPhone();
  const { id } = done(await enter(first, { phone }, 'once'));
  expect(done(await enter(first, { phone }, 'once'))).toEqual({ id, state: 'entered' });
  expectRefused(await enter(first, { phone }), 409, 'already_staff');
  expectRefused(await enter(first, { phone: first.phone }), 409, 'already_staff');
  done(await remove(first, id));
  expectRefused(await remove(first, id), 404, 'not_found');
});

test("another institution's staff are not there for a manager", async () => {
  const [first] = (await newOffice('manager', 'manager')) as [Person];
  const stranger = await world.newPerson({ staffOf: [DCBS] });
  const theirs = done(await world.call('GET', '/api/mfi/staff?mfiId=1', { as: stranger }))[0].id;
  expect((await remove(first, theirs)).status).toBe(404);
  expectRefused(await world.call('GET', STAFF, { as: stranger }), 403, 'not_permitted');
});

/** Gives a person a second factor, as after an app was set up. */
const addFactor = ({ subject }: Person) =>
  world.db
    .insertInto('secondFactors')
    .values({ subject, kind: 'totp', name: 'Phone', sealedSecret: 'x', createdAt: world.now })
    .execute();
const factorsOf = ({ subject }: Person) =>
  world.db.selectFrom('secondFactors').select('id').where('subject', '=', subject).execute();
const askReset = (as: Person, id: string) => change(as, id, { resetFactor: true });

test('a lost second factor is reset by two others: it goes, the sessions end, its owner hears of it (R34.3)', async () => {
  const [first, second, third] = (await newOffice('manager', 'manager', 'officer')) as [Person, Person, Person];
  await addFactor(third);
  const id = await idOf(first, third);
  expect(done(await askReset(first, id))).toEqual({ id, role: 'officer', state: 'entered' });
  expect(await rowOf(second, third)).toMatchObject({ resetsFactor: true, askedRole: null, mayConfirm: true });
  expect([await heard(second), await heard(third)]).toEqual([['to_confirm null'], []]);
  expectRefused(await approve(first, id), 403, 'second_person_needed');
  expect(await factorsOf(third)).toHaveLength(1);
  const before = world.sent.length;
  done(await approve(second, id));
  expect(await factorsOf(third)).toEqual([]);
  await expect.poll(async () => (await world.call('GET', STAFF, { as: third })).status).toBe(401);
  await runJobs(world);
  const told = world.sent.slice(before).find(({ to }) => to === third.phone)?.text;
  expect(told).toContain('Two people of your office took away the second step');
  expect(await rowOf(first, third)).toMatchObject({ role: 'officer', hasFactor: false, resetsFactor: false });
});

test('a second factor is not reset by its owner, by an officer, where there is none, or twice at once (R34.3)', async () => {
  const [first, second, officer] = (await newOffice('manager', 'manager', 'officer')) as [Person, Person, Person];
  expectRefused(await askReset(first, await idOf(first, second)), 409, 'wrong_status');
  await addFactor(second);
  const id = await idOf(first, second);
  expectRefused(await askReset(officer, id), 403, 'not_permitted');
  expectRefused(await askReset(second, id), 403, 'not_permitted');
  done(await askReset(first, id));
  expectRefused(await askReset(first, id), 409, 'wrong_status');
  expectRefused(await change(first, id, { role: 'officer' }), 409, 'wrong_status');
  expectRefused(await approve(second, id), 403, 'second_person_needed');
  expect(await factorsOf(second)).toHaveLength(1);
});

test('a lost second factor is not entered where nobody but its owner could confirm it (R34.2, R34.3)', async () => {
  const [first, second] = (await newOffice('manager', 'officer')) as [Person, Person];
  await addFactor(second);
  const id = await idOf(first, second);
  expect(await rowOf(first, second)).toMatchObject({ hasFactor: true, mayReset: false });
  expectRefused(await askReset(first, id), 403, 'second_person_needed');
  await world.newPerson({ staffOf: [ROI], role: 'officer' });
  expect(await rowOf(first, second)).toMatchObject({ hasFactor: true, mayReset: true });
  done(await askReset(first, id));
  expect(await rowOf(first, second)).toMatchObject({ resetsFactor: true, mayReset: false });
});

test('with a second factor, changes among staff ask for a fresh proof (R34.2)', async () => {
  const [first] = (await newOffice('manager', 'manager')) as [Person];
  await addFactor(first);
  expectRefused(await enter(first, { phone: newPhone() }), 403, 'step_up_required');
  expect(await list(first)).toHaveLength(2);
});
