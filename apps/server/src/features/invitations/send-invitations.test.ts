import { expect, test } from 'vitest';
import { moveClock, runJobs } from '../../test/accounts.ts';
import { DAY, HOUR, resultsOf, useInvitations } from '../../test/invitations.ts';
import { refusal, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan } = useLoans(world);
const { invite, mailsTo, tokenFor, bells, emailOf, oldHand } = useInvitations(world);

let serial = 0;
/** An address that is invited only once here. */
const fresh = (name = 'guest') => `${name}${(serial += 1)}@example.org`;

const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => a.localeCompare(b));

test('R12.2: the mail is made of the stored texts, with the note, and its link carries a token', async () => {
  const loan = await newLoan();
  const address = fresh();
  const inviter = await world.newPerson({ firstName: 'Nadia', lastName: 'Karim' });
  const answer = await invite(inviter, loan.id, [address], { body: { note: 'She is <b>my</b> aunt' } });
  expect(resultsOf(answer)).toEqual([`${address} sent`]);
  const [mail] = await mailsTo(address);
  expect(mail?.subject).toBe('You are invited: A sewing machine');
  expect(mail?.text).toContain(
    'Nadia Karim invites you to back “A sewing machine”: Rahima K. asks for a loan of $100 at ROI.',
  );
  expect(mail?.text).toContain('To sew school uniforms');
  expect(mail?.html).toContain('<bdi>She is &#60;b&#62;my&#60;/b&#62; aunt</bdi>');
  expect(mail?.text).toMatch(
    new RegExp(`https://sathi\\.example/App/proposal\\?mfi=ROI&id=${loan.id}&invitation=[\\w-]{43}\n`),
  );
  expect(mail?.unsubscribeUrl).toMatch(/^https:\/\/sathi\.example\/api\/mail\/unsubscribe\?token=/);
  expect(mail?.text).toContain('https://sathi.example/App/Unsubscribe?token=');
});

test('R12.1: only a hash of the token is stored', async () => {
  const loan = await newLoan();
  const address = fresh();
  await invite(loan.owner, loan.id, [address]);
  const token = await tokenFor(address);
  const stored = JSON.stringify([
    await world.db.selectFrom('invitations').selectAll().execute(),
    await world.db.selectFrom('outbox').selectAll().execute(),
  ]);
  expect(stored).not.toContain(token);
  expect(world.logLines.join('')).not.toContain(token);
});

test('each address gets its own answer, once, however it was written', async () => {
  const loan = await newLoan({ status: 3 });
  const [backer] = loan.backers;
  const [known, address] = [await emailOf(backer!), fresh()];
  await invite(loan.owner, loan.id, [address]);
  const answer = await invite(loan.owner, loan.id, [
    ` ${address.toUpperCase()}`,
    address,
    'nonsense',
    '',
    'a@b.org\r\nBcc: c@d.org',
    known,
    await emailOf(loan.owner),
    'new.one@example.org',
  ]);
  expect(resultsOf(answer)).toEqual([
    `${address.toUpperCase()} already_invited`,
    'nonsense invalid',
    ' invalid',
    'a@b.org\r\nBcc: c@d.org invalid',
    `${known} already_backed`,
    `${await emailOf(loan.owner)} skipped`,
    'new.one@example.org sent',
  ]);
});

test.each([
  [{ title: 'Another title' }, 'title'],
  [{ description: 'Click http://evil.example' }, 'description'],
  [{ amount: 101 }, 'amount'],
  [{ amount: 'much' }, 'amount'],
])('security T5: %j differs from the stored text', async (body, path) => {
  const loan = await newLoan();
  const answer = await invite(loan.owner, loan.id, [fresh()], { body });
  expect(refusal(answer)).toBe('422 invalid_request');
  expect(answer.body.errors).toEqual([{ path, message: 'This is not what is stored.' }]);
});

test('a repeated text may have blanks around it, and is never mailed', async () => {
  const loan = await newLoan();
  const body = { title: ' A sewing machine ', description: 'To sew school uniforms\n', amount: '100.00', address: '' };
  expect(resultsOf(await invite(loan.owner, loan.id, ['x@y.example'], { body }))).toEqual(['x@y.example sent']);
});

