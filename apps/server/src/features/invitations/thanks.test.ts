import { expect, test } from 'vitest';
import { moveClock, proveNow } from '../../test/accounts.ts';
import { DAY, resultsOf, useInvitations } from '../../test/invitations.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan, find } = useLoans(world);
const { thank, mailsTo, emailOf, bells, listBackers } = useInvitations(world);

let serial = 0;
const title = () => `Goats ${(serial += 1)}`;

async function backed(status: 3 | 5 | 6 = 3, form: object = { title: title() }) {
  const loan = await newLoan({ status, form });
  const backer = loan.backers[0]!;
  const email = await emailOf(backer);
  world.sent.length = 0;
  return { loan, backer, email, form: form as { title: string } };
}

test('R12.8: the owner thanks a backer by mail and bell, once a day', async () => {
  const { loan, backer, email, form } = await backed();
  const body = { proposalId: loan.id, sendToMail: email };
  expect((await listBackers(loan.owner, loan.id))[0].mayThank).toBe(true);
  expect(resultsOf(await thank(loan.owner, body))).toEqual([`${email} sent`]);
  expect(resultsOf(await thank(loan.owner, body))).toEqual([`${email} skipped`]);
  expect((await listBackers(loan.owner, loan.id))[0].mayThank).toBe(false);
  const mails = (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Thank you'));
  expect(mails.map(({ subject }) => subject)).toEqual([`Thank you: ${form.title}`]);
  expect(mails[0]?.text).toContain(`Dear Amina, Rahima Khatun thanks you for backing “${form.title}” with $40.`);
  expect(await bells(backer)).toContain('thanks');
  moveClock(world, DAY);
  expect(resultsOf(await thank(loan.owner, body))).toEqual([`${email} sent`]);
});

test('ten thanks at once are one mail', async () => {
  const { loan, email } = await backed();
  const body = { proposalId: loan.id, sendToMail: email };
  const answers = await Promise.all(Array.from({ length: 10 }, () => thank(loan.owner, body)));
  expect(answers.map((answer) => resultsOf(answer)[0]).filter((result) => result === `${email} sent`)).toHaveLength(1);
  expect((await mailsTo(email)).filter(({ subject }) => subject.startsWith('Thank you'))).toHaveLength(1);
});

test('R12.8: only backers are thanked; another named person is skipped without a reason', async () => {
  const loan = await newLoan({ status: 3, backings: [10, 20] });
  const emails = await Promise.all(loan.backers.map(emailOf));
  const stranger = await emailOf(await world.newPerson());
  const sendToMail = [...emails, stranger, 'nobody@example.org', 'nonsense', await emailOf(loan.owner)];
  const answer = await thank(loan.owner, { proposalId: loan.id, sendToMail });
  expect(resultsOf(answer).map((line) => line.split(' ')[1])).toEqual([
    'sent',
    'sent',
    'skipped',
    'skipped',
    'invalid',
    'skipped',
  ]);
  expect(await mailsTo(stranger)).toEqual([]);
});

test('R12.8: only the owner and the backers may thank, not even staff; the second kind once the loan is repaid', async () => {
  const { loan, backer, email } = await backed(5);
  const body = { proposalId: loan.id, sendToMail: email };
  for (const as of [loan.officer, await world.newPerson()])
    expect(refusal(await thank(as, body))).toBe('403 not_permitted');
  for (const as of [loan.officer, backer]) {
    expect(refusal(await thank(as, body, 'sendThanksAfterRepaid'))).toBe('403 not_permitted');
  }
  expect(refusal(await thank(loan.owner, body, 'sendThanksAfterRepaid'))).toBe('409 wrong_status');
});

test('R12.9: a backer thanks the owner with a note, once a day, and the address says nothing', async () => {
  const { loan, backer, form } = await backed(5);
  const to = await emailOf(loan.owner);
  const body = { proposalId: loan.id, sendToMail: 'somebody@else.example', note: 'Go on like that!' };
  const results = async () => done(await thank(backer, body)).results.map(({ result }: { result: string }) => result);
  expect(done(await find(loan, backer)).allowedActions).toContain('thank');
  expect(done(await find(loan, loan.officer)).allowedActions).not.toContain('thank');
  expect(await results()).toEqual(['sent']);
  expect(await results()).toEqual(['skipped']);
  const [mail] = (await mailsTo(to)).filter(({ subject }) => subject === `Thank you: ${form.title}`);
  expect(mail?.text).toContain('Amina Rahman who backs');
  expect(mail?.text).toContain('Go on like that!');
  expect(await bells(loan.owner)).toContain('thanks');
  expect(await mailsTo('somebody@else.example')).toEqual([]);
  moveClock(world, DAY);
  expect(await results()).toEqual(['sent']);
});

test('R12.9: an anonymous backer thanks without a name, and a blocked one unheard (R13.1, R15.3)', async () => {
  const { loan, backer } = await backed(5);
  const to = await emailOf(loan.owner);
  await world.db.updateTable('investments').set({ anonymous: true }).where('investorId', '=', backer.id).execute();
  const body = { proposalId: loan.id, sendToMail: '' };
  done(await thank(backer, body));
  const [mail] = (await mailsTo(to)).filter(({ subject }) => subject.startsWith('Thank you'));
  expect(mail?.text).toContain('somebody who backs');
  expect(mail?.text).not.toContain('Amina');
  await world.db
    .insertInto('blockedPeople')
    .values({ userId: loan.owner.id, blockedId: backer.id, blockedAt: world.now })
    .execute();
  moveClock(world, DAY);
  world.sent.length = 0;
  expect(done(await thank(backer, body)).results[0].result).toBe('sent');
  expect(await mailsTo(to)).toEqual([]);
});

test('R12.8: after repayment there are other thanks, counted for themselves', async () => {
  const { loan, email, form } = await backed(6);
  const body = { proposalId: loan.id, sendToMail: email, mfiName: 'ROI' };
  expect(resultsOf(await thank(loan.owner, body, 'sendThanksAfterRepaid'))).toEqual([`${email} sent`]);
  expect(resultsOf(await thank(loan.owner, body))).toEqual([`${email} sent`]);
  const texts = (await mailsTo(email)).map(({ text }) => text).join();
  expect(texts).toContain(`“${form.title}” is paid back in full. Rahima Khatun thanks you for the $100`);
});

test('R12.8: the thanks for a loan of which a part was given up do not call it paid back (R30.2)', async () => {
  const { loan, backer, email, form } = await backed(5);
  await proveNow(world, backer);
  done(await world.call('POST', '/api/borrow/forgive', { as: backer, body: { proposalId: loan.id } }));
  const body = { proposalId: loan.id, sendToMail: email, mfiName: 'ROI' };
  expect(resultsOf(await thank(loan.owner, body, 'sendThanksAfterRepaid'))).toEqual([`${email} sent`]);
  const [mail] = (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Thank you'));
  expect(mail?.text).toContain(`nothing is owed any more for “${form.title}”. Rahima Khatun thanks you for the $100`);
});

test('specification 7: without an id it is the own proposal of that title which this person backs', async () => {
  const { loan, email, form } = await backed();
  const body = {
    sendToMail: email,
    backerName: 'Amina Rahman',
    title: form.title,
    description: ' To sew school uniforms ',
    amount: '100',
    address: '',
    backingAmount: 40,
    username: loan.owner.subject,
    proposalOwner: String(loan.owner.id),
  };
  for (const wrong of [
    { title: 'Another title' },
    { title: undefined },
    { description: 'Send money to 123' },
    { amount: 99 },
    { backingAmount: 41 },
    { backerName: 'Click here' },
    { sendToMail: 'nobody@example.org' },
    { mfiName: 'DCBS' },
  ]) {
    expect(refusal(await thank(loan.owner, { ...body, ...wrong })), JSON.stringify(wrong)).toBe('422 invalid_request');
  }
  expect(refusal(await thank(loan.owner, { ...body, username: 'somebody else' }))).toBe('403 not_permitted');
  expect(refusal(await thank(loan.owner, { ...body, proposalOwner: '1' }))).toBe('403 not_permitted');
  expect(resultsOf(await thank(loan.owner, { ...body, username: loan.owner.phone }))).toEqual([`${email} sent`]);
  expect(refusal(await thank(loan.backers[0]!, { sendToMail: email, title: form.title }))).toBe('422 invalid_request');

  await newLoan({ status: 3, form, owner: loan.owner, backers: loan.backers });
  const unclear = await thank(loan.owner, body);
  expect(unclear.body.errors).toEqual([{ path: 'title', message: 'This is not what is stored.' }]);
});

test('an address that unsubscribed from all mails gets none, and its owner is not told', async () => {
  const { loan, email } = await backed();
  await world.db
    .insertInto('suppressedAddresses')
    .values({ address: email, kind: 'all', reason: 'bounced', at: world.now })
    .execute();
  expect(resultsOf(await thank(loan.owner, { proposalId: loan.id, sendToMail: email }))).toEqual([`${email} sent`]);
  expect(await mailsTo(email)).toEqual([]);
});
