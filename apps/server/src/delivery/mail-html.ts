import { escapeHtml } from '../http/escape-html.ts';
import { HTML_LANG, type Language } from '../http/language.ts';

/** The parts of a letter, each already safe between tags. */
type Letter = {
  readonly language: Language;
  readonly title: string;
  /** The institution it is about, else the product. */
  readonly sender: string;
  /** A sum or a code that is read first. */
  readonly figure: string | undefined;
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly url: string } | undefined;
};

// Mail programs drop style sheets, so each element brings its own.
const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#f6f3ee;color:#1f2421;font:16px/1.6 sans-serif',
  column: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px',
  sender: 'margin:0 0 16px;font-weight:bold;color:#0b6b58',
  figure: 'margin:0 0 16px;font-size:32px;line-height:1.2;font-weight:bold',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 24px;border-radius:8px;background:#0b6b58;color:#ffffff;font-weight:bold;text-decoration:none',
  small: 'margin:16px auto 0;max-width:560px;color:#5b625e',
};

/** One column of 560 px with one button, in the direction of its language. The footer of stoppable mails comes after it. */
export function letterHtml({ language, title, sender, figure, paragraphs, button }: Letter): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const lines = [
    `<p style="${STYLE.sender}">${sender}</p>`,
    ...(figure === undefined ? [] : [`<p style="${STYLE.figure}">${figure}</p>`]),
    ...paragraphs.map((text) => `<p style="${STYLE.paragraph}">${text}</p>`),
    ...(button === undefined ? [] : [`<p><a href="${button.url}" style="${STYLE.button}">${button.label}</a></p>`]),
  ];
  return (
    `<!doctype html><html lang="${HTML_LANG[language]}" dir="${direction}"><head><meta charset="utf-8">` +
    `<title>${title}</title></head><body style="${STYLE.page}">` +
    `<div style="${STYLE.column}">${lines.join('')}</div></body></html>`
  );
}

/** Why the mail came and how it stops, as words and without a naked address. */
export function withHtmlFooter(html: string, why: string, stop: string, url: string): string {
  const link = `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(stop)}</a>`;
  const footer = `<p style="${STYLE.small}"><small>${escapeHtml(why)} ${link}</small></p>`;
  return html.replace(/<\/body><\/html>$/, () => `${footer}</body></html>`);
}
