import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { forRequest } from '../config/request-id.ts';
import { OutOfServiceError, TryLaterError, UndeliverableError } from '../errors/delivery-errors.ts';
import { LEASE_SECONDS } from '../outbox/outbox.ts';
import type { Delivery } from './outside.ts';
import { NEEDS } from '../test/needs.ts';
import { type Mood, startMailServer, type TestMailServer } from '../test/smtp-server.ts';
import { createSmtpMail, MAIL_TIMEOUTS, type MailOptions, type MailTransport } from './mail-smtp.ts';

const FROM = 'Sathi <no-reply@sathi.example>';
const MAIL: Delivery = {
  channel: 'email',
  to: 'amina@example.org',
  subject: 'আপনার ঋণ',
  text: 'ধন্যবাদ، شكراً\n',
  html: '<!doctype html><html lang="bn"><body><p>ধন্যবাদ <bdi>A &#38; B</bdi></p></body></html>',
  dedupeKey: 'thanks:1:2',
};
/** Short limits for a server that says nothing, which needs no fast machine to notice. */
const IMPATIENT = { connectMs: 5000, greetingMs: 300, silenceMs: 300, wholeMs: 5000 };
const opened: (() => unknown)[] = [];
const isOpensslMissing = !NEEDS.openssl.isMet();

async function server(options: Parameters<typeof startMailServer>[0] = {}): Promise<TestMailServer> {
  const started = await startMailServer(options);
  opened.push(started.close);
  return started;
}
function transport(url: string, options: MailOptions = {}): MailTransport {
  const made = createSmtpMail({ url, from: FROM }, options);
  opened.unshift(made.close);
  return made;
}
const failure = (promise: Promise<void>): Promise<Error> =>
  promise.then(
    () => new Error('it was sent'),
    (error: Error) => error,
  );

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

test('a mail arrives in both forms, in any script, and says that a program sent it', async () => {
  const smtp = await server();
  await transport(smtp.url).send(MAIL);
  const [mail] = smtp.taken;
  expect(mail).toMatchObject({ subject: MAIL.subject, text: MAIL.text, html: MAIL.html, envelopeTo: [MAIL.to] });
  expect(mail?.from?.text).toBe('"Sathi" <no-reply@sathi.example>');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.headers.has('list-unsubscribe')).toBe(false);
});

