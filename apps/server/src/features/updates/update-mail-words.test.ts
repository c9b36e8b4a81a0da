import { expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { useUpdateMails, WORDS } from '../../test/update-mails.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan } = useLoans(world);
const { send, loanWithUpdate, sentTo } = useUpdateMails(world);

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
  for (const toAllBackers of [true, 'everybody']) {
    expect(refusal(await send(draft.loan, { updateId: draft.updateId, toAllBackers }))).toBe('409 wrong_status');
  }
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
