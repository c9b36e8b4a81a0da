import { shortened } from '@sathi/domain/letters.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { NotificationKind } from '@sathi/domain/notifications.ts';
import ar from '@sathi/texts/ar/mails.json' with { type: 'json' };
import be from '@sathi/texts/be/mails.json' with { type: 'json' };
import { type Catalogue, compileTexts } from '@sathi/texts/compile.ts';
import en from '@sathi/texts/en/mails.json' with { type: 'json' };
import type { MailKey } from '@sathi/texts/keys.ts';
import { formatMessage, type MessageValues } from '@sathi/texts/message.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { Language } from '../http/language.ts';
import { formatLocal, formatUsd, WORDS } from '../http/sentences.ts';
import { letterHtml } from './mail-html.ts';

/** One e-mail or SMS as a person reads it; an SMS has neither subject nor html. */
export type Mail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The name that mail programs show before the address. */
  readonly sender?: string;
};

/** A mail has a subject and a text in `packages/texts/{en,be,ar}/mails.json`. */
export type MailName = MailKey extends infer Key ? (Key extends `mails.${infer Name}.subject` ? Name : never) : never;
export type EventKind = MailKey extends infer Key ? (Key extends `mails.event.${infer Kind}` ? Kind : never) : never;

/**
 * Values that the texts name. `amountCents` becomes `{amount}` as dollars, or `local` does as the money of the loan, and
 * `outstandingLocal` becomes `{outstanding}` (R23.7); other numbers become digits, a yes or no `yes` or `no`; `url` on a line of
 * its own becomes a link.
 */
export type Facts = object;
export type Link = { readonly title: string; readonly url: string };

const CATALOGUES: Readonly<Record<Language, Catalogue>> = {
  en: compileTexts(en),
  be: compileTexts(be),
  ar: compileTexts(ar),
};
const SUBJECT_LENGTH_MAX = 120;
const TITLE_LENGTH_MAX = 60;
const SENDER_LENGTH_MAX = 60;
export const PRODUCT: Readonly<Record<Language, string>> = { en: 'Sathi', be: 'সাথী', ar: 'ساتي' };

/** The mail in the reader's language. `links` stand before its last line. */
export function mail(language: Language, name: MailName, facts: Facts, links: readonly Link[] = []): Mail {
  const values = valuesOf(language, facts);
  const paragraphs = paragraphsOf(language, `mails.${name}.text`, values).map((text) => lineOf(text, values['url']));
  const before = paragraphs.slice(0, -1);
  const last = paragraphs.slice(-1);
  const lines = [...before, ...links.map(linkLine), ...last];
  return compose({ language, name, values, lines, subject: subjectOf(language, name, values) });
}

/** A mail about one event, named in its subject already; `reason` is a detail that only a mail has room for, and `links` stand last. */
export function eventMail(language: Language, kind: EventKind, facts: Facts, links: readonly Link[] = []): Mail {
  const { url, reason, ...values } = valuesOf(language, facts);
  const paragraphs = paragraphsOf(language, `mails.event.${kind}`, withShortTitle(values));
  const more = [reason, url].filter((value) => value !== undefined).map((value) => isolated(String(value)));
  const subject = plain(paragraphs.join(' ')).replace(/[.।]$/u, '');
  const lines = [...[...paragraphs, ...more].map((text) => lineOf(text, url)), ...links.map(linkLine)];
  return compose({ language, name: kind, values: { ...values, ...(url !== undefined && { url }) }, lines, subject });
}

/**
 * The same event as an SMS of one part: without titles and names, which may be long or in another script. The product
 * comes first, because an SMS has no sender's name in most countries.
 */
export function eventSms(language: Language, kind: EventKind, facts: Facts): Mail {
  const words = plain(paragraphsOf(language, `mails.sms.${kind}`, valuesOf(language, facts)).join(' '));
  return smsOf(`${PRODUCT[language]}: ${words}`);
}

/** The last line binds the code to this site: browsers offer it there and nowhere else (origin-bound one-time codes). */
export function codeSms(language: Language, facts: { readonly code: string; readonly minutes: number }, host: string) {
  const words = plain(paragraphsOf(language, 'mails.code.sms', valuesOf(language, facts)).join(' '));
  return smsOf(`${words}\n\n@${host} #${facts.code}`);
}

/** The SMS to a phone that an account does not have any more. */
export function phoneChangedSms(language: Language): Mail {
  return smsOf(plain(paragraphsOf(language, 'mails.phoneChanged.sms', valuesOf(language, {})).join(' ')));
}

/** The SMS to the phone that staff are changing for a person (R33.4). */
export function phoneChangeSms(language: Language, facts: Facts): Mail {
  return smsOf(plain(paragraphsOf(language, 'mails.phoneChange.sms', valuesOf(language, facts)).join(' ')));
}

export function importSms(language: Language, facts: Facts): Mail {
  return smsOf(plain(paragraphsOf(language, 'mails.import.sms', valuesOf(language, facts)).join(' ')));
}

export function staffSms(language: Language, facts: Facts): Mail {
  return smsOf(plain(paragraphsOf(language, 'mails.staff.sms', valuesOf(language, facts)).join(' ')));
}

/**
 * Words for a locked screen, which anybody may read: no amount, name or title. Without a kind they say only that there
 * is news.
 */
export function pushWords(language: Language, kind: NotificationKind | null): string {
  return plain(paragraphsOf(language, 'mails.push', { kind: kind ?? 'none' }).join(' '));
}

/** A mail without its `{words}`, for the person who is about to write them. */
export function preview(language: Language, name: MailName, facts: Facts) {
  const values = valuesOf(language, { ...facts, words: '' });
  const shown = paragraphsOf(language, `mails.${name}.text`, values).map(plain);
  const [opening = '', ...closing] = shown;
  return { subject: subjectOf(language, name, values), opening, closing: closing.join(' ') };
}

