import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { keptPicture } from '../../test/pictures.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan } = useLoans(world);

const WORDS = 'Forty school bags are sewn.';
const send = (
  loan: Loan,
  body: object,
  { as = loan.owner, ...more }: { as?: Person; key?: string; headers?: Record<string, string> } = {},
) => world.call('POST', '/api/borrow/sendNewUpdateEmail', { as, body, ...more });
const mailOf = async ({ id }: Person): Promise<string> =>
  (await world.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

async function loanWithUpdate(wish: Parameters<typeof newLoan>[0] = { status: 4, backings: [60, 40] }, words = WORDS) {
  const loan = await newLoan(wish);
  const body = { proposalId: loan.id, image: await keptPicture(world, loan.owner), description: words };
  const update = done(await world.call('POST', '/api/borrow/proposalImage', { as: loan.owner, body }));
  const mails = await Promise.all(loan.backers.map(mailOf));
  return { loan, updateId: update.id as string, mails };
}

async function invite(loan: Loan, address: string, days = 60): Promise<void> {
  const sent = {
    firstSentAt: world.now,
    sentAt: world.now,
    expiresAt: new Date(world.now.getTime() + days * 86_400_000),
  };
  await world.db
    .insertInto('invitations')
    .values({
      proposalId: Number(loan.id) as ProposalId,
      address,
      inviterId: loan.owner.id,
      tokenHash: `${loan.id}${address}`,
      ...sent,
    })
    .execute();
}

async function sentTo(address: string) {
  await runJobs(world);
  return world.sent.filter(({ to, subject }) => to === address && /^(News from|নতুন খবর|خبر جديد)/.test(subject));
}

test('T5: the list is cut down to backers and invited people of this very loan, without a reason', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  const other = await loanWithUpdate();
  await invite(loan, 'invited@example.org');
  await invite(loan, 'too-late@example.org', -1);
  const list = [...mails, 'invited@example.org', 'too-late@example.org', ...other.mails, 'nobody@example.org', 'x@'];
  const owner = await mailOf(loan.owner);
  const { results } = done(
    await send(loan, { updateId, sendToMails: [...list, owner, ` ${String(mails[0]).toUpperCase()}`] }),
  );
  expect(results.map(({ result }: { result: string }) => result)).toEqual(
    'sent sent sent skipped skipped skipped skipped invalid skipped skipped'.split(' '),
  );
  for (const address of [...mails, 'invited@example.org']) expect(await sentTo(address)).toHaveLength(1);
  for (const address of [...other.mails, 'too-late@example.org', 'nobody@example.org', owner])
    expect(await sentTo(address)).toEqual([]);
});

test('the mail carries the stored words and a link to our own address, in the language of its reader', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  const reader = loan.backers[1] as Person;
  await world.db.updateTable('users').set({ language: 'be' }).where('id', '=', reader.id).execute();
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  done(await send(loan, { updateId, toAllBackers: true }, { headers: forged }));
  const [english] = await sentTo(mails[0] as string);
  expect(english?.subject).toBe('News from A sewing machine');
  expect(english?.text).toContain(
    [
      'Rahima Khatun writes how “A sewing machine” is going:',
      WORDS,
      'The picture is on the page of the loan at ROI:',
      `https://sathi.example/App/proposal?mfi=ROI&id=${loan.id}#update-${updateId}`,
    ].join('\n\n'),
  );
  const [bengali] = await sentTo(mails[1] as string);
  expect(bengali?.subject).toBe('নতুন খবর: A sewing machine');
  expect(bengali?.html).toContain('lang="bn"');
  expect(JSON.stringify([english, bengali])).not.toContain('evil.example');
});

test('before sending, the owner sees the number of readers and the text', async () => {
  const { loan } = await loanWithUpdate();
  const audience = `/api/borrow/updateAudience?proposalId=${loan.id}`;
  expect(done(await world.call('GET', audience, { as: loan.owner }))).toEqual({
    backersCount: 2,
    mail: {
      subject: 'News from A sewing machine',
      opening: 'Rahima Khatun writes how “A sewing machine” is going:',
      closing: `The picture is on the page of the loan at ROI: https://sathi.example/App/proposal?mfi=ROI&id=${loan.id}`,
    },
  });
  expect(refusal(await world.call('GET', audience, { as: loan.officer }))).toBe('403 not_permitted');
});

