import { expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useInvitations } from '../../test/invitations.ts';
import { logPicture } from '../../test/logged-pictures.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, balance } = useLoans(world);
const { invite, accept, tokenFor, emailOf, listBackers } = useInvitations(world);

const backAs = (as: Person, loan: Loan, amount: number, anonymous: unknown = true) =>
  world.call('POST', '/api/borrow/backProposal', { as, body: { proposalId: loan.id, amount, anonymous } });
type Row = { id: string | null; name: string; email: string | null; amount: number; kind: string; anonymous: boolean };
const rowsFor = (as: Person, loan: Loan) => listBackers(as, loan.id) as Promise<Row[]>;
const named = async (as: Person, loan: Loan) =>
  (await rowsFor(as, loan)).map(({ name, amount }) => `${name} ${amount}`).sort();

test('an anonymous backer is Somebody to others and the owner, and a name to staff and themselves (R13.1)', async () => {
  const loan = await newLoan();
  const shy = await world.newPerson({ firstName: 'Shy' });
  const other = await world.newPerson({ firstName: 'Other' });
  done(await backAs(shy, loan, 5));
  done(await back(loan, shy, 7));
  done(await back(loan, other, 1));
  for (const reader of [other, loan.owner, await world.newPerson()]) {
    expect(await named(reader, loan)).toEqual(['Other Rahman 1', 'Shy Rahman 7', 'Somebody 5']);
  }
  for (const reader of [shy, loan.officer]) {
    expect(await named(reader, loan)).toEqual(['Other Rahman 1', 'Shy Rahman 12']);
  }
  const [somebody] = (await rowsFor(loan.owner, loan)).filter(({ name }) => name === 'Somebody');
  expect(somebody).toMatchObject({
    id: null,
    email: null,
    profileImage: null,
    kind: 'backed_only',
    anonymous: true,
    mayThank: false,
  });
  expect(await balance('claim', { user: shy, loan })).toBe(1200);
});

test('the list and its cursors do not lead from Somebody to a person (R13.1)', async () => {
  const loan = await newLoan();
  const [shy, reader] = (await people(world, 2)) as [Person, Person];
  done(await backAs(shy, loan, 5));
  done(await backAs(shy, loan, 6));
  done(await back(loan, reader, 1));
  const answer = await world.call('GET', `/api/borrow/backersList?proposalId=${loan.id}&limit=1`, { as: loan.owner });
  const [sort, , id] = JSON.parse(Buffer.from(answer.body.nextCursor, 'base64url').toString());
  expect(sort).toBe('backers');
  expect(id).not.toBe(shy.id);
  expect(JSON.stringify(await rowsFor(reader, loan))).not.toContain(await emailOf(shy));
});

test('an invitation does not tell its sender that the invited person backs anonymously (R13.1)', async () => {
  const loan = await newLoan();
  const [byLink, byAddress] = (await people(world, 2)) as [Person, Person];
  await invite(loan.owner, loan.id, ['link@example.org', await emailOf(byAddress)]);
  done(await accept(byLink, await tokenFor('link@example.org')));
  const before = (await rowsFor(loan.owner, loan)).map(({ kind }) => kind);
  expect(before).toEqual(['invited_only', 'invited_only']);
  for (const shy of [byLink, byAddress]) done(await backAs(shy, loan, 5));
  const after = (await rowsFor(loan.owner, loan)).map(({ kind }) => kind).sort();
  expect(after).toEqual(['backed_only', 'backed_only', 'invited_only', 'invited_only']);
  const again = await invite(loan.owner, loan.id, [await emailOf(byAddress)]);
  expect(JSON.stringify(again)).not.toContain('already_backed');
});

test('thanks by address do not tell the owner who Somebody is (R13.1, R12.8)', async () => {
  const loan = await newLoan();
  const shy = await world.newPerson();
  done(await backAs(shy, loan, 5));
  const thanks = await world.call('POST', '/api/borrow/sendThankYouEmail', {
    as: loan.owner,
    body: { proposalId: loan.id, sendToMail: [await emailOf(shy)] },
  });
  expect(done(thanks).results).toEqual([{ email: await emailOf(shy), result: 'skipped' }]);
});

test('the bell of the owner names no anonymous backer (R13.1)', async () => {
  const loan = await newLoan();
  done(await backAs(await world.newPerson(), loan, 5));
  await runJobs(world);
  const bells = done(await world.call('GET', '/api/notifications', { as: loan.owner }));
  expect(bells[0]).toMatchObject({ kind: 'backed', actorName: null, amount: 5 });
});

test('an update to all backers reaches the anonymous, and its answer does not name them (R13.1)', async () => {
  const loan = await newLoan();
  const [shy, open] = (await people(world, 2)) as [Person, Person];
  done(await backAs(shy, loan, 5));
  done(await back(loan, open, 5));
  await logPicture(world, loan);
  const mail = (body: object) =>
    world.call('POST', '/api/borrow/sendNewUpdateEmail', { as: loan.owner, body: { proposalId: loan.id, ...body } });
  const guessed = done(await mail({ sendToMails: [await emailOf(shy)] }));
  expect(guessed.results).toEqual([{ email: await emailOf(shy), result: 'skipped' }]);
  const { results } = done(await mail({ toAllBackers: true, sendToMails: [await emailOf(shy)] }));
  expect(results).toEqual([
    { email: await emailOf(shy), result: 'skipped' },
    { email: await emailOf(open), result: 'sent' },
  ]);
  await runJobs(world);
  for (const person of [shy, open]) {
    const address = await emailOf(person);
    expect(world.sent.filter(({ to }) => to === address)).toHaveLength(1);
  }
});

test('a tick that is no yes or no is refused', async () => {
  const loan = await newLoan();
  expect(refusal(await backAs(await world.newPerson(), loan, 5, 'yes'))).toBe('422 invalid_request');
});

test('backings of one batch keep each its own choice (R13.1, R18.6)', async () => {
  const loan = await newLoan();
  const all = await people(world, 4);
  await Promise.all(all.map((person, index) => backAs(person, loan, 1 + index, index % 2 === 0).then(done)));
  const rows = await rowsFor(loan.owner, loan);
  expect(
    rows
      .filter(({ name }) => name === 'Somebody')
      .map(({ amount }) => amount)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 3]);
});
