import { readFileSync } from 'node:fs';
import type { PageKey } from '@sathi/texts/keys.ts';
import { Marked } from 'marked';
import { escapeHtml } from '../../http/escape-html.ts';
import { HTML_LANG, type Language, LANGUAGES } from '../../http/language.ts';
import { pageText } from '../../http/sentences.ts';
import { pictureSize } from './guide-pictures.ts';
import { GUIDE_STYLE } from './guide-style.ts';

export const GUIDE_PAGES = ['start', 'borrower', 'backer', 'officer', 'operator'] as const;
export type GuidePage = (typeof GUIDE_PAGES)[number];

/** Operators read the English guide; commands and variables have no other language. */
const ENGLISH_ONLY: readonly GuidePage[] = ['operator'];

export type GuideInput = { readonly language: Language; readonly page: GuidePage; readonly theme: string | undefined };

/** One page of the guide as a whole HTML document without scripts. The text comes from `pages/<language>/<page>.md`. */
export function guidePage({ language, page, theme }: GuideInput): string {
  const text = (key: PageKey) => pageText(language, key);
  const textLanguage = ENGLISH_ONLY.includes(page) ? 'en' : language;
  const { html, title, headings } = articleOf(textLanguage, page);
  const themeAttribute = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
  return `<!doctype html>
<html lang="${HTML_LANG[language]}" dir="${directionOf(language)}"${themeAttribute}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} · ${text('guide.site')}`)}</title>
<meta name="description" content="${escapeHtml(title)}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${GUIDE_STYLE}</style>
</head>
<body>
<a class="skip" href="#text">${text('guide.skip')}</a>
<header><div class="bar">
<a class="site" href="${addressOf(language, 'start')}">${text('guide.site')}</a>
<nav aria-label="${text('language')}"><ul class="languages">${LANGUAGES.map((choice) => languageLink(choice, language, page)).join('')}</ul></nav>
<a href="/">${text('guide.toApp')}</a>
</div></header>
<div class="page">
<nav class="pages" aria-label="${text('guide.site')}"><ul>${GUIDE_PAGES.map((choice) => pageLink(language, choice, page)).join('')}</ul></nav>
<main id="text" lang="${HTML_LANG[textLanguage]}" dir="${directionOf(textLanguage)}">
${html.replace('</h1>', () => `</h1>\n${contentsOf(headings, text('guide.onThisPage'))}`)}
</main>
</div>
</body>
</html>
`;
}

function languageLink(choice: Language, current: Language, page: GuidePage): string {
  const mark = choice === current ? ' aria-current="true"' : '';
  return `<li><a href="${addressOf(choice, page)}" lang="${HTML_LANG[choice]}"${mark}>${pageText(choice, 'languageName')}</a></li>`;
}

function pageLink(language: Language, choice: GuidePage, current: GuidePage): string {
  const mark = choice === current ? ' aria-current="page"' : '';
  return `<li><a href="${addressOf(language, choice)}"${mark}>${pageText(language, `guide.pages.${choice}`)}</a></li>`;
}

function contentsOf(headings: readonly Heading[], label: string): string {
  const links = headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('');
  return `<nav class="contents" aria-label="${label}"><p>${label}</p><ul>${links}</ul></nav>`;
}

export function addressOf(language: Language, page: GuidePage): string {
  return `/docs/${language}/${page}`;
}

function directionOf(language: Language): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** `text` is escaped already. */
type Heading = { readonly id: string; readonly text: string };
type Article = { readonly html: string; readonly title: string; readonly headings: readonly Heading[] };

const articles = new Map<string, Article>();

/** The article of a page, read and turned into HTML once. The texts are the project's own, so their HTML is trusted. */
function articleOf(language: Language, page: GuidePage): Article {
  const key = `${language}/${page}`;
  const known = articles.get(key);
  if (known) return known;
  const source = readFileSync(new URL(`./pages/${key}.md`, import.meta.url), 'utf8');
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        if (depth !== 2) return `<h${depth}>${text}</h${depth}>\n`;
        const id = `part-${headings.length + 1}`;
        headings.push({ id, text });
        return `<h2 id="${id}">${text}</h2>\n`;
      },
      image({ href, text }) {
        const { width, height } = pictureSize(language, href);
        return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
      },
    },
  });
  const html = marked.parse(source, { async: false });
  const title = /^# (.+)$/m.exec(source)?.[1] ?? page;
  const article = { html, title, headings };
  articles.set(key, article);
  return article;
}