test('once a day for each update and person, however it is asked for; another day is another mail', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  await invite(loan, 'friend@example.org');
  const ask = () => send(loan, { updateId, sendToMails: ['friend@example.org', mails[0]], toAllBackers: true });
  const answers = await Promise.all([ask(), ask(), ask()]);
  const sent = answers.flatMap((answer) => done(answer).results).filter(({ result }) => result === 'sent');
  expect(new Set(sent.map(({ email }) => email)).size).toBe(3);
  for (const address of [...mails, 'friend@example.org']) expect(await sentTo(address)).toHaveLength(1);
  expect(new Set(done(await ask()).results.map(({ result }: { result: string }) => result))).toEqual(
    new Set(['skipped']),
  );

  world.now = new Date(world.now.getTime() + 86_400_000);
  done(await ask());
  for (const address of [...mails, 'friend@example.org']) expect(await sentTo(address)).toHaveLength(2);
  // The bell has one line for one update, however often it was mailed.
  const bells = await world.db
    .selectFrom('notifications')
    .select('id')
    .where('kind', '=', 'update')
    .where('proposalId', '=', Number(loan.id) as ProposalId)
    .execute();
  expect(bells).toHaveLength(2);
});

test('security T5: an address without an account hears of one loan once a day, however many updates there are', async () => {
  const { loan, updateId } = await loanWithUpdate();
  await invite(loan, 'once-a-day@example.org');
  const body = { proposalId: loan.id, image: await keptPicture(world, loan.owner), description: 'More words.' };
  const second = done(await world.call('POST', '/api/borrow/proposalImage', { as: loan.owner, body })).id as string;
  const mail = async (id: string) =>
    done(await send(loan, { updateId: id, sendToMails: ['once-a-day@example.org'] })).results[0].result;
  expect([await mail(updateId), await mail(second), await mail(updateId)]).toEqual(['sent', 'skipped', 'skipped']);
  expect(await sentTo('once-a-day@example.org')).toHaveLength(1);
});

test('R12.6: an invited person who unsubscribed from invitations is not reached by news either, a backer is', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  const backer = String(mails[0]);
  await invite(loan, 'uninvited@example.org');
  for (const address of ['uninvited@example.org', backer])
    await world.db
      .insertInto('suppressedAddresses')
      .values({ address, kind: 'invitations', reason: 'unsubscribed', at: world.now })
      .execute();
  const { results } = done(await send(loan, { updateId, sendToMails: ['uninvited@example.org', backer] }));
  expect(results.map(({ result }: { result: string }) => result)).toEqual(['sent', 'sent']);
  expect(await sentTo('uninvited@example.org')).toEqual([]);
  expect(await sentTo(backer)).toHaveLength(1);
});

test('a person who unsubscribed from news gets none, and the answer does not tell', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  await invite(loan, 'tired@example.org');
  for (const address of [mails[0] as string, 'tired@example.org']) {
    await world.db
      .insertInto('suppressedAddresses')
      .values({ address, kind: 'news', reason: 'unsubscribed', at: world.now })
      .execute();
  }
  const { results } = done(await send(loan, { updateId, toAllBackers: true, sendToMails: ['tired@example.org'] }));
  expect(results.map(({ result }: { result: string }) => result)).toEqual(['sent', 'sent', 'sent']);
  expect(await sentTo(mails[0] as string)).toEqual([]);
  expect(await sentTo('tired@example.org')).toEqual([]);
  expect(await sentTo(mails[1] as string)).toHaveLength(1);
});

test('an invited address can stop the news with one click (RFC 8058)', async () => {
  const { loan, updateId } = await loanWithUpdate();
  await invite(loan, 'guest@example.org');
  done(await send(loan, { updateId, sendToMails: ['guest@example.org'] }));
  const [mail] = await sentTo('guest@example.org');
  expect(mail?.unsubscribeUrl).toMatch(/^https:\/\/sathi\.example\/api\/mail\/unsubscribe\?token=/);
});

const OTHERS_TEXTS: [object, string][] = [
  [{ proposalName: 'Win an iPhone' }, 'proposalName'],
  [{ proposalOwnerName: 'Your bank' }, 'proposalOwnerName'],
  [{ description: 'Click here' }, 'description'],
  [{ proposalURL: 'https://evil.example/App/proposal?id=1' }, 'proposalURL'],
];
test.each(OTHERS_TEXTS)('T5: a repeated text has to be the stored one (%o)', async (body, path) => {
  const { loan, updateId, mails } = await loanWithUpdate();
  const answer = await send(loan, { updateId, toAllBackers: true, ...body });
  expect(refusal(answer)).toBe('422 invalid_request');
  expect(answer.body.errors).toEqual([{ path, message: 'This is not what is stored.' }]);
  expect(await sentTo(mails[0] as string)).toEqual([]);
});

