import { expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { runJobs } from '../../test/accounts.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, decide, edit, setStatus } = useLoans(world);
const { bell, emailOf } = useBells(world);

const OLD = 'A sewing machine';
const NEW = 'For my son Karim in ward 4';

const inStatement = async (as: Person): Promise<string[]> =>
  done(await world.call('GET', '/api/borrow/statement', { as })).rows.map(({ title }: { title: string }) => title);
const inFile = async (as: Person) => String((await world.call('GET', '/api/borrow/statement.csv', { as })).body);
const inBells = async (as: Person, loan: Loan): Promise<string[]> => {
  const { data } = await bell(as);
  const own = data.filter(({ title }: { title: string }) => title === OLD || title === NEW);
  expect(own.length, `bells of loan ${loan.id}`).toBeGreaterThan(0);
  return own.map(({ title }: { title: string }) => title);
};

test('section 4: the new title of a returned draft is told to its owner alone until it is published again', async () => {
  const loan = await newLoan({ status: 3, form: { title: OLD } });
  const [backer] = loan.backers as [Person];
  done(await decide('returnProposal', loan));
  await runJobs(world);
  done(await edit(loan, loan.owner, { title: 'A machine' }));
  done(await edit(loan, loan.owner, { title: NEW }));

  expect(new Set(await inStatement(backer))).toEqual(new Set([OLD]));
  expect(await inFile(backer)).not.toContain(NEW);
  expect(new Set(await inBells(backer, loan))).toEqual(new Set([OLD]));
  expect(new Set(await inBells(loan.owner, loan))).toEqual(new Set([NEW]));

  done(await setStatus(loan, loan.owner, 2));
  expect(new Set(await inStatement(backer))).toEqual(new Set([NEW]));
});

test('section 4: staff who heard of a proposal do not read the title of the draft it became', async () => {
  const loan = await newLoan({ status: 4, form: { title: OLD } });
  await runJobs(world);
  expect(new Set(await inBells(loan.officer, loan))).toEqual(new Set([OLD]));
  done(await decide('returnProposal', loan));
  done(await edit(loan, loan.owner, { title: NEW }));
  expect(new Set(await inBells(loan.officer, loan))).toEqual(new Set([OLD]));
});

test('section 4: staff read the title they stopped, not the one of the draft it became (R34.7)', async () => {
  const loan = await newLoan({ status: 3, form: { title: OLD } });
  const freezes = '/api/mfi/freezes?mfiId=3';
  const body = { kind: 'proposal', id: loan.id, reason: 'We are looking into it.' };
  done(await world.call('POST', freezes, { as: loan.officer, body }));
  done(await decide('returnProposal', loan));
  done(await edit(loan, loan.owner, { title: NEW }));
  const titleOf = async (as: Person, address: string) =>
    done(await world.call('GET', address, { as })).find((row: { proposalId: string }) => row.proposalId === loan.id)
      .title;
  expect(await titleOf(loan.officer, freezes)).toBe(OLD);
  expect(await titleOf(loan.owner, '/api/mfi/freezes/own')).toBe(NEW);
});

test('section 4: a mail that goes out late does not tell the title of the draft', async () => {
  const latest = 'For my daughter Nila in ward 9';
  const loan = await newLoan({ status: 3, form: { title: OLD } });
  const [backer] = loan.backers as [Person];
  done(await decide('returnProposal', loan));
  done(await edit(loan, loan.owner, { title: latest }));
  await runJobs(world);
  const email = await emailOf(backer);
  const mails = JSON.stringify(world.sent.filter(({ to }) => to === email));
  expect(mails).toContain(OLD);
  expect(mails).not.toContain(latest);
});
