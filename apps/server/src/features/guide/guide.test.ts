import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useWorld } from '../../test/world.ts';
import { GUIDE_PAGES } from './guide-page.ts';

const world = useWorld();
const LANGUAGES = ['en', 'be', 'ar'] as const;
/** Addresses of the web app, which this world does not serve. */
const OF_THE_APP = ['/', '/CasperAssets'];
const LETTERS = { en: /[a-z]/, be: /\p{Script=Bengali}/u, ar: /\p{Script=Arabic}/u };
const cells = LANGUAGES.flatMap((language) => GUIDE_PAGES.map((page) => ({ language, page })));
const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: 'GET', url, headers });

describe('the guide', () => {
  test.each(cells)(
    'has $page in $language, which leads to all others and has no dead link',
    async ({ language, page }) => {
      const response = await get(`/docs/${language}/${page}`);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('text/html');
      expect(response.body).toContain(`<html lang="${{ en: 'en', be: 'bn', ar: 'ar' }[language]}"`);
      expect(response.body).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
      const heading = /<h1>(.*?)<\/h1>/.exec(response.body)?.[1] ?? '';
      expect(heading).toMatch(page === 'operator' ? LETTERS.en : LETTERS[language]);
      for (const [, href = ''] of response.body.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        if (href.startsWith('#')) expect(response.body).toContain(`id="${href.slice(1)}"`);
        else if (!OF_THE_APP.includes(href)) {
          const linked = await get(new URL(href, `http://x/docs/${language}/${page}`).pathname);
          expect([href, linked.statusCode]).toEqual([href, 200]);
        }
      }
    },
  );

  test('every language has the same pages with the same parts; operators read English', () => {
    const pagesOf = (language: string) => readdirSync(new URL(`./pages/${language}/`, import.meta.url)).sort();
    expect(pagesOf('be')).toEqual(pagesOf('en').filter((name) => name !== 'operator.md'));
    expect(pagesOf('ar')).toEqual(pagesOf('be'));
  });

  test.each(GUIDE_PAGES)('%s has as many parts in each language', async (page) => {
    const counts = await Promise.all(
      LANGUAGES.map(async (language) => (await get(`/docs/${language}/${page}`)).body.split('<h2').length),
    );
    expect(new Set(counts).size).toBe(1);
  });

  test.each([
    ['en', 'goes ahead with a part'],
    ['be', 'একটি অংশ নিয়েই ঋণ এগোবে'],
    ['ar', 'يُكتفى بجزء من المبلغ'],
  ])(
    'says in %s where it says that backers get everything back that a part may be lent (R31.2)',
    async (language, words) => {
      for (const page of ['start', 'backer'])
        expect((await get(`/docs/${language}/${page}`)).body, page).toContain(words);
    },
  );

  test('calls the account that staff:add makes a manager’s, and names the role of an officer (R34.4)', async () => {
    const { body } = await get('/docs/en/operator');
    expect(body).toMatch(/staff:add[^.]* makes a manager\S+ account/);
    expect(body).toContain('--role officer');
  });

  test.each(LANGUAGES)('calls buttons and pages in %s by their names on the screen', (language) => {
    const words = new Set(Object.values(textsOf(language)));
    const unknown = (['borrower', 'backer', 'officer'] as const).flatMap((page) => {
      const text = readFileSync(new URL(`./pages/${language}/${page}.md`, import.meta.url), 'utf8');
      return [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name).filter((name = '') => !words.has(name));
    });
    expect(unknown).toEqual([]);
  });

  test.each(LANGUAGES)('names in %s the buttons of credit, batches, late loans and signed months', (language) => {
    const texts = textsOf(language);
    const named = {
      backer: ['credit.payOut', 'credit.relend', 'credit.give', 'payoutAccounts.title'],
      officer: [
        'payouts.page',
        'batches.approve',
        'batches.bankFile',
        'batches.markSent',
        'batches.takeOut',
        'mfi.queues.late',
        'contacts.open',
        'contacts.outcome.promised',
        'contacts.forBackers',
        'settlements.page',
        'settlements.sign',
        'settlements.confirm',
      ],
    };
    for (const [page, keys] of Object.entries(named)) {
      const words = readFileSync(new URL(`./pages/${language}/${page}.md`, import.meta.url), 'utf8');
      expect(keys.filter((key) => !words.includes(`**${texts[key]}**`))).toEqual([]);
    }
  });

  test.each(LANGUAGES)(
    'shows an officer’s Monday in %s with pictures that are there and said in words',
    async (language) => {
      const { body } = await get(`/docs/${language}/officer`);
      const pictures = [...body.matchAll(/<img src="([^"]+)" alt="([^"]+)" width="\d+" height="\d+"/g)];
      expect(pictures.map(([, href]) => href)).toEqual(
        ['sure', 'look', 'days', 'position'].map((name) => `pictures/monday-${name}.webp`),
      );
      for (const [, href = '', words = ''] of pictures) {
        expect(words).toMatch(LETTERS[language]);
        const { statusCode, headers } = await get(`/docs/${language}/${href}`);
        expect([href, statusCode, headers['content-type']]).toEqual([href, 200, 'image/webp']);
      }
    },
  );

  test('opens in the language chosen in the product, else in the browser’s', async () => {
    const chosen = await get('/docs', { cookie: 'language=ar', 'accept-language': 'bn' });
    expect(chosen.headers.location).toBe('/docs/ar/start');
    const asked = await get('/docs', { 'accept-language': 'bn-BD,en;q=0.5' });
    expect(asked.headers.location).toBe('/docs/be/start');
  });

  test('runs no script, and allows its own style sheet alone', async () => {
    const { body, headers } = await get('/docs/en/borrower');
    expect(body).not.toMatch(/<script|javascript:|style=/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*style-src 'sha256-[^']+'$/);
  });

  test.each([
    '/docs/fr/start',
    '/docs/en/nothing',
    '/docs/en/..%2fstart',
    '/docs/en/start.md',
    '/docs/en/pictures/nothing.webp',
    '/docs/en/pictures/..%2f..%2fguide-page.ts',
  ])('%s is not there', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

/** Every text of the interface, by its key. */
function textsOf(language: string): Readonly<Record<string, string>> {
  const texts = new URL(`../../../../../packages/texts/${language}/`, import.meta.url);
  const of = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, texts), 'utf8')) as object;
  return Object.assign({}, ...['people', 'help', 'money', 'staff'].map(of));
}
