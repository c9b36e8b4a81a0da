import { escapeHtml as escape } from './escape-html.ts';
import type { Locale } from './share-head.ts';
import type { PageAssets } from './web-build.ts';

/** `be` is Bengali in the interface; browsers call it `bn`. */
const LANGUAGE = { en: 'en', be: 'bn', ar: 'ar' } as const;
const COLOUR = /^#[\da-f]{6}$/i;

export type DocumentInput = {
  template: string;
  assets: PageAssets;
  locale: Locale;
  theme: 'light' | 'dark' | undefined;
  title: string;
  description: string;
  /** For search engines and for those who get the address: see `share-head.ts`. */
  tags: readonly string[];
  brand: { primary: string; accent: string } | undefined;
  html: string;
  /** `page`: the browser takes the markup over. `frame`: it draws the page itself. */
  rendered: 'page' | 'frame';
  state: unknown;
};

/** The whole HTML document, and the texts of its inline style sheets for the policy. */
export function makeDocument(input: DocumentInput): { html: string; styles: string[] } {
  const styles = [input.assets.css, brandCss(input.brand)].filter((css) => css !== '');
  const attributes = [
    `lang="${LANGUAGE[input.locale]}"`,
    `dir="${input.locale === 'ar' ? 'rtl' : 'ltr'}"`,
    ...(input.theme ? [`data-theme="${input.theme}"`] : []),
  ];
  const head = [
    ...styles.map((css) => `<style>${css}</style>`),
    // Inert, but the module loader finds its style sheets here and does not fetch what is already inlined.
    ...input.assets.styleSheets.map((href) => `<link rel="stylesheet" href="${href}" disabled>`),
    ...input.assets.scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ...input.assets.laterScripts.map(
      (href) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${href}">`,
    ),
    `<link rel="manifest" href="/${input.locale}.webmanifest">`,
    ...input.tags,
  ];
  const html = fill(input.template, {
    '<html lang="en" dir="ltr">': `<html ${attributes.join(' ')}>`,
    '<!--title-->': `<title>${escape(input.title)}</title><meta name="description" content="${escape(input.description)}">`,
    '<!--head-->': head.join(''),
    '<div id="root"><!--page--></div>': `<div id="root" data-rendered="${input.rendered}">${input.html}</div>`,
    '<!--data-->': `<script id="server-data" type="application/json">${jsonInScript(input.state)}</script>`,
  });
  return { html, styles };
}

function brandCss(brand: DocumentInput['brand']): string {
  if (!brand || !COLOUR.test(brand.primary) || !COLOUR.test(brand.accent)) return '';
  return `:root{--brand:${brand.primary};--brand-accent:${brand.accent}}`;
}

/** Every place is filled once, and what is filled in is never searched again. */
function fill(template: string, places: Record<string, string>): string {
  let html = '';
  let rest = template;
  for (const [place, content] of Object.entries(places)) {
    const start = rest.indexOf(place);
    if (start < 0) throw new Error(`index.html has no ${place} in its place`);
    html += rest.slice(0, start) + content;
    rest = rest.slice(start + place.length);
  }
  return html + rest;
}

/** JSON that no text inside can end the script element with. */
function jsonInScript(value: unknown): string {
  return JSON.stringify(value ?? null)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
