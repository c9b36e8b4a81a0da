import { expect, test } from 'vitest';
import { done, useLoans } from '../test/loans.ts';
import { useReports } from '../test/reports.ts';
import { type Person, ROI, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);
const { hide } = useReports(world);

const listOf = async (as: Person, limit = 50) =>
  (await world.call('GET', `/api/borrow/proposalsNotByUserAddress?limit=${limit}`, { as })).body as {
    data: { id: string; isBackedByUser: boolean; unreadMessagesCount: number; userName: string }[];
    nextCursor: string | null;
  };
const idsOf = async (as: Person, limit?: number): Promise<string[]> =>
  (await listOf(as, limit)).data.map(({ id }) => id);

test('a page that strangers were just told holds none of this person’s own, of what they ignore, and each backing of theirs', async () => {
  const stranger = await world.newPerson();
  const reader = await world.newPerson();
  const [own, ignored, backed] = [await newLoan({ owner: reader }), await newLoan(), await newLoan()];
  done(await world.call('POST', `/api/borrow/ignoreProposal?proposalId=${ignored.id}`, { as: reader }));
  done(await back(backed, reader, 20));
  const told = await idsOf(stranger);
  for (const { id } of [own, ignored, backed]) expect(told).toContain(id);
  expect(await idsOf(reader)).toEqual(told.filter((id) => id !== own.id && id !== ignored.id));
  expect((await listOf(reader)).data.find(({ id }) => id === backed.id)?.isBackedByUser).toBe(true);
  expect((await listOf(stranger)).data.find(({ id }) => id === backed.id)?.isBackedByUser).toBe(false);
});

test('a last page ends for a person whose own loan would be the next', async () => {
  const stranger = await world.newPerson();
  const before = (await idsOf(stranger)).length;
  const oldest = (await idsOf(stranger)).at(-1);
  const owner = await world.newPerson();
  await world.db
    .updateTable('proposals')
    .set({ ownerId: owner.id as never })
    .where('id', '=', Number(oldest) as never)
    .execute();
  expect((await listOf(stranger, before - 1)).nextCursor).not.toBeNull();
  expect((await listOf(owner, before - 1)).nextCursor).toBeNull();
});

test('a backer still finds a hidden loan in a list whose strangers do not (R34.6)', async () => {
  const stranger = await world.newPerson();
  const loan = await newLoan({ status: 3 });
  await hide(loan);
  expect(await idsOf(stranger)).not.toContain(loan.id);
  expect(await idsOf(loan.backers[0] as Person)).toContain(loan.id);
});

test('a person who has written is told of the answer, and strangers of none', async () => {
  const loan = await newLoan();
  const [stranger, person] = [await world.newPerson(), await world.newPerson()];
  const write = async (as: Person, text: string) =>
    done(await world.call('POST', '/api/messages/', { as, body: { proposalId: loan.id, text } }));
  await write(person, 'Which machine is it?');
  await write(loan.owner, 'One with a pedal.');
  const unread = async (as: Person) => (await listOf(as)).data.find(({ id }) => id === loan.id)?.unreadMessagesCount;
  expect([await unread(stranger), await unread(person)]).toEqual([0, 1]);
});

test('a person who was stopped is not answered as a stranger (R34.7)', async () => {
  const loan = await newLoan();
  const [stranger, person] = [await world.newPerson(), await world.newPerson()];
  await newLoan({ owner: person });
  const actions = async (as: Person): Promise<string[]> =>
    (await world.call('GET', `/api/borrow/findOne?id=${loan.id}`, { as })).body.data.allowedActions;
  expect(await actions(stranger)).toContain('invest');
  expect(await actions(person)).toContain('invest');
  const body = { kind: 'person', id: person.id, reason: 'We are looking into it.' };
  const manager = await world.newPerson({ staffOf: [ROI], role: 'manager' });
  done(await world.call('POST', '/api/mfi/freezes?mfiId=3', { as: manager, body }));
  expect(await actions(person)).not.toContain('invest');
  expect(await actions(stranger)).toContain('invest');
});

test('strangers are answered without an own fact of who asked first, and no browser keeps it', async () => {
  const loan = await newLoan();
  const first = await world.newPerson();
  const answers = [];
  for (const as of [first, await world.newPerson()]) {
    answers.push(await world.call('GET', `/api/borrow/findOne?id=${loan.id}`, { as }));
  }
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(answers[0]?.body.data.userName).toBe('Rahima Khatun');
  expect(answers[0]?.headers['cache-control']).toBe('no-store');
  expect(answers[0]?.headers['etag']).toBeUndefined();
});
