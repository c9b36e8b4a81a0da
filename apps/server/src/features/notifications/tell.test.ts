import { beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { createJobs } from '../../jobs.ts';

const world = useWorld();
const loans = useLoans(world);

beforeEach(async () => {
  await runJobs(world);
  world.sent.length = 0;
});

async function mailsTo(person: Person) {
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  return world.sent.filter(({ to }) => to === email);
}

async function subjectsTo(person: Person): Promise<string[]> {
  return (await mailsTo(person)).map(({ subject }) => subject).toSorted();
}

test('T6: owner, backers and staff hear that a proposal is fully backed', async () => {
  const loan = await loans.newLoan({ status: 4, backings: [60, 40] });
  await runJobs(world);
  expect(await subjectsTo(loan.owner)).toEqual(['Fully backed: A sewing machine']);
  expect(await subjectsTo(loan.officer)).toEqual(['Ready for you: A sewing machine']);
  for (const [index, backer] of loan.backers.entries()) {
    const [mail] = await mailsTo(backer);
    expect(mail?.text).toContain(index === 0 ? '$60' : '$40');
    expect(mail?.text).toContain(`/App/proposal?mfi=ROI&id=${loan.id}`);
  }
});

test('R2.4: staff hear that a proposal they approved was changed', async () => {
  const loan = await loans.newLoan({ isApproved: true });
  await loans.edit(loan, loan.owner, { description: 'To sew for the whole village' });
  await runJobs(world);
  expect(await subjectsTo(loan.officer)).toEqual(['Changed, please check again: A sewing machine']);
  expect(await subjectsTo(loan.owner)).toEqual(['Checked by ROI: A sewing machine']);
});

test('R2.5, R5.3: after a return the owner reads why, and each backer how much came back', async () => {
  const loan = await loans.newLoan({ status: 3, backings: [40] });
  await loans.decide('returnProposal', loan);
  await runJobs(world);
  const [toOwner] = await mailsTo(loan.owner);
  expect(toOwner?.text).toContain('more detail is needed');
  expect(toOwner?.text).toContain('Which market?');
  const [toBacker] = await mailsTo(loan.backers[0] as Person);
  expect(toBacker?.subject).toBe('Your money is back: A sewing machine');
  expect(toBacker?.text).toContain('The $40 you backed it with went back where they came from, $0 of them');
  expect(toBacker?.text).toContain('/App/Home/ROI');
});

test('R5.3: a person who gets money back reads of three others like it, none of them their own or closed', async () => {
  const backer = await world.newPerson();
  const title = (name: string) => ({ form: { title: name, amount: 77 } });
  await loans.newLoan(title('One <b>loom</b>'));
  await loans.newLoan({ ...title('My own'), owner: backer });
  await loans.newLoan(title('Two'));
  await loans.newLoan({ ...title('A draft'), status: 1 });
  await loans.newLoan({ ...title('Full'), status: 4, backings: [77] });
  const three = await loans.newLoan(title('Three'));
  await loans.newLoan(title('Four'));
  const loan = await loans.newLoan({ status: 3, backings: [40], backers: [backer], form: { amount: 78 } as never });
  await loans.decide('returnProposal', loan);
  await runJobs(world);
  const mail = (await mailsTo(backer)).find(({ subject }) => subject.startsWith('Your money is back'));
  const links = [...(mail?.text ?? '').matchAll(/^(.+): https?:\S+\/App\/proposal\?/gm)].map(([, name]) => name);
  expect(links).toEqual(['One <b>loom</b>', 'Two', 'Three']);
  expect(mail?.text).toContain(`/App/proposal?mfi=ROI&id=${three.id}`);
  expect(mail?.html).toContain('<bdi>One &#60;b&#62;loom&#60;/b&#62;</bdi></a>');
});

test('the approval, the release and the last repayment are told to those they concern', async () => {
  const loan = await loans.newLoan({ status: 6 });
  await runJobs(world);
  expect(await subjectsTo(loan.owner)).toEqual(
    expect.arrayContaining([
      'Checked by ROI: A sewing machine',
      'Fully backed: A sewing machine',
      'Fully repaid: A sewing machine',
      'Your money is ready: A sewing machine',
    ]),
  );
  expect(await subjectsTo(loan.backers[0] as Person)).toEqual(
    expect.arrayContaining([
      'Fully backed: A sewing machine',
      'Fully repaid: A sewing machine',
      'On its way: A sewing machine',
    ]),
  );
});

test('R9.1: an approved payment is told to the owner, and to each backer with their share', async () => {
  const loan = await loans.newLoan({ status: 5, backings: [75, 25] });
  await runJobs(world);
  world.sent.length = 0;
  await loans.repay(loan, 10);
  await runJobs(world);
  expect((await mailsTo(loan.owner))[0]?.text).toContain(
    'Your payment of $10 for “A sewing machine” was received. $90',
  );
  expect(await subjectsTo(loan.backers[0] as Person)).toEqual(['$7.50 came back to you']);
  expect(await subjectsTo(loan.backers[1] as Person)).toEqual(['$2.50 came back to you']);
});

test('each reads in their own language, and a title cannot break out of its place', async () => {
  const owner = await world.newPerson();
  await world.db.updateTable('users').set({ language: 'ar' }).where('id', '=', owner.id).execute();
  const title = '<b>Tea & "cakes"</b>';
  const loan = await loans.newLoan({ owner, isApproved: true, form: { title } });
  await runJobs(world);
  const [mail] = await mailsTo(loan.owner);
  expect(mail?.subject).toBe(`راجعته ROI: ${title}`);
  expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
  expect(mail?.html).not.toContain('<b>');
  expect(mail?.html).toContain('<bdi>&#60;b&#62;Tea &#38; &#34;cakes&#34;&#60;/b&#62;</bdi>');
});

test('a job that is done twice sends nothing twice', async () => {
  const loan = await loans.newLoan({ isApproved: true });
  await runJobs(world);
  const jobs = await world.db.selectFrom('outbox').selectAll().where('kind', '=', 'proposal_event').execute();
  const job = jobs.findLast(({ payload }) => (payload as { proposalId: number }).proposalId === Number(loan.id));
  await createJobs(world.outside).handlers['proposal_event']?.({ ...job, payload: job?.payload } as never);
  await runJobs(world);
  expect(await subjectsTo(loan.owner)).toHaveLength(1);
});
