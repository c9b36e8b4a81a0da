import { expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { deleteOutdated } from '../retention/retention.jobs.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, remove } = useLoans(world);

const say = async (loan: Loan, as: Person, text = 'Hello') =>
  done(await world.call('POST', '/api/messages/', { as, body: { proposalId: loan.id, text } }));
const block = (what: 'block' | 'unblock', as: Person, personId: unknown) =>
  world.call('POST', `/api/messages/${what}`, { as, body: { personId } });
const report = (as: Person, messageId: string, reason: unknown = 'fraud') =>
  world.call('POST', '/api/messages/report', { as, body: { messageId, reason } });
const shownTo = async (as: Person, loan: Loan) =>
  done(await world.call('GET', `/api/messages/?proposalId=${loan.id}`, { as })).map(
    (row: { text: string }) => row.text,
  );

test('R15.3: messages of a blocked person are hidden and not counted, for the one who blocked alone', async () => {
  const loan = await newLoan();
  const [rude, kind] = [await world.newPerson({ firstName: 'Rude' }), await world.newPerson({ firstName: 'Kind' })];
  await say(loan, rude, 'rude');
  await say(loan, kind, 'kind');
  for (let times = 0; times < 2; times += 1)
    expect(done(await block('block', loan.owner, String(rude.id)))).toEqual({ personId: String(rude.id) });
  expect(await shownTo(loan.owner, loan)).toEqual(['kind']);
  expect(await shownTo(loan.officer, loan)).toEqual(['rude', 'kind']);
  expect(done(await world.call('GET', '/api/auth/', { as: loan.owner })).unreadMessagesCount).toBe(1);
  expect(done(await find(loan, loan.owner)).unreadMessagesCount).toBe(1);
  expect(done(await world.call('GET', '/api/messages/', { as: loan.owner }))).toHaveLength(1);
  const [conversation] = done(await world.call('GET', '/api/messages/conversations', { as: loan.owner }));
  expect(conversation).toMatchObject({
    unreadMessagesCount: 1,
    blockedPeople: [{ id: String(rude.id), name: 'Rude Rahman' }],
  });
  await runJobs(world);
  const bells = await world.db
    .selectFrom('notifications')
    .select('actorId')
    .where('userId', '=', loan.owner.id)
    .where('kind', '=', 'message')
    .execute();
  expect(bells).toEqual([{ actorId: kind.id }]);
  done(await block('unblock', loan.owner, String(rude.id)));
  expect(await shownTo(loan.owner, loan)).toEqual(['rude', 'kind']);
});

test('a person cannot block themselves, nor an unknown person', async () => {
  const person = await world.newPerson();
  expect(refusal(await block('block', person, String(person.id)))).toBe('422 invalid_request');
  expect(refusal(await block('block', person, '987654321'))).toBe('404 not_found');
  expect(refusal(await block('unblock', person, '987654321'))).toBe('404 not_found');
});

test('R15.3: the staff of the institution get one mail and one bell for a reported message', async () => {
  const loan = await newLoan({ status: 3 });
  const foreign = await world.newPerson({ staffOf: [DCBS] });
  const writer = await world.newPerson({ firstName: 'Rude' });
  const message = await say(loan, writer, 'Send your <b>PIN</b> to me');
  await runJobs(world);
  world.sent.length = 0;
  for (const reader of [loan.owner, loan.backers[0] as Person, loan.owner])
    expect(done(await report(reader, message.id))).toEqual({ messageId: message.id });
  await runJobs(world);
  const staff = await world.db
    .selectFrom('mfiStaff')
    .select('userId')
    .where('mfiId', '=', ROI)
    .orderBy('userId')
    .execute();
  expect(staff).toContainEqual({ userId: loan.officer.id });
  const mails = world.sent.filter(({ text }) => text.includes('was reported'));
  expect(mails).toHaveLength(staff.length);
  expect(new Set(mails.map(({ to }) => to)).size).toBe(staff.length);
  const told = await world.db
    .selectFrom('notifications')
    .select('userId')
    .where('dedupeKey', 'like', 'reported:%')
    .orderBy('userId')
    .execute();
  expect(told).toEqual(staff);
  expect(told).not.toContainEqual({ userId: foreign.id });
});

test('only a reader of a message may report it, and not its author', async () => {
  const loan = await newLoan();
  const writer = await world.newPerson();
  const message = await say(loan, writer);
  expect(refusal(await report(await world.newPerson(), message.id))).toBe('404 not_found');
  expect(refusal(await report(writer, message.id))).toBe('403 not_permitted');
  expect(refusal(await report(loan.owner, message.id, 'ugly'))).toBe('422 invalid_request');
});

test('R13.7: messages about a deleted proposal go after six months', async () => {
  const loan = await newLoan();
  const message = await say(loan, await world.newPerson());
  done(await world.call('POST', '/api/messages/read', { as: loan.owner, body: { messageId: message.id } }));
  done(await report(loan.owner, message.id));
  await runJobs(world);
  done(await remove(loan, loan.owner));
  const left = async () =>
    (
      await world.db
        .selectFrom('messages')
        .select('id')
        .where('id', '=', Number(message.id) as never)
        .execute()
    ).length;
  const after = (days: number) => new Date(world.now.getTime() + days * 86_400_000);
  await deleteOutdated(world.db, after(180));
  expect(await left()).toBe(1);
  await deleteOutdated(world.db, after(190));
  expect(await left()).toBe(0);
  const reads = await world.db
    .selectFrom('messageReads')
    .select('userId')
    .where('userId', '=', loan.owner.id)
    .execute();
  expect(reads).toEqual([]);
});
