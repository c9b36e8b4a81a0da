import { expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useInvitations } from '../../test/invitations.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { remindOfDeadlines } from './deadline-reminders.service.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan, back, setStatus } = useLoans(world);
const { invite, accept, mailsTo, tokenFor, bells, emailOf } = useInvitations(world);

const DAY_MS = 86_400_000;
let serial = 0;
const fresh = () => `late${(serial += 1)}@example.org`;

/** Moves the clock to `days` days before the deadline of a loan. */
async function moveTo(loan: Loan, days: number): Promise<void> {
  const { fundingDeadline } = await world.db
    .selectFrom('proposals')
    .select('fundingDeadline')
    .where('id', '=', Number(loan.id) as never)
    .executeTakeFirstOrThrow();
  world.now = new Date((fundingDeadline as Date).getTime() - days * DAY_MS);
}
const remind = () => remindOfDeadlines(world.outside);
const remindersTo = async (address: string) =>
  (await mailsTo(address)).filter(({ subject }) => subject.includes('left')).map(({ subject }) => subject);

test('R5.4: reminders go to the owner and to invited people without a backing, 7 and 2 days before', async () => {
  const loan = await newLoan();
  const [guest, member, backer] = [fresh(), await world.newPerson(), await world.newPerson()];
  const [memberEmail, backerEmail, ownerEmail] = [
    await emailOf(member),
    await emailOf(backer),
    await emailOf(loan.owner),
  ];
  await invite(loan.owner, loan.id, [guest, memberEmail, backerEmail]);
  done(await back(loan, backer, 40));

  await moveTo(loan, 7.01);
  await remind();
  expect(await remindersTo(ownerEmail)).toEqual([]);
  for (const days of [7, 6, 2, 1]) {
    await moveTo(loan, days);
    await remind();
    await runJobs(world);
  }
  const both = ['7 days left: A sewing machine', '2 days left: A sewing machine'];
  expect(await remindersTo(ownerEmail)).toEqual(both);
  expect(await remindersTo(guest)).toEqual(both);
  expect(await remindersTo(memberEmail)).toEqual(both);
  expect(await remindersTo(backerEmail)).toEqual([]);
  expect((await bells(member)).filter((kind) => kind === 'deadline_near')).toHaveLength(2);
  const mail = (await mailsTo(guest)).at(-1);
  expect(mail?.text).toContain('Funding ends in 2 days, and $60 are still missing.');
  expect(mail?.text).toContain(`&invitation=${await tokenFor(guest)}`);
  expect(mail?.unsubscribeUrl).toContain('/api/mail/unsubscribe?token=');
});

test('R5.4: ten runs at once remind once', async () => {
  const loan = await newLoan();
  const guest = fresh();
  await invite(loan.owner, loan.id, [guest]);
  await moveTo(loan, 5);
  await Promise.all(Array.from({ length: 10 }, remind));
  expect(await remindersTo(guest)).toHaveLength(1);
});

test('R5.4: a person who accepted with another address is reminded there; one who unsubscribed is not', async () => {
  const loan = await newLoan();
  const [guest, tired, person] = [fresh(), fresh(), await world.newPerson()];
  await invite(loan.owner, loan.id, [guest, tired]);
  await accept(person, await tokenFor(guest));
  await world.db
    .insertInto('suppressedAddresses')
    .values({ address: tired, kind: 'invitations', reason: 'unsubscribed', at: world.now })
    .execute();
  await moveTo(loan, 1);
  await remind();
  expect(await remindersTo(await emailOf(person))).toHaveLength(1);
  expect(await remindersTo(guest)).toEqual([]);
  expect(await remindersTo(tired)).toEqual([]);
});

test('R5.4: a closed proposal reminds no more, and a republished one reminds anew', async () => {
  const loan = await newLoan();
  const ownerEmail = await emailOf(loan.owner);
  await moveTo(loan, 2);
  done(await setStatus(loan, loan.owner, 1));
  await remind();
  expect(await remindersTo(ownerEmail)).toEqual([]);
  for (const expected of [1, 2]) {
    done(await setStatus(loan, loan.owner, 2));
    await moveTo(loan, 2);
    await remind();
    expect(await remindersTo(ownerEmail)).toHaveLength(expected);
    done(await setStatus(loan, loan.owner, 1));
  }
});