test('every try for one message has the same id, and another message another', async () => {
  const smtp = await server();
  const { send } = transport(smtp.url);
  await send(MAIL);
  await send({ ...MAIL, subject: 'again' });
  await send({ ...MAIL, dedupeKey: 'thanks:1:3' });
  const [first, again, other] = smtp.taken.map(({ messageId }) => messageId);
  expect(first).toMatch(/^<[\w-]{43}@sathi\.example>$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('a mail names the request that caused it, and a mail by the clock names none', async () => {
  const smtp = await server();
  const { send } = transport(smtp.url);
  await forRequest('0123456789abcdef0123456789abcdef', () => send(MAIL));
  await send(MAIL);
  const named = smtp.taken.map(({ headers }) => headers.get('x-request-id'));
  expect(named).toEqual(['0123456789abcdef0123456789abcdef', undefined]);
});

test('RFC 8058: a mail that can be stopped carries both headers for it', async () => {
  const smtp = await server();
  const unsubscribeUrl = 'https://sathi.example/api/unsubscribe?token=abc_DEF-123';
  await transport(smtp.url).send({ ...MAIL, unsubscribeUrl });
  const lines = smtp.taken[0]?.headerLines.map(({ line }) => line.replace(/\r\n\s+/g, ' ')) ?? [];
  expect(lines).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test.each<[string, Partial<Delivery>]>([
  ['a second recipient by comma', { to: 'a@example.org,b@example.org' }],
  ['a second recipient by a line break', { to: 'a@example.org\r\nBcc: b@example.org' }],
  ['a bare line feed in the recipient', { to: 'a@example.org\nRCPT TO:<b@example.org>' }],
  ['a name before the recipient', { to: 'A <a@example.org>' }],
  ['a group of recipients', { to: 'friends:a@example.org;' }],
  ['nothing as the recipient', { to: '' }],
  ['a line break in the subject', { subject: 'Thanks\r\nBcc: b@example.org' }],
  ['a bare carriage return in the subject', { subject: 'Thanks\rBcc: b@example.org' }],
  ['a next-line character in the subject', { subject: 'Thanks\u0085Bcc: b@example.org' }],
  ['a line separator in the subject', { subject: 'Thanks\u2028Bcc: b@example.org' }],
  ['a null in the subject', { subject: 'Thanks\0' }],
  ['a subject that never ends', { subject: 'x'.repeat(201) }],
  ['a line break in the address to unsubscribe', { unsubscribeUrl: 'https://sathi.example/\r\nBcc: b@example.org' }],
  ['a second address to unsubscribe', { unsubscribeUrl: 'https://sathi.example/>,<https://evil.example/' }],
  ['a script as the address to unsubscribe', { unsubscribeUrl: 'javascript:alert(1)' }],
])('T12: refused before a connection is made: %s', async (_, change) => {
  const smtp = await server();
  expect(await failure(transport(smtp.url).send({ ...MAIL, ...change }))).toBeInstanceOf(UndeliverableError);
  expect(smtp.connections()).toBe(0);
});

test('T12: the words of a text cannot end the mail or add a header', async () => {
  const smtp = await server();
  const text = 'one\r\n.\r\nMAIL FROM:<evil@example.org>\r\n..\r\nBcc: b@example.org\r\n';
  await transport(smtp.url).send({ ...MAIL, text });
  expect(smtp.taken).toHaveLength(1);
  expect(smtp.taken[0]?.text).toBe(text.replaceAll('\r\n', '\n'));
  expect(smtp.taken[0]?.headers.has('bcc')).toBe(false);
});

type Ending = typeof OutOfServiceError | typeof TryLaterError | typeof UndeliverableError;
test.each<[Mood, Ending, boolean]>([
  [
    { kind: 'refuses', at: 'recipient', code: 550, words: '5.1.1 <amina@example.org> unknown' },
    UndeliverableError,
    true,
  ],
  [{ kind: 'refuses', at: 'recipient', code: 550, words: 'no such user' }, UndeliverableError, true],
  [{ kind: 'refuses', at: 'recipient', code: 552, words: '5.2.2 mailbox full' }, UndeliverableError, false],
  [{ kind: 'refuses', at: 'recipient', code: 550, words: '5.7.1 relaying denied' }, UndeliverableError, false],
  [{ kind: 'refuses', at: 'content', code: 554, words: '5.7.1 looks like spam' }, UndeliverableError, false],
  [{ kind: 'refuses', at: 'recipient', code: 450, words: '4.7.1 greylisted' }, TryLaterError, false],
  [{ kind: 'refuses', at: 'content', code: 452, words: '4.3.1 disk full' }, TryLaterError, false],
  // A problem with the sender or the server concerns every mail.
  [{ kind: 'refuses', at: 'mail', code: 550, words: '5.7.1 not your domain' }, OutOfServiceError, false],
  [{ kind: 'refuses', at: 'recipient', code: 421, words: '4.3.2 shutting down' }, OutOfServiceError, false],
  [{ kind: 'tarpit', at: 'greeting' }, OutOfServiceError, false],
  [{ kind: 'tarpit', at: 'content' }, OutOfServiceError, false],
  [{ kind: 'hangs up', when: 'before the greeting' }, OutOfServiceError, false],
  [{ kind: 'hangs up', when: 'within the content' }, OutOfServiceError, false],
  [{ kind: 'hangs up', when: 'after the content' }, OutOfServiceError, false],
])('%j ends as it should', async (mood, ending, isSuppressed) => {
  const smtp = await server();
  const suppressed: string[] = [];
  const { send } = transport(smtp.url, {
    suppress: async (address) => void suppressed.push(address),
    ...(mood.kind === 'tarpit' && { timeouts: IMPATIENT }),
  });
  smtp.mood = mood;
  const error = await failure(send(MAIL));
  expect(error).toBeInstanceOf(ending);
  expect(error.message).not.toMatch(/amina|example/);
  expect(suppressed).toEqual(isSuppressed ? [MAIL.to] : []);
  // One try is one connection: whether to try again is not decided here.
  expect(smtp.connections()).toBe(1);
  smtp.mood = { kind: 'takes' };
  const next = mood.kind === 'tarpit' ? transport(smtp.url).send : send;
  await next({ ...MAIL, dedupeKey: 'the next' });
  expect(smtp.taken).toHaveLength(1);
});

test('a server that is not there is out of service', async () => {
  const smtp = await server();
  await smtp.close();
  expect(await failure(transport(smtp.url).send(MAIL))).toBeInstanceOf(OutOfServiceError);
});

test('a server that lets a byte drop now and then is left after the whole time', async () => {
  const smtp = await server();
  smtp.mood = { kind: 'tarpit', at: 'content' };
  const timeouts = { connectMs: 5000, greetingMs: 5000, silenceMs: 60_000, wholeMs: 300 };
  expect(await failure(transport(smtp.url, { timeouts }).send(MAIL))).toBeInstanceOf(OutOfServiceError);
});

test('a send has ended before its lease has', () => {
  for (const ms of Object.values(MAIL_TIMEOUTS)) expect(ms + 10_000).toBeLessThan(LEASE_SECONDS * 1000);
});

test('mails that wait for a free connection are sent over the open ones', async () => {
  const smtp = await server();
  const { send } = transport(smtp.url);
  await Promise.all(Array.from({ length: 60 }, (_, index) => send({ ...MAIL, dedupeKey: `many ${index}` })));
  expect(new Set(smtp.taken.map(({ messageId }) => messageId)).size).toBe(60);
  expect(smtp.connections()).toBeLessThanOrEqual(10);
});

test('a wrong password is out of service, and is in no message', async () => {
  const smtp = await server({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _, done) =>
      auth.password === 'right: p@ss' ? done(null, { user: auth.username }) : done(new Error('bad password hunter2')),
  });
  const url = (password: string) => smtp.url.replace('//', `//sathi:${encodeURIComponent(password)}@`);
  const error = await failure(transport(url('hunter2')).send(MAIL));
  expect(error).toBeInstanceOf(OutOfServiceError);
  expect(error.message).not.toContain('hunter2');
  await transport(url('right: p@ss')).send(MAIL);
  expect(smtp.taken).toHaveLength(1);
});

test.skipIf(isOpensslMissing)('on the way the mail is encrypted, for a server whose certificate is good', async () => {
  const { key, cert } = certificate();
  const starttls = await server({ key, cert });
  const secure = await server({ key, cert, secure: true });
  await transport(starttls.url, { ca: cert }).send(MAIL);
  await transport(secure.url.replace('smtp:', 'smtps:'), { ca: cert }).send(MAIL);
  expect([...starttls.taken, ...secure.taken].map(({ isEncrypted }) => isEncrypted)).toEqual([true, true]);
  expect(await failure(transport(secure.url.replace('smtp:', 'smtps:')).send(MAIL))).toBeInstanceOf(OutOfServiceError);
});

test.skipIf(isOpensslMissing)('a self-signed certificate is good enough only where none is needed', async () => {
  const smtp = await server(certificate());
  const elsewhere = smtp.url.replace('127.0.0.1', '0.0.0.0');
  expect(await failure(transport(elsewhere).send(MAIL))).toBeInstanceOf(OutOfServiceError);
  expect(smtp.taken).toHaveLength(0);
  await transport(smtp.url).send(MAIL);
  await transport(`${elsewhere}?tls=optional`).send(MAIL);
  expect(smtp.taken.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true]);
});

test('a server elsewhere that offers no encryption gets nothing, unless the address allows it', async () => {
  const smtp = await server();
  // Another name of this machine, which does not look like one.
  const elsewhere = smtp.url.replace('127.0.0.1', '0.0.0.0');
  expect((await failure(transport(elsewhere).send(MAIL))).message).toContain('ETLS');
  expect(smtp.taken).toHaveLength(0);
  await transport(`${elsewhere}?tls=optional`).send(MAIL);
  expect(smtp.taken).toHaveLength(1);
});

/** A key and certificate for 127.0.0.1, made for this run alone. */
function certificate(): { key: string; cert: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-certificate-'));
  const [key, cert] = [path.join(folder, 'key'), path.join(folder, 'cert')] as const;
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=sathi test', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...args, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const pair = { key: fs.readFileSync(key, 'utf8'), cert: fs.readFileSync(cert, 'utf8') };
  fs.rmSync(folder, { recursive: true });
  return pair;
}