test('section 7: the body of the specification is enough, its address names the proposal', async () => {
  const { loan, mails } = await loanWithUpdate();
  const body = {
    sendToMails: mails,
    proposalOwnerName: ' Rahima Khatun ',
    proposalName: 'A sewing machine',
    description: `${WORDS}\n`,
    proposalURL: `https://sathi.example/App/proposal?mfi=ROI&id=${loan.id}`,
  };
  expect(done(await send(loan, body)).results).toEqual(mails.map((email) => ({ email, result: 'sent' })));
});

const NOT_OURS = [
  'http://sathi.example/App/proposal?id=ID',
  'https://sathi.example.evil.example/App/proposal?id=ID',
  'https://sathi.example@evil.example/App/proposal?id=ID',
  'https://evil@sathi.example/App/proposal?id=ID',
  'https://sathi.example:8443/App/proposal?id=ID',
  'https://sathi.example/App/Home?id=ID',
  'https://sathi.example/App/proposal?id=ID&id=7',
  'https://sathi.example/App/proposal?id=ID%00',
  'https://sathi.example/App/proposal?id=1e3',
  'https://sathi.example/App/proposal',
  '//sathi.example/App/proposal?id=ID',
  '/App/proposal?id=ID',
  'https://sathi.example/App/proposal?id=ID\\@evil.example',
  'java\nscript:alert(1)',
  '',
];
test.each(NOT_OURS)('T14: an address that is not ours names nothing: %s', async (address) => {
  const { loan } = await loanWithUpdate();
  const answer = await send(loan, { toAllBackers: true, proposalURL: address.replace('ID', loan.id) });
  expect(refusal(answer)).toBe('422 invalid_request');
  expect(answer.body.errors).toEqual([{ path: 'proposalURL', message: 'This is not what is stored.' }]);
});

test('only the owner may send it, for an existing update, to at least one address', async () => {
  const { loan, updateId } = await loanWithUpdate();
  const other = await loanWithUpdate();
  expect(refusal(await send(loan, { updateId, toAllBackers: true }, { as: loan.backers[0] as Person }))).toBe(
    '403 not_permitted',
  );
  expect(refusal(await send(loan, { updateId: other.updateId, toAllBackers: true }))).toBe('403 not_permitted');
  expect(refusal(await send(loan, { proposalId: loan.id, updateId: other.updateId, toAllBackers: true }))).toBe(
    '404 not_found',
  );
  expect(refusal(await send(loan, { toAllBackers: true }))).toBe('422 invalid_request');
  expect(refusal(await send(loan, { updateId }))).toBe('422 invalid_request');
  expect(refusal(await send(loan, { updateId, sendToMails: Array(51).fill('a@example.org') }))).toBe(
    '422 invalid_request',
  );
  const silent = await newLoan({ status: 3 });
  expect(refusal(await send(silent, { proposalId: silent.id, toAllBackers: true }))).toBe('404 not_found');
  const draft = await loanWithUpdate({ status: 1 });
  expect(refusal(await send(draft.loan, { updateId: draft.updateId, toAllBackers: true }))).toBe('409 wrong_status');
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</p></body></html><a href="https://evil.example">Log in</a>',
  '&lt;script&gt; &#60;b&#62;',
  "'-alert(1)-'",
  'a\r\nBcc: victim@example.org',
  '\u202eevil\u2066',
  '{{7*7}} ${7*7} <%= 7 %>',
  '<!--#exec cmd="ls"-->',
  'javascript:alert(1)',
];
test.each(HOSTILE)('T12: the borrower’s words stay words: %s', async (words) => {
  const { loan, updateId, mails } = await loanWithUpdate(
    { status: 3, form: { title: `Bags ${words}`.replaceAll(/[\u202e\u2066]/g, '') } },
    words,
  );
  done(await send(loan, { updateId, toAllBackers: true }));
  const [mail] = await sentTo(mails[0] as string);
  // oxlint-disable-next-line no-control-regex -- control characters are the forbidden ones
  expect(mail?.subject).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/);
  const tags = [...String(mail?.html).matchAll(/<\/?([a-z!][a-z]*)/gi)].map(([, tag]) => tag?.toLowerCase());
  const ours = [
    '!doctype',
    'html',
    'head',
    'meta',
    'title',
    'body',
    'p',
    'bdi',
    'br',
    'a',
    'div',
    'span',
    'table',
    'tr',
    'td',
    'tbody',
    'img',
    'style',
    'small',
  ];
  expect(tags.filter((tag) => !ours.includes(String(tag)))).toEqual([]);
  expect(mail?.html).not.toMatch(/href="(?!https:\/\/sathi\.example\/)/);
  expect(mail?.html).not.toContain(words.includes('<') ? words : '<script');
});
