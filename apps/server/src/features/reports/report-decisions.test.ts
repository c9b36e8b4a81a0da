import { afterEach, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { runJobs } from '../../test/accounts.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { useReports } from '../../test/reports.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, setStatus, balance } = useLoans(world);
const { bell, heard, sentTo } = useBells(world);
const { report, queue, caseOf, decide, reporters, hide } = useReports(world);

const isFound = async (loan: Loan, as: Person | null) => (await find(loan, as)).status === 200;

afterEach(() => {
  world.now = NOW;
});

test('R34.6: a proposal hidden for good goes back to its owner, who cannot publish it', async () => {
  const loan = await newLoan({ status: 3 });
  const [backer] = loan.backers as [Person];
  const three = await hide(loan);
  const { id } = await caseOf(loan);
  expect(done(await decide(loan, id, 'hidden_for_good'))).toEqual({ id, state: 'hidden_for_good' });
  const draft = done(await find(loan, loan.owner));
  expect(draft).toMatchObject({ status: 1, closedReason: 'returned', returnNote: 'We have looked at it.' });
  expect(draft.hidden).toMatchObject([{ state: 'hidden_for_good', reason: 'We have looked at it.' }]);
  expect(refusal(await setStatus(loan, loan.owner, 2))).toBe('409 hidden');
  expect(await balance('escrow', { loan })).toBe(0);
  expect(await isFound(loan, backer)).toBe(false);
  await runJobs(world);
  expect(await heard(loan.owner)).toContain('moderated null');
  expect(await heard(three[0] as Person)).toEqual(['report_decided null']);
  const mails = await sentTo(three[1] as Person);
  expect(mails).toHaveLength(1);
  expect(await queue(loan.officer)).not.toContainEqual(expect.objectContaining({ id }));
});

test('R34.6: owner and reporters hear of the decision without the name of a reporter, at confirmed addresses alone', async () => {
  const loan = await newLoan();
  const [named, silent] = [await world.newPerson({ firstName: 'Nosy' }), await world.newPerson()];
  await world.db
    .updateTable('identities')
    .set({ emailVerifiedAt: null })
    .where('subject', '=', silent.subject)
    .execute();
  for (const person of [named, silent]) done(await report(loan, person));
  done(await decide(loan, (await caseOf(loan)).id, 'shown'));
  await runJobs(world);
  expect((await sentTo(named)).length).toBe(1);
  expect((await sentTo(silent)).length).toBe(0);
  expect((await bell(silent)).data[0]).toMatchObject({ kind: 'report_decided', title: '', actorName: null });
  expect(JSON.stringify((await bell(loan.owner)).data) + JSON.stringify(world.sent)).not.toContain('Nosy');
});

test('R34.6: what staff have cleared is not hidden again for the same reason', async () => {
  const loan = await newLoan();
  await hide(loan);
  done(await decide(loan, (await caseOf(loan)).id, 'shown'));
  await hide(loan);
  expect(await isFound(loan, null)).toBe(true);
  expect((await caseOf(loan)).state).toBe('reported');
  const others = await reporters(3);
  for (const person of others) done(await report(loan, person, 'offensive'));
  expect(await isFound(loan, null)).toBe(false);
});

test('R34.6: two decisions at once are one', async () => {
  const loan = await newLoan({ status: 3 });
  await hide(loan);
  const { id } = await caseOf(loan);
  const other = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  const answers = await Promise.all([decide(loan, id, 'shown'), decide(loan, id, 'hidden_for_good', other)]);
  const [first, late] = answers.toSorted((a, b) => a.status - b.status);
  expect(first?.status).toBe(200);
  expect(late?.body.code).toBe('already_decided');
});

test('R34.6: staff of the institution decide, never over a thing of their own; each decision is in the log', async () => {
  const staff = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ owner: staff });
  await hide(loan);
  const { id } = await caseOf(loan);
  expect((await queue(staff)).find((row) => row.id === id).mayDecide).toBe(false);
  expect(refusal(await decide(loan, id, 'shown', staff))).toBe('403 not_permitted');
  const foreign = await world.newPerson({ staffOf: [DCBS] });
  expect(refusal(await decide(loan, id, 'shown', foreign))).toBe('403 not_permitted');
  expect(
    refusal(
      await world.call('PATCH', `/api/mfi/reports?mfiId=1&id=${id}`, {
        as: foreign,
        body: { state: 'shown', reason: 'x' },
      }),
    ),
  ).toBe('404 not_found');
  done(await decide(loan, id, 'shown'));
  const [row] = await world.db
    .selectFrom('auditLog')
    .select(['action', 'details', 'actorId'])
    .where('action', '=', 'decideReport')
    .where('actorId', '=', loan.officer.id)
    .execute();
  expect(row?.details).toBe(JSON.stringify({ id: Number(id), mfiId: 3, state: 'shown' }));
});
