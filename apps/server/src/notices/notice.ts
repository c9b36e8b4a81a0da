import { shortened } from '@sathi/domain/letters.ts';
import type { Language } from '../http/language.ts';

/** One message as a person reads it; an SMS has neither subject nor html. */
export type Notice = { readonly subject: string; readonly text: string; readonly html: string };

/** A sentence in both forms. In html every value is escaped and kept from reordering the words around it. */
export type Line = { readonly text: string; readonly html: string };

const SUBJECT_LENGTH_MAX = 120;
const TITLE_LENGTH_MAX = 60;
/** `be` is Belarusian to everybody but us (R17.1). */
const HTML_LANG: Readonly<Record<Language, string>> = { en: 'en', be: 'bn', ar: 'ar' };

export function line(strings: TemplateStringsArray, ...values: ReadonlyArray<string | number>): Line {
  const plain = values.map((value) => withoutTricks(String(value)));
  const join = (dress: (value: string) => string): string =>
    strings.reduce((text, part, index) => text + dress(plain[index - 1] ?? '') + part);
  return { text: join((value) => value), html: join((value) => `<bdi>${escapeHtml(value)}</bdi>`) };
}

/** A title of somebody's as a link to an address of ours. */
export function linkLine(title: string, url: string): Line {
  const named = line`${title}`;
  return { text: `${named.text}: ${url}`, html: `<a href="${escapeHtml(url)}">${named.html}</a>` };
}

export function email(language: Language, subject: string, lines: readonly Line[], url?: string): Notice {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const link = url === undefined ? [] : [{ text: url, html: `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>` }];
  const all = [...lines, ...link];
  return {
    subject: oneLine(subject, SUBJECT_LENGTH_MAX),
    text: `${all.map(({ text }) => text).join('\n\n')}\n`,
    html:
      `<!doctype html><html lang="${HTML_LANG[language]}" dir="${direction}"><head><meta charset="utf-8">` +
      `<title>${escapeHtml(oneLine(subject, SUBJECT_LENGTH_MAX))}</title></head><body>` +
      `${all.map(({ html }) => `<p>${html.replaceAll('\n', '<br>')}</p>`).join('')}</body></html>`,
  };
}

export function sms(text: string): Notice {
  return { subject: '', text, html: '' };
}

/** A title as it may stand in a subject. */
export function shortTitle(title: string): string {
  return oneLine(title, TITLE_LENGTH_MAX);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Marks that show a text in another order than it was written. */
const REORDERING = '\\u202a-\\u202e\\u2066-\\u2069';
const TRICKS = new RegExp(`(?![\\n\\t])\\p{Cc}|[${REORDERING}]`, 'gu');
const BREAKS = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}${REORDERING}]+`, 'gu');

/** What a person wrote, with its line breaks and tabs and without what could hide or turn words around it (security T12). */
function withoutTricks(text: string): string {
  return text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(TRICKS, '');
}

/**
 * Without line breaks, control characters and marks that reorder text: a header must stay one header. And without what a mail
 * program would take for encoded words, which may hold all of these.
 */
function oneLine(text: string, lengthMax: number): string {
  return shortened(text.replaceAll(BREAKS, ' ').replaceAll('=?', '= ?').trim(), lengthMax);
}
