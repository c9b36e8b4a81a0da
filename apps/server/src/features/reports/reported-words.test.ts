import { expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { logPicture } from '../../test/logged-pictures.ts';
import { useReports } from '../../test/reports.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, back } = useLoans(world);

const { report, caseOf, decide, reporter } = useReports(world);
const say = async (loan: Loan, as: Person, text = 'Hello') =>
  done(await world.call('POST', '/api/messages/', { as, body: { proposalId: loan.id, text } })).id as string;
const messages = async (loan: Loan, as: Person) =>
  done(await world.call('GET', `/api/messages/?proposalId=${loan.id}`, { as })).map(
    ({ text }: { text: string }) => text,
  );
const updates = async (loan: Loan, as: Person | null) =>
  done(await world.call('GET', `/api/borrow/proposalImages?proposalId=${loan.id}`, { as })).length as number;

test('R34.6: a hidden update is seen by owner, backers and staff alone, and is mailed to nobody', async () => {
  const loan = await newLoan({ status: 3 });
  const { updateId } = await logPicture(world, loan);
  const stranger = await reporter();
  done(await report(loan, stranger, 'child_privacy', { kind: 'update', id: updateId }));
  expect([await updates(loan, null), await updates(loan, stranger)]).toEqual([0, 0]);
  for (const person of [loan.owner, loan.backers[0] as Person, loan.officer])
    expect(await updates(loan, person)).toBe(1);
  expect(done(await find(loan, loan.owner)).hidden).toMatchObject([{ kind: 'update', thing: updateId }]);
  expect(done(await find(loan, stranger)).hidden).toEqual([]);
  const change = (as: Person) =>
    world.call('PATCH', `/api/borrow/proposalImage?id=${updateId}`, { as, body: { description: 'Mine' } });
  expect(refusal(await change(stranger))).toBe('404 not_found');
  expect(refusal(await change(loan.backers[0] as Person))).toBe('403 not_permitted');
  const body = { proposalId: loan.id, updateId, toAllBackers: true };
  const mailing = await world.call('POST', '/api/borrow/sendNewUpdateEmail', { as: loan.owner, body });
  expect(refusal(mailing)).toBe('409 hidden');
  expect((await back(loan, stranger, 10)).status).toBe(201);
  done(await decide(loan, (await caseOf(loan)).id, 'shown'));
  expect(await updates(loan, null)).toBe(1);
});

test('R34.6: an update hidden for good returns no proposal', async () => {
  const loan = await newLoan({ status: 3 });
  const { updateId } = await logPicture(world, loan);
  done(await report(loan, await reporter(), 'child_privacy', { kind: 'update', id: updateId }));
  done(await decide(loan, (await caseOf(loan)).id, 'hidden_for_good'));
  expect(done(await find(loan)).status).toBe(3);
  expect(await updates(loan, null)).toBe(0);
});

test('R34.6: a hidden message is seen by its author and the staff alone, and counts as unread for nobody', async () => {
  const loan = await newLoan({ status: 3 });
  const [writer, child] = [await world.newPerson(), await reporter()];
  await say(loan, child, 'Good morning');
  const id = await say(loan, writer, 'Your daughter goes to school there');
  done(await report(loan, child, 'child_privacy', { kind: 'message', id: id }));
  const hidden = 'Your daughter goes to school there';
  for (const person of [loan.owner, loan.backers[0] as Person, child])
    expect(await messages(loan, person)).not.toContain(hidden);
  for (const person of [writer, loan.officer]) expect(await messages(loan, person)).toContain(hidden);
  expect(done(await world.call('GET', '/api/auth/', { as: loan.owner })).unreadMessagesCount).toBe(1);
  expect(done(await world.call('GET', '/api/messages/', { as: loan.owner }))).toHaveLength(1);
  const readIt = await world.call('POST', '/api/messages/read', { as: loan.owner, body: { messageId: id } });
  expect(refusal(readIt)).toBe('404 not_found');
  expect(done(await find(loan, writer)).hidden).toMatchObject([{ kind: 'message', words: hidden }]);
  expect(done(await find(loan, loan.backers[0] as Person)).hidden).toEqual([]);
  expect((await caseOf(loan)).words).toBe(hidden);
});

test('R14.4: a report names a thing of its proposal, which its author does not report', async () => {
  const [loan, other] = [await newLoan({ status: 3 }), await newLoan()];
  const { updateId } = await logPicture(world, loan);
  const id = await say(loan, loan.owner);
  const [backer] = loan.backers as [Person];
  expect(refusal(await report(other, backer, 'child_privacy', { kind: 'update', id: updateId }))).toBe('404 not_found');
  expect(refusal(await report(other, backer, 'child_privacy', { kind: 'message', id: id }))).toBe('404 not_found');
  expect(refusal(await report(loan, await world.newPerson(), 'child_privacy', { kind: 'message', id: id }))).toBe(
    '404 not_found',
  );
  expect(refusal(await report(loan, loan.owner, 'child_privacy', { kind: 'update', id: updateId }))).toBe(
    '403 not_permitted',
  );
  expect(refusal(await report(loan, loan.owner, 'child_privacy', { kind: 'message', id: id }))).toBe(
    '403 not_permitted',
  );
  const nameless = { kind: 'update', proposalId: loan.id, reason: 'spam' };
  expect(refusal(await world.call('POST', '/api/reports', { as: backer, body: nameless }))).toBe('422 invalid_request');
});
