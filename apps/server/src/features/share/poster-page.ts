import { createHash } from 'node:crypto';
import type { PageKey } from '@sathi/texts/keys.ts';
import type { MessageValues } from '@sathi/texts/message.ts';
import encodeQR from 'qr';
import { escapeHtml } from '../../http/escape-html.ts';
import { HTML_LANG, type Language, LANGUAGES } from '../../http/language.ts';
import { pageText } from '../../http/sentences.ts';
import { progressBar } from './picture-parts.ts';
import { POSTER_STYLE } from './poster-style.ts';

const PRINT = 'document.querySelector("button").onclick=()=>print()';
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page may load the photo and nothing else; its style sheet and its one line of script are allowed by their hashes. */
export const POSTER_POLICY =
  `default-src 'none'; img-src 'self'; style-src ${hashOf(POSTER_STYLE)}; script-src ${hashOf(PRINT)}; ` +
  `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export type Poster = {
  readonly title: string;
  /** Path of the photo; null for none. */
  readonly image: string | null;
  /** How far it is, in words; empty where nothing is asked for yet. */
  readonly figures: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly isOpen: boolean;
  readonly mfiName: string;
  /** The whole address. */
  readonly url: string;
};

/** A loan or a campaign on one sheet of paper: its photo, how far it is, and its address for a camera. */
export function posterPage(poster: Poster, language: Language, pathIn: (language: Language) => string): string {
  const { title, image, figures, progress, isOpen, mfiName, url } = poster;
  const text = (key: PageKey, values?: MessageValues) => pageText(language, key, values);
  const isRightToLeft = language === 'ar';
  return `<!doctype html>
<html lang="${HTML_LANG[language]}" dir="${isRightToLeft ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${text('poster.title')}: ${title}`)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${POSTER_STYLE}</style>
</head>
<body>
<header class="bar">
<nav aria-label="${text('language')}"><ul>${LANGUAGES.map((one) => languageLink(one, language, pathIn(one))).join('')}</ul></nav>
<button type="button">${text('poster.print')}</button>
</header>
<main>
<h1 dir="auto">${escapeHtml(title)}</h1>
${image === null ? '' : `<img class="photo" src="${escapeHtml(image)}?w=1600" alt="">`}
<div>
${figures === '' ? '' : `<p class="amount">${escapeHtml(figures)}</p>`}
${progressBar({ width: 1000, height: 22 }, progress, isRightToLeft).toString().replace('<svg ', '<svg class="line" viewBox="0 0 1000 22" preserveAspectRatio="none" aria-hidden="true" ')}
${isOpen ? `<p class="lend">${text('poster.lend')}</p><p class="soft">${text('poster.risk')}</p>` : ''}
</div>
<div>
${codeOf(url, text('poster.code'))}
<p class="lend">${text('poster.scan')}</p>
</div>
<p class="foot"><span>${escapeHtml(text('poster.through', { mfiName }))}</span><span>${text('poster.product')}</span></p>
</main>
<script>${PRINT}</script>
</body>
</html>
`;
}

function languageLink(choice: Language, current: Language, path: string): string {
  const mark = choice === current ? ' aria-current="true"' : '';
  return `<li><a href="${escapeHtml(path)}" lang="${HTML_LANG[choice]}"${mark}>${pageText(choice, 'languageName')}</a></li>`;
}

/** The address as a QR code, black on white with the quiet edge that cameras need. */
function codeOf(url: string, label: string): string {
  const rows = encodeQR(url, 'raw', { border: 4 });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return `<svg class="code" viewBox="0 0 ${rows.length} ${rows.length}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${dark.join('')}"/></svg>`;
}
