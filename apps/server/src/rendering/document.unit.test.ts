import { expect, test } from 'vitest';
import { type DocumentInput, makeDocument } from './document.ts';

const TEMPLATE =
  '<!doctype html><html lang="en" dir="ltr"><head><!--title--><!--head--></head><body><div id="root"><!--page--></div><!--data--></body></html>';
const HOSTILE = `</script><script>alert(1)</script><!-- "quoted" & 'more' \u2028`;

const PAGE: DocumentInput = {
  template: TEMPLATE,
  assets: { css: '', styleSheets: [], scripts: [] } as never,
  locale: 'en',
  theme: undefined,
  isSignedIn: false,
  title: 'A page',
  description: '',
  tags: [],
  early: undefined,
  brand: undefined,
  html: '',
  rendered: 'page',
  state: null,
};

const documentOf = (part: Partial<DocumentInput>): string => makeDocument({ ...PAGE, ...part }).html;

test('ASVS 1.2.3: data in a page cannot end its element, and comes back as it was', () => {
  const html = documentOf({ state: { title: HOSTILE } });
  const [, json = ''] = /<script id="server-data" type="application\/json">(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(json)).toEqual({ title: HOSTILE });
  expect(html.match(/<script/g)).toHaveLength(documentOf({}).match(/<script/g)!.length);
});

test('ASVS 1.2.1: a title with tags and quotes stays text', () => {
  const html = documentOf({ title: HOSTILE, description: HOSTILE });
  expect(html).not.toContain('alert(1)</script>');
  expect(html.match(/<script/g)).toHaveLength(documentOf({}).match(/<script/g)!.length);
});

test('a page keeps room for the navigation of a person signed in alone', () => {
  expect(documentOf({ isSignedIn: true })).toMatch(/<html [^>]*data-signed-in/);
  expect(documentOf({})).not.toContain('data-signed-in');
});

test('a brand colour that is no colour is left out of the style sheet', () => {
  const html = documentOf({ brand: { primary: '#fff}</style><script>', accent: '#000000' } });
  expect(html).not.toContain('<style>');
});

test('ASVS 1.2.1: an address asked early cannot leave its attribute', () => {
  const early = {
    script: '/assets/ask.js',
    path: '/App/Home',
    asks: ['/api/borrow/stats/"><script>alert(1)</script>'],
  };
  const html = documentOf({ early });
  expect(html).not.toContain('<script>alert');
  expect(html.match(/<script/g)).toHaveLength(documentOf({}).match(/<script/g)!.length + 1);
});
