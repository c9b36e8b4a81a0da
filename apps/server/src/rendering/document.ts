import { escapeHtml as escape } from '../http/escape-html.ts';
import { HTML_LANG } from '../http/language.ts';
import { NOT_STARTED_HEAD, notStarted } from './not-started.ts';
import type { Locale } from './share-head.ts';
import type { PageAssets } from './web-build.ts';

const COLOUR = /^#[\da-f]{6}$/i;

export type DocumentInput = {
  template: string;
  assets: PageAssets;
  locale: Locale;
  theme: 'light' | 'dark' | undefined;
  /** Whether the browser says that a person is signed in, who gets room for the navigation. */
  isSignedIn: boolean;
  title: string;
  description: string;
  /** Tags for search engines and for readers of the address: see `share-head.ts`. */
  tags: readonly string[];
  /** The calls that a script makes before the app has come. */
  early: { script: string; path: string; asks: readonly string[] } | undefined;
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
    `lang="${HTML_LANG[input.locale]}"`,
    `dir="${input.locale === 'ar' ? 'rtl' : 'ltr'}"`,
    ...(input.isSignedIn ? ['data-signed-in'] : []),
    ...(input.theme ? [`data-theme="${input.theme}"`] : []),
  ];
  const head = [
    ...(input.early ? [earlyScript(input.early)] : []),
    NOT_STARTED_HEAD,
    ...styles.map((css) => `<style>${css}</style>`),
    // Inert, but the module loader finds its style sheets here and does not fetch the inlined ones.
    ...input.assets.styleSheets.map((href) => `<link rel="stylesheet" href="${href}" disabled>`),
    ...input.assets.scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    `<link rel="manifest" href="/${input.locale}.webmanifest">`,
    ...input.tags,
  ];
  const html = fill(input.template, {
    '<html lang="en" dir="ltr">': `<html ${attributes.join(' ')}>`,
    '<!--title-->': `<title>${escape(input.title)}</title><meta name="description" content="${escape(input.description)}">`,
    '<!--head-->': head.join(''),
    '<div id="root"><!--page--></div>': `${notStarted(input.locale)}<div id="root" data-rendered="${input.rendered}">${input.html}</div>`,
    '<!--data-->': `<script id="server-data" type="application/json">${jsonInScript(input.state)}</script>`,
  });
  return { html, styles };
}

/** The script is no module, because the first module of a document names the build. */
function earlyScript({ script, path, asks }: NonNullable<DocumentInput['early']>): string {
  return `<script async fetchpriority="high" src="${script}" data-asks="${escape(JSON.stringify({ path, asks }))}"></script>`;
}

function brandCss(brand: DocumentInput['brand']): string {
  if (!brand || !COLOUR.test(brand.primary) || !COLOUR.test(brand.accent)) return '';
  return `:root{--brand:${brand.primary};--brand-accent:${brand.accent}}`;
}

/** Every place is filled once, and the filled-in text is never searched again. */
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
