import { simpleParser } from 'mailparser';
import nodemailer from 'nodemailer';
import { beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { resultsOf, useInvitations } from '../../test/invitations.ts';
import { type Loan, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan } = useLoans(world);
const { invite, emailOf, newCampaign, inviteToCampaign, thank } = useInvitations(world);

const HEADERS = ['Bcc: victim@example.org', 'Content-Type: text/html', 'Subject: Other', 'Reply-To: evil@example.org'];
const BREAKS = [
  '\r\n',
  '\n',
  '\r',
  '\u0085',
  '\u2028',
  '\u2029',
  '\v',
  '\f',
  '%0d%0a',
  '\\r\\n',
  '\n ',
  '\r\n\t',
  '\r\n\r\n',
];
const TAGS = [
  'script',
  'img src=x onerror=alert(1)',
  'a href="https://evil.example"',
  '/bdi',
  '/p',
  '/body',
  '!--',
  'style',
  'svg onload=alert(1)',
  'base href=//evil.example',
  'meta http-equiv=refresh',
  'iframe',
  'form action=//evil.example',
  'bdo dir=rtl',
  'plaintext',
  '/title',
];
const QUOTES = [
  '"',
  "'",
  '&',
  '&lt;',
  '&#60;',
  '&#x3c;b',
  '`',
  '=?utf-8?Q?=0D=0ABcc:_victim?=',
  '=?utf-8?B?DQpCY2M6IHg=?=',
  '${7*7}',
  '{{7*7}}',
  '<%= 7 %>',
  '%s%n',
  '$&',
  "$'",
  '$`',
  '$1',
  '\\',
  '\u0000',
  '\u001b[31m',
  '.\r\n.\r\nQUIT',
  '--boundary',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://evil.example/?q=1&r=2',
];
const BIDI = [
  '\u202e',
  '\u202d',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200f',
  '\u200e',
  '\u061c',
];
const WORDS = [
  'আমার মায়ের সেলাই মেশিন',
  'ছাগল কিনতে চাই',
  'ক্ষুদ্র ঋণ',
  'ماكينة خياطة لأمي',
  'أريد شراء ماعز',
  'شكرًا لكم جميعًا',
  'Māori — naïve',
  '🐐👩🏽‍🌾',
  'e\u0301',
  'ﷺ',
];

/** More than three hundred texts, each of which has been an attacker's way into a mail or out of its place. */
const CORPUS: readonly string[] = [
  ...BREAKS.flatMap((mark) => HEADERS.map((header) => `Goats${mark}${header}`)),
  ...BREAKS.flatMap((mark) => [`${mark}x`, `x${mark}`]),
  ...TAGS.flatMap((tag) => [`<${tag}>`, `a <${tag}> b`, `"><${tag}>`, `${tag}>`, `<${tag.toUpperCase()}>`]),
  ...QUOTES.flatMap((mark) => [mark, `Goats ${mark}`, `${mark}${mark}`]),
  ...BIDI.flatMap((mark) => [`Goats ${mark}evil`, `${mark}goats${mark}`, `go${mark}ats`]),
  ...WORDS.flatMap((word) => [word, `${word} (2) “x”`, `${word}\n${word}`, `<b>${word}</b>`]),
];
const ALLOWED_TAGS =
  /<(?:!doctype html|html lang="(?:en|bn|ar)" dir="(?:ltr|rtl)"|\/?head|meta charset="utf-8"|\/?title|\/?small|\/?bdi|br|\/?(?:body|div|p|a href="https:\/\/sathi\.example\/[^"<>]*")(?: style="[\w:;,.%#/ -]*")?|\/a|\/html)>/g;
const HEADER_NAMES = [
  'subject',
  'mime-version',
  'content-type',
  'from',
  'to',
  'message-id',
  'date',
  'list-unsubscribe',
  'list-unsubscribe-post',
];
const LANGUAGES = ['en', 'be', 'ar'] as const;

test('the corpus is large enough', () => {
  expect(new Set(CORPUS).size).toBeGreaterThanOrEqual(300);
});

let loan: Loan;
let inviter: Person;
beforeAll(async () => {
  loan = await newLoan({ status: 3 });
  inviter = await world.newPerson({ staffOf: [ROI] });
});

const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });

/** A message as the product sends it, through a real MIME writer and a real MIME reader. */
async function throughMime(message: (typeof world.sent)[number]) {
  const { to, subject, text, html, dedupeKey, unsubscribeUrl } = message;
  const { message: raw } = await transport.sendMail({
    from: 'Sathi <mail@sathi.example>',
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${dedupeKey.replace(/[^\w.-]/g, '-')}@sathi.example>`,
    headers: unsubscribeUrl
      ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {},
  });
  return { parsed: await simpleParser(raw as Buffer), message };
}

/** Holds for every mail, with any text in it. */
async function expectSound(message: (typeof world.sent)[number], recipient: string): Promise<string> {
  const { parsed } = await throughMime(message);
  const names = [...parsed.headers.keys()].map((name) => (name === 'list' ? 'list-unsubscribe' : name));
  expect(names.filter((name) => !HEADER_NAMES.includes(name))).toEqual([]);
  expect([parsed.to].flat().map((to) => to?.text)).toEqual([recipient]);
  expect(parsed.bcc ?? parsed.cc ?? parsed.replyTo).toBeUndefined();
  expect(parsed.subject).toBe(message.subject);
  expect(parsed.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  expect([...(parsed.subject ?? '')].length).toBeLessThanOrEqual(120);
  const html = String(parsed.html);
  expect(html.replace(ALLOWED_TAGS, '')).not.toMatch(/[<>]/);
  expect(`${html}${parsed.text}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(html).not.toMatch(/https?:\/\/evil\.example[^<]*<\/a>/);
  expect(parsed.attachments).toEqual([]);
  return html;
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll('\n', '<br>');
const KEPT_WORDS = new RegExp(WORDS.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'u');

test.each(LANGUAGES)('security T12: any title, text, name and note stays in its place, in %s', async (language) => {
  const guests = CORPUS.map((_, index) => `guest-${language}-${index}@example.org`);
  const campaignId = await newCampaign(inviter, { name: `Corpus ${language}`, endsOn: '2028-01-01' });
  await world.db.updateTable('users').set({ language }).where('id', '=', inviter.id).execute();
  const at = Number(loan.id) as never;
  for (const [index, text] of CORPUS.entries()) {
    // Each text in one of the languages.
    if (LANGUAGES[index % LANGUAGES.length] !== language) continue;
    // A PostgreSQL text holds no NUL; the wire refuses it.
    const stored = text.replaceAll('\0', '').normalize('NFC');
    await world.db.deleteFrom('invitationSends').execute();
    await world.db
      .updateTable('proposals')
      .set({ title: stored || '-', description: stored || '-' })
      .where('id', '=', at)
      .execute();
    await world.db
      .updateTable('campaigns')
      .set({ name: stored || '-', description: stored })
      .where('id', '=', campaignId)
      .execute();
    await world.db
      .updateTable('users')
      .set({ firstName: stored || '-', lastName: stored || '-' })
      .where('id', 'in', [inviter.id, loan.owner.id])
      .execute();
    const guest = guests[index] as string;
    const isCampaign = index % 4 === 0;
    const answer = isCampaign
      ? await inviteToCampaign(inviter, { campaignId, sendToMails: [guest], note: stored })
      : await invite(inviter, loan.id, [guest], { body: { note: stored } });
    expect(resultsOf(answer)).toEqual([`${guest} sent`]);
    world.sent.length = 0;
    await runJobs(world);
    const mail = world.sent.find(({ to }) => to === guest);
    if (!mail) throw new Error(`no mail for ${JSON.stringify(text)}`);
    const html = await expectSound(mail, guest);
    if (KEPT_WORDS.test(text)) {
      const clean = stored.trim();
      expect(html).toContain(`<bdi>${escaped(clean)}</bdi>`);
      expect(mail.text).toContain(clean);
      expect(mail.subject).toContain([...clean.split('\n')[0]!].slice(0, 40).join(''));
    }
  }
});

test('security T12: thanks and accepted invitations carry the same names as safely', async () => {
  const backer = loan.backers[0] as Person;
  const email = await emailOf(backer);
  for (const [index, text] of CORPUS.entries()) {
    const name = text.replaceAll('\0', '') || '-';
    await world.db
      .updateTable('users')
      .set({ firstName: name, lastName: '-' })
      .where('id', 'in', [backer.id, loan.owner.id])
      .execute();
    if (index % 20 !== 0) continue;
    await world.db.deleteFrom('dailyMails').execute();
    world.now = new Date(world.now.getTime() + 86_400_000);
    world.sent.length = 0;
    resultsOf(await thank(loan.owner, { proposalId: loan.id, sendToMail: email }));
    await runJobs(world);
    const mail = world.sent.find(({ to, subject }) => to === email && subject.includes('Thank you'));
    if (!mail) throw new Error(`no thanks for ${JSON.stringify(text)}`);
    expect(await expectSound(mail, email)).toContain('<bdi>');
  }
});