test('R6.7: an inviter cannot use the name of another person', async () => {
  const loan = await newLoan();
  const stranger = await world.newPerson();
  for (const body of [
    { userId: String(loan.owner.id) },
    { proposalOwner: String(loan.owner.id) },
    { proposalOwner: 'Rahima Khatun' },
  ]) {
    expect(refusal(await invite(stranger, loan.id, [fresh()], { body }))).toBe('403 not_permitted');
  }
  const names = { firstName: 'Rahima', lastName: 'Khatun' };
  await world.db.updateTable('users').set(names).where('id', '=', loan.owner.id).execute();
  for (const proposalOwner of [String(loan.owner.id), Number(loan.owner.id), 'Rahima Khatun', '']) {
    expect((await invite(loan.owner, loan.id, [fresh()], { body: { proposalOwner } })).status).toBe(200);
  }
});

test('R12.2: at most 50 addresses a call, and a note of 280 characters', async () => {
  const loan = await newLoan();
  const many = Array.from({ length: 51 }, () => fresh());
  expect((await invite(loan.owner, loan.id, many)).body.errors[0].path).toBe('sendToMails');
  expect((await invite(loan.owner, loan.id, [])).status).toBe(422);
  const body = { note: 'অ'.repeat(281) };
  expect((await invite(loan.owner, loan.id, [fresh()], { body })).body.errors[0].path).toBe('note');
  expect((await invite(loan.owner, loan.id, [fresh()], { body: { note: 'অ'.repeat(280) } })).status).toBe(200);
});

test('R12.6: not before 72 hours and at most three times again; the first link works on', async () => {
  const loan = await newLoan();
  const address = fresh();
  const again = async () => resultsOf(await invite(loan.owner, loan.id, [address]))[0]?.split(' ')[1];
  expect(await again()).toBe('sent');
  const token = await tokenFor(address);
  moveClock(world, 72 * HOUR - 1);
  expect(await again()).toBe('already_invited');
  for (let times = 0; times < 3; times += 1) {
    moveClock(world, 72 * HOUR);
    expect(await again()).toBe('sent');
    expect(await tokenFor(address)).toBe(token);
  }
  moveClock(world, 72 * HOUR);
  expect(await again()).toBe('already_invited');
  expect(await mailsTo(address)).toHaveLength(4);
});

test('R12.1: an address that another invited counts as invited, until that has run out', async () => {
  const loan = await newLoan();
  const [address, other] = [fresh(), await oldHand()];
  await invite(loan.owner, loan.id, [address]);
  moveClock(world, 4 * DAY);
  expect(resultsOf(await invite(other, loan.id, [address]))).toEqual([`${address} already_invited`]);
  const second = await newLoan();
  expect(resultsOf(await invite(other, second.id, [address]))).toEqual([`${address} sent`]);
});

test('R12.1: an invitation that ran out blocks no other, and begins anew with another token', async () => {
  const loan = await newLoan();
  const address = fresh();
  await invite(loan.owner, loan.id, [address]);
  const token = await tokenFor(address);
  await world.db
    .updateTable('proposals')
    .set({ fundingDeadline: new Date('2027-01-01') })
    .execute();
  moveClock(world, 60 * DAY);
  const other = await world.newPerson();
  expect(resultsOf(await invite(other, loan.id, [address]))).toEqual([`${address} sent`]);
  expect(await tokenFor(address)).not.toBe(token);
});

test('ten identical invitations at once are one mail', async () => {
  const loan = await newLoan();
  const address = fresh();
  const answers = await Promise.all(Array.from({ length: 10 }, () => invite(loan.owner, loan.id, [address])));
  const results = answers.map((answer) => String(resultsOf(answer)[0]?.split(' ')[1]));
  expect(sorted(results)).toEqual([...Array(9).fill('already_invited'), 'sent']);
  expect(await mailsTo(address)).toHaveLength(1);
});

