import { createHash } from 'node:crypto';
import { isEmail } from '@sathi/domain/accounts.ts';
import nodemailer from 'nodemailer';
import { currentRequestId } from '../config/request-id.ts';
import type { MailSettings } from '../config/transports.ts';
import { OutOfServiceError, TryLaterError, UndeliverableError } from '../errors/delivery-errors.ts';
import type { Delivery, Deliver } from './outside.ts';

/** All below the minute that a job is leased for: a send must have ended before another process may start it. */
export const MAIL_TIMEOUTS = { connectMs: 10_000, greetingMs: 10_000, silenceMs: 30_000, wholeMs: 45_000 };
const CONNECTIONS_MAX = 10;
const MAILS_PER_CONNECTION = 100;
const SUBJECT_LENGTH_MAX = 200;
/** C0, C1, line and paragraph separators: characters that a program on the way may take for the end of a header. */
const BREAKS = /[\p{Cc}\u2028\u2029]/u;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export type MailOptions = {
  readonly timeouts?: typeof MAIL_TIMEOUTS;
  /** Certificates to trust beside the public ones. */
  readonly ca?: string | Buffer;
  /** Hears of an address that does not exist, so that nothing more is sent to it. */
  readonly suppress?: (address: string) => Promise<void>;
};
export type MailTransport = {
  readonly send: Deliver;
  /** Connects and signs in without sending. @returns why that failed; null when it did not */
  readonly verify: () => Promise<string | null>;
  readonly close: () => void;
};

/**
 * Sends e-mails over pooled SMTP connections. Every try for one mail carries the same `Message-ID`, so a receiver that
 * got it twice can tell.
 */
export function createSmtpMail({ url, from }: MailSettings, options: MailOptions = {}): MailTransport {
  const { timeouts = MAIL_TIMEOUTS, suppress = async () => {} } = options;
  const transport = nodemailer.createTransport({
    ...connectionOf(url, options.ca),
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxMessages: MAILS_PER_CONNECTION,
    // The outbox decides about another try, and it alone.
    maxRequeues: 0,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    // Texts are ours, but nothing in them may ever be read from a disk or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const address = /<([^>]+)>$/.exec(from)?.[1] ?? from;

  const send: Deliver = async (mail) => {
    checkMail(mail);
    const { to, subject, text, html, sender, dedupeKey, unsubscribeUrl } = mail;
    try {
      await transport.sendMail({
        from: sender === undefined ? from : { name: sender, address },
        // The recipient is an object: a text would be parsed, and could name several.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: messageIdOf(dedupeKey, domain),
        // Keeps absence notes from answering.
        headers: { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl), ...requestHeaders() },
        signal: AbortSignal.timeout(timeouts.wholeMs),
      });
    } catch (error) {
      const failure = failureOf(error as SmtpError);
      if (failure.isAddressDead) await suppress(to);
      throw failure.error;
    }
  };
  const verify = async (): Promise<string | null> => {
    try {
      await transport.verify();
      return null;
    } catch (error) {
      return failureOf(error as SmtpError).error.message;
    }
  };
  return { send, verify, close: () => transport.close() };
}

/** @throws UndeliverableError for a field that could become more than one recipient or more than one header */
function checkMail({ to, subject, sender = '', unsubscribeUrl }: Delivery): void {
  if (!isEmail(to) || BREAKS.test(to)) throw new UndeliverableError('the recipient is not an e-mail address');
  if (BREAKS.test(subject) || [...subject].length > SUBJECT_LENGTH_MAX) {
    throw new UndeliverableError('the subject is not one short line');
  }
  if (BREAKS.test(sender)) throw new UndeliverableError('the sender is not one short line');
  if (unsubscribeUrl !== undefined && !isHeaderUrl(unsubscribeUrl)) {
    throw new UndeliverableError('the address to unsubscribe is not one');
  }
}

function isHeaderUrl(text: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/.test(text) && !/[<>,]/.test(text) && URL.canParse(text);
}

/** RFC 8058: the reader's mail program posts to the address, without opening a page. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' };
}

/** A header with the id of the request, by which a reader who asks about a mail names the lines of the log. */
function requestHeaders(): Record<string, string> {
  const requestId = currentRequestId();
  return requestId === null ? {} : { 'x-request-id': requestId };
}

/** A hash, because the key may tell more than the mail should. */
function messageIdOf(dedupeKey: string, domain: string): string {
  return `<${createHash('sha256').update(dedupeKey).digest('base64url')}@${domain}>`;
}

/** Encrypted, unless the server is on this machine or the address says `?tls=optional`. */
function connectionOf(url: string, ca: MailOptions['ca']) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  const mayBePlain = LOOPBACK.test(hostname) || searchParams.get('tls') === 'optional';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !mayBePlain,
    opportunisticTLS: mayBePlain,
    // A certificate of unknown origin is better than none while encryption is optional.
    tls: { rejectUnauthorized: secure || !mayBePlain, ...(ca !== undefined && { ca }) },
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string };

/** The kind of the server's failure. Its own words may repeat the address, so only the numbers are kept. */
function failureOf({ code = 'unknown', responseCode = 0, response = '', command = '' }: SmtpError): {
  readonly error: Error;
  readonly isAddressDead: boolean;
} {
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  const words = ['smtp', code, command, responseCode || '', enhanced].filter(Boolean).join(' ');
  const isAboutThisMail = /^(RCPT TO|DATA)$/.test(command) && responseCode >= 400 && responseCode !== 421;
  if (!isAboutThisMail) return { error: new OutOfServiceError(words), isAddressDead: false };
  if (responseCode < 500 || responseCode === 503) return { error: new TryLaterError(words), isAddressDead: false };
  const isAddressDead =
    command === 'RCPT TO' && (enhanced === '' ? /^55[013]$/.test(String(responseCode)) : isDeadAddress(enhanced));
  return { error: new UndeliverableError(words), isAddressDead };
}

/** RFC 3463: no such mailbox, no such domain, bad syntax, moved; or a mailbox that was closed. */
function isDeadAddress(enhanced: string): boolean {
  return /^5\.(1\.(1|2|3|6|10)|2\.1)$/.test(enhanced);
}
