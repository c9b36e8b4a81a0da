import { afterEach, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { runJobs } from '../../test/accounts.ts';
import { useInvitations } from '../../test/invitations.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { useReports } from '../../test/reports.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { expireProposals } from '../proposals/approvals.service.ts';

const world = useWorld();
const { newLoan, back, find, pay, decide: decideLoan, balance } = useLoans(world);
const { invite, preview, tokenFor, setEmail, listOwn } = useInvitations(world);
const { bell, heard, sentTo } = useBells(world);
const { report, caseOf, decide, reporters, reporter, hide } = useReports(world);

const DAY_MS = 86_400_000;
const later = (days: number) => {
  world.now = new Date(NOW.getTime() + days * DAY_MS);
  return world.now;
};
const isFound = async (loan: Loan, as: Person | null) => (await find(loan, as)).status === 200;

afterEach(() => {
  world.now = NOW;
});

test('R14.4: the third reporter hides a proposal until staff decide; owner, backers and staff still see it', async () => {
  const loan = await newLoan({ status: 3 });
  const [first, second, third] = (await reporters(3)) as [Person, Person, Person];
  for (const person of [first, first, second]) done(await report(loan, person));
  expect(await isFound(loan, null)).toBe(true);
  done(await report(loan, third));
  const seen = [loan.owner, loan.backers[0] as Person, loan.officer];
  expect(await Promise.all(seen.map((person) => isFound(loan, person)))).toEqual([true, true, true]);
  const unseen = [null, first, await world.newPerson(), await world.newPerson({ staffOf: [DCBS] })];
  expect(await Promise.all(unseen.map((person) => isFound(loan, person)))).toEqual([false, false, false, false]);
  const { hidden } = done(await find(loan, loan.owner));
  expect(hidden).toMatchObject([{ kind: 'proposal', thing: loan.id, state: 'hidden', reason: null }]);
});

test('R14.4: one report for the privacy of a child hides at once', async () => {
  const loan = await newLoan();
  const one = await reporter();
  done(await report(loan, one, 'child_privacy'));
  expect(await isFound(loan, null)).toBe(false);
});

test('R34.6: reports count from phones confirmed for seven days, and three of a person a day', async () => {
  const loan = await newLoan();
  const fresh = await people(world, 3);
  const [byEmail] = (await reporters(1)) as [Person];
  const { subject } = byEmail;
  await world.db.updateTable('identities').set({ phoneByEmail: true }).where('subject', '=', subject).execute();
  for (const person of [...fresh, byEmail]) done(await report(loan, person, 'child_privacy'));
  expect(await isFound(loan, null)).toBe(true);
  expect((await caseOf(loan)).reasons).toEqual([{ reason: 'child_privacy', count: 4, counted: 0 }]);

  const [busy] = (await reporters(1)) as [Person];
  const loans = [await newLoan(), await newLoan(), await newLoan(), await newLoan()];
  for (const each of loans) done(await report(each, busy, 'child_privacy'));
  expect(await Promise.all(loans.map((each) => isFound(each, null)))).toEqual([false, false, false, true]);
  later(1);
  const next = await newLoan();
  done(await report(next, busy, 'child_privacy'));
  expect(await isFound(next, null)).toBe(false);
});

test('R33.2: staff with an address that nobody confirmed hear of a report by the bell, and by no mail', async () => {
  const loan = await newLoan();
  const colleague = await world.newPerson({ staffOf: [ROI] });
  await setEmail(colleague, 'mistyped@example.org');
  done(await report(loan, await reporter()));
  await runJobs(world);
  expect(await heard(colleague)).toContain('reported null');
  expect(await sentTo(colleague)).toEqual([]);
  expect(await sentTo(loan.officer)).not.toEqual([]);
});

test('R14.4: a visitor reports nothing, an owner not their own, and what one may not see does not exist', async () => {
  const loan = await newLoan();
  const draft = await newLoan({ status: 1 });
  expect(refusal(await report(loan, null))).toBe('401 sign_in_required');
  expect(refusal(await report(loan, loan.owner))).toBe('403 not_permitted');
  expect(refusal(await report(draft, await world.newPerson()))).toBe('404 not_found');
  expect(refusal(await report(loan, await world.newPerson(), 'ugly'))).toBe('422 invalid_request');
});

test('R34.6: ten reports of one person at once are one', async () => {
  const loan = await newLoan();
  const one = await reporter();
  const answers = await Promise.all(Array.from({ length: 10 }, () => report(loan, one)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await caseOf(loan)).reasons).toEqual([{ reason: 'fraud', count: 1, counted: 1 }]);
});

test('R34.6: strangers find a hidden proposal nowhere', async () => {
  const loan = await newLoan({ status: 3, form: { title: 'A hidden loom' } });
  const [stranger, invited] = [await world.newPerson(), await world.newPerson()];
  done(await world.call('POST', '/api/messages/', { as: stranger, body: { proposalId: loan.id, text: 'Hello' } }));
  done(await world.call('POST', '/api/messages/', { as: loan.owner, body: { proposalId: loan.id, text: 'Welcome' } }));
  await setEmail(invited, 'invited@hidden.example', true);
  done(await invite(loan.owner, loan.id, ['invited@hidden.example']));
  const token = await tokenFor('invited@hidden.example');
  done(await world.call('POST', `/api/borrow/ignoreProposal?proposalId=${loan.id}`, { as: invited }));
  await runJobs(world);

  const reads = (as: Person) =>
    [
      ['GET', `/api/borrow/findOne?id=${loan.id}`, as],
      ['GET', `/api/borrow/findOne?id=${loan.id}`, null],
      ['GET', '/api/borrow/proposalsNotByUserAddress?search=hidden+loom', as],
      ['GET', '/api/borrow/userIgnoredProposals', as],
      ['GET', '/api/borrow/proposalsByMFIID?mfiId=3&search=hidden+loom', as],
      ['GET', '/api/mfi/showcase?name=ROI', null],
      ['GET', `/api/borrow/proposalImages?proposalId=${loan.id}`, null],
      ['GET', `/api/borrow/galleryImages?proposalId=${loan.id}`, null],
      ['GET', `/api/borrow/backersList?proposalId=${loan.id}`, as],
      ['GET', `/api/borrow/history?proposalId=${loan.id}`, as],
      ['GET', `/api/borrow/transactions?proposalId=${loan.id}`, as],
      ['GET', `/api/chain/proposals/${loan.id}`, as],
      ['GET', `/api/messages/?proposalId=${loan.id}`, as],
      ['GET', '/api/messages/?proposalId=0', as],
      ['GET', '/api/messages/conversations', as],
      ['GET', `/api/messages/conversations?proposalId=${loan.id}`, as],
      ['GET', '/api/borrow/invitations', as],
      ['GET', `/api/borrow/invitation?token=${token}`, null],
      ['GET', '/api/notifications', as],
      ['GET', `/share/proposal/${loan.id}.jpg`, null],
    ] as const;
  const leaking = async (as: Person) => {
    const found: string[] = [];
    for (const [method, url, caller] of reads(as)) {
      const { status, body } = await world.call(method, url, { as: caller });
      const words = typeof body === 'string' ? body.slice(0, 20) : JSON.stringify(body.data ?? null);
      if (status === 200 && words !== '[]' && (url.includes(loan.id) || words.includes('hidden loom'))) found.push(url);
    }
    return found;
  };
  expect((await leaking(stranger)).length).toBeGreaterThan(6);
  await hide(loan);
  for (const person of [stranger, invited]) expect(await leaking(person)).toEqual([]);
  expect(done(await world.call('GET', '/api/auth/', { as: stranger })).unreadMessagesCount).toBe(0);
  expect(await listOwn(invited)).toEqual([]);
  expect(refusal(await preview(token))).toBe('404 not_found');
  expect(refusal(await back(loan, stranger, 10))).toBe('404 not_found');
  const text = { proposalId: loan.id, text: 'Still there?' };
  expect(refusal(await world.call('POST', '/api/messages/', { as: stranger, body: text }))).toBe('404 not_found');
  expect((await bell(loan.owner)).data[0]).toMatchObject({ kind: 'moderated', title: 'A hidden loom' });
});

test('R34.6: a hidden proposal takes no backing and no invitation, and paying it back goes on', async () => {
  const loan = await newLoan({ status: 3 });
  await hide(loan);
  expect(refusal(await back(loan, loan.backers[0] as Person, 10))).toBe('409 hidden');
  expect(refusal(await invite(loan.owner, loan.id, ['a@b.example']))).toBe('409 hidden');
  expect(done(await find(loan, loan.owner)).allowedActions).not.toContain('share');

  const funded = await newLoan({ status: 5 });
  await hide(funded);
  done(await pay(funded, 30));
});

test('R34.6: the deadline of a hidden proposal stands still until it is shown again', async () => {
  const loan = await newLoan({ status: 3 });
  const deadline = async () => new Date(done(await find(loan, loan.owner)).fundingDeadline).getTime();
  const before = await deadline();
  later(28);
  await hide(loan);
  later(33.5);
  await expireProposals(world.db, world.outside.now);
  expect(done(await find(loan, loan.owner)).status).toBe(3);
  done(await decide(loan, (await caseOf(loan)).id, 'shown'));
  // Five and a half days stood still are six.
  expect((await deadline()) - before).toBe(6 * DAY_MS);
  expect(await isFound(loan, null)).toBe(true);
  done(await back(loan, await world.newPerson(), 10));
});

test('R34.6: a deadline that has passed is not moved, and that of a backed proposal stands still (R20.4)', async () => {
  const [over, backed] = [await newLoan({ status: 3 }), await newLoan({ status: 4 })];
  const deadline = async (loan: Loan) => new Date(done(await find(loan, loan.owner)).fundingDeadline).getTime();
  const before = await deadline(backed);
  await hide(backed);
  later(3);
  done(await decide(backed, (await caseOf(backed)).id, 'shown'));
  expect((await deadline(backed)) - before).toBe(3 * DAY_MS);
  const passed = await deadline(over);
  world.now = new Date(passed + 1);
  await hide(over);
  expect(await deadline(over)).toBe(passed);
});

test('R34.6: the deadline stands still for 14 days at most', async () => {
  const loan = await newLoan({ status: 3 });
  later(28);
  await hide(loan);
  later(28 + 14 + 1);
  await expireProposals(world.db, world.outside.now);
  expect(done(await find(loan, loan.owner)).status).toBe(3);
  later(28 + 14 + 4);
  await expireProposals(world.db, world.outside.now);
  expect(done(await find(loan, loan.owner)).status).toBe(1);
  expect(await balance('escrow', { loan })).toBe(0);
});

test('R34.6: staff hear of a report, and again when it hides', async () => {
  const loan = await newLoan();
  await hide(loan);
  expect(await heard(loan.officer)).toEqual(['reported null', 'reported null']);
  expect((await decideLoan('returnProposal', loan)).status).toBe(200);
});