test('ten people inviting one address to one proposal at once are one mail', async () => {
  const loan = await newLoan();
  const address = fresh();
  const people = await Promise.all(Array.from({ length: 10 }, () => world.newPerson()));
  await Promise.all(people.map((person) => invite(person, loan.id, [address])));
  expect(await mailsTo(address)).toHaveLength(1);
});

test('limits are lifted: a new account invites fifty at once, one address is invited again and again, R12.2 holds', async () => {
  const [one, two, three, four] = await Promise.all([newLoan(), newLoan(), newLoan(), newLoan()]);
  const inviter = await world.newPerson();
  const counts: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    const list = Array.from({ length: 50 }, () => fresh('lifted'));
    counts.push(resultsOf(await invite(inviter, one.id, list)).filter((result) => result.endsWith(' sent')).length);
  }
  expect(counts).toEqual([50, 50, 50, 50, 0]);
  const address = fresh();
  for (const { owner, id } of [one, two, three, four]) {
    expect(resultsOf(await invite(owner, id, [address]))).toEqual([`${address} sent`]);
  }
});

test('R12.4, security T6: an account is invited by bell and mail, and the answer does not show that it exists', async () => {
  const loan = await newLoan();
  const person = await world.newPerson();
  const [known, unknown] = [await emailOf(person), fresh()];
  const answer = await invite(loan.owner, loan.id, [known, unknown]);
  expect(resultsOf(answer)).toEqual([`${known} sent`, `${unknown} sent`]);
  expect(await mailsTo(known)).toHaveLength(1);
  expect(await bells(person)).toEqual(['invited']);
});

test('an owner is not invited to their own proposal, and the answer does not show whose address it is', async () => {
  const loan = await newLoan();
  const address = await emailOf(loan.owner);
  expect(resultsOf(await invite(await world.newPerson(), loan.id, [address]))).toEqual([`${address} sent`]);
  expect(await mailsTo(address)).toEqual([]);
  expect(await bells(loan.owner)).not.toContain('invited');
});

test('the mail is in the reader’s language when it is known, else in the inviter’s', async () => {
  const loan = await newLoan();
  const [person, guest] = [await world.newPerson(), fresh()];
  await world.db.updateTable('users').set({ language: 'ar' }).where('id', '=', person.id).execute();
  await world.db.updateTable('users').set({ language: 'be' }).where('id', '=', loan.owner.id).execute();
  await invite(loan.owner, loan.id, [await emailOf(person), guest]);
  expect((await mailsTo(await emailOf(person)))[0]?.subject).toBe('دعوة إليك: A sewing machine');
  expect((await mailsTo(guest))[0]?.subject).toBe('আপনাকে আমন্ত্রণ: A sewing machine');
});

test('security T14: a forged host reaches no mail', async () => {
  const loan = await newLoan();
  const address = fresh();
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  await invite(loan.owner, loan.id, [address], { headers });
  const [mail] = await mailsTo(address);
  expect(JSON.stringify(mail)).not.toContain('evil.example');
});

test('R6.3: the same call with one key sends once and answers the same', async () => {
  const loan = await newLoan();
  const address = fresh();
  const first = await invite(loan.owner, loan.id, [address], { key: 'invite-once' });
  const second = await invite(loan.owner, loan.id, [address], { key: 'invite-once' });
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
});

test('R5.2: funding that has ended invites no more, though the job has not come', async () => {
  const loan = await newLoan();
  await world.db
    .updateTable('proposals')
    .set({ fundingDeadline: new Date(world.now.getTime() - 1) })
    .where('id', '=', Number(loan.id) as never)
    .execute();
  expect(refusal(await invite(loan.owner, loan.id, [fresh()]))).toBe('409 funding_ended');
});

test('done twice, the job that mails an invitation mails it once', async () => {
  const loan = await newLoan();
  const address = fresh();
  await invite(loan.owner, loan.id, [address]);
  await runJobs(world);
  await world.db
    .updateTable('outbox')
    .set({ doneAt: null, runAt: world.now })
    .where('kind', '=', 'invitation')
    .execute();
  expect(await mailsTo(address)).toHaveLength(1);
});