/** The words at the end of mails that their reader may stop. */
export function unsubscribeWords(language: Language): { readonly why: string; readonly stop: string } {
  const say = (key: MailKey) => plain(paragraphsOf(language, key, {}).join(' '));
  return { why: say('mails.why'), stop: say('mails.unsubscribe') };
}

/** Marks around each value, which keep it from reordering the words around it; `<bdi>` in html. */
const [OPEN, CLOSE] = ['\u2068', '\u2069'];
/** A line break within a value, which begins no paragraph. */
const BREAK = '\u2028';

/** The paragraphs that are not empty, each value in its marks. */
function paragraphsOf(language: Language, key: MailKey, values: MessageValues): string[] {
  const text = formatMessage(CATALOGUES[language][key]!, { ...WORDS[language], isolate: isolated }, values);
  return text.split('\n\n').filter((paragraph) => paragraph !== '');
}

function isolated(value: string): string {
  const kept = withoutTricks(value).replaceAll('\n', BREAK);
  return kept === '' ? '' : `${OPEN}${kept}${CLOSE}`;
}

function plain(text: string): string {
  return text.replaceAll(OPEN, '').replaceAll(CLOSE, '').replaceAll(BREAK, '\n');
}

/** A paragraph in both forms; the address of the page is a button, which the html has once. */
type Line = { readonly text: string; readonly html: string | null };

function lineOf(text: string, url: unknown): Line {
  if (text === isolated(String(url))) return { text: plain(text), html: null };
  const html = escapeHtml(text).replaceAll(OPEN, '<bdi>').replaceAll(CLOSE, '</bdi>').replaceAll(BREAK, '<br>');
  return { text: plain(text), html };
}

function linkLine({ title, url }: Link): Line {
  const named = lineOf(isolated(title), undefined);
  return { text: `${named.text}: ${url}`, html: linkTo(url, named.html ?? '') };
}

function linkTo(url: string, html: string): string {
  return `<a href="${escapeHtml(url)}">${html}</a>`;
}

type Composed = {
  readonly language: Language;
  readonly name: MailName | EventKind;
  readonly values: MessageValues;
  readonly lines: readonly Line[];
  readonly subject: string;
};

function compose({ language, name, values, lines, subject }: Composed): Mail {
  const title = oneLine(subject, SUBJECT_LENGTH_MAX);
  const say = (key: MailKey, more: MessageValues = {}) => plain(paragraphsOf(language, key, more).join(' '));
  const { url, code, amount, mfiName } = values;
  const figure = code ?? amount;
  const sender = mfiName === undefined ? '' : oneLine(say('mails.sender', { mfiName }), SENDER_LENGTH_MAX);
  return {
    subject: title,
    text: `${lines.map(({ text }) => text).join('\n\n')}\n`,
    html: letterHtml({
      language,
      title: escapeHtml(title),
      sender: escapeHtml(sender === '' ? PRODUCT[language] : sender),
      figure: figure === undefined ? undefined : `<bdi>${escapeHtml(String(figure))}</bdi>`,
      paragraphs: lines.flatMap(({ html }) => (html === null ? [] : [html])),
      button:
        url === undefined
          ? undefined
          : { url: escapeHtml(String(url)), label: escapeHtml(say('mails.button', { name })) },
    }),
    ...(sender !== '' && { sender }),
  };
}

function smsOf(text: string): Mail {
  return { subject: '', text, html: '' };
}

function subjectOf(language: Language, name: MailName, values: MessageValues): string {
  return formatMessage(CATALOGUES[language][`mails.${name}.subject`]!, WORDS[language], withShortTitle(values));
}

function withShortTitle(values: MessageValues): MessageValues {
  return { ...values, title: oneLine(String(values['title'] ?? ''), TITLE_LENGTH_MAX) };
}

function valuesOf(language: Language, facts: Facts): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === 'string') values[name] = value;
    else if (typeof value === 'boolean') values[name] = value ? 'yes' : 'no';
    else if (typeof value !== 'number') continue;
    else if (name.endsWith('Cents')) values[name.slice(0, -'Cents'.length)] = formatUsd(language, value as Cents);
    else values[name] = String(value);
  }
  for (const [name, value] of Object.entries(facts)) {
    const sum = name === 'local' ? 'amount' : name.endsWith('Local') && name.slice(0, -'Local'.length);
    if (sum && value !== null && value !== undefined) values[sum] = formatLocal(language, value as LocalSum);
  }
  // A campaign alone may have no title (R16.6).
  if (values['title'] === '') {
    values['title'] = formatMessage(CATALOGUES[language]['mails.untitledCampaign']!, WORDS[language], values);
  }
  return values;
}

/** Marks that show a text in another order than it was written. */
const REORDERING = '\\u202a-\\u202e\\u2066-\\u2069';
const TRICKS = new RegExp(`(?![\\n\\t])\\p{Cc}|[${REORDERING}]`, 'gu');
const BREAKS = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}${REORDERING}]+`, 'gu');

/**
 * A person's words, with their line breaks and tabs and without characters that could hide or turn words around them
 * (security T12).
 */
function withoutTricks(text: string): string {
  return text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(TRICKS, '');
}

/**
 * The text without line breaks, control characters and marks that reorder text: a header must stay one header. And
 * without sequences that a mail program would take for encoded words, which may hold all of these.
 */
function oneLine(text: string, lengthMax: number): string {
  return shortened(text.replaceAll(BREAKS, ' ').replaceAll('=?', '= ?').trim(), lengthMax);
}
