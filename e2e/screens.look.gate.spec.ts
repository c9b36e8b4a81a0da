import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { isGate } from '../scripts/tests/gate.ts';
import { findingsOfAxe } from './axe.ts';
import { lostWords } from './lost-words.ts';
import { ROLES } from './screens.ts';
import type { Locale } from './texts.ts';
import { finder, LOCALES, open, signedIn, type StorageState, visit, walkThrough } from './walk.ts';
import { bareWords, hearWords } from './words.ts';
import { expect, test } from './world.ts';

const NARROW = 360;
/** The narrow one in light is where most is found: in the gate it stands for all. */
const WIDTHS = isGate ? [NARROW] : [NARROW, 1280];
/** Colours and sizes are the same in every language, so axe looks at them in one; in the others it reads the words. */
const LOOKED_AT_IN_FULL: Locale = 'en';
/** The dark scheme changes nothing but colours. */
const schemesIn = (locale: Locale) =>
  isGate || locale !== LOOKED_AT_IN_FULL ? (['light'] as const) : (['light', 'dark'] as const);
const GUIDE_PAGES = ['start', 'borrower', 'backer', 'officer', 'operator'] as const;

// They change nothing, so one server may show all of them, or each worker's own some.
test.describe.configure({ mode: 'parallel' });

for (const role of ROLES.filter(({ inGate }) => inGate || !isGate)) {
  test.describe(`the screens of ${role.name}`, () => {
    let state: StorageState | undefined;

    for (const locale of LOCALES) {
      test(`are accessible and fit in ${locale}`, async ({ browser, baseURL, request, signIn }) => {
        test.setTimeout(300_000);
        const url = baseURL as string;
        const { phone } = role;
        if (phone !== undefined) state ??= await signedIn(browser, url, (page) => signIn(page, phone));
        const page = await open(browser, url, locale, state);
        const complaints = listen(page);
        const words = hearWords(page);
        await walkThrough(page, await role.screens(finder(request, state)), locale, async () => {
          for (const width of WIDTHS) {
            for (const colorScheme of schemesIn(locale)) {
              await page.setViewportSize({ width, height: 800 });
              await page.emulateMedia({ colorScheme });
              await expectFit(page);
              await expectNoFindings(page, locale, width, colorScheme);
            }
          }
          await page.setViewportSize({ width: NARROW, height: 800 });
          expect.soft(await lostWords(page), `${page.url()} ${locale}: words that are cut`).toEqual([]);
          expect.soft(await bareWords(page, words), `${page.url()} ${locale}: words without a direction`).toEqual([]);
          expect
            .soft(await lostAtTwiceTheText(page), `${page.url()} ${locale}: words cut at twice the size`)
            .toEqual([]);
        });
        expect(complaints).toEqual([]);
        await page.context().close();
      });
    }
  });
}

/** The words that are cut, or leave the phone, when its owner has text twice as large. */
async function lostAtTwiceTheText(page: Page): Promise<string[]> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const lost = await lostWords(page);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return lost;
}

type Planned = { planPage: (path: string, search: string, isSignedIn: boolean) => { page: string | undefined } };

/** A person who has a password is led on from there; `first-backing.spec.ts` looks at it. */
const SEEN_ELSEWHERE = ['identity/choose-password-page'];

test('every page of the app is among the screens', async () => {
  const { planPage } = (await import(path.resolve('apps/web/dist/server/entry-server.js'))) as Planned;
  const seen = new Set(SEEN_ELSEWHERE);
  for (const { phone, screens } of ROLES) {
    for (const { path: address } of await screens(() => Promise.resolve('/App/proposal?mfi=ROI&id=1'))) {
      const { pathname, search } = new URL(address, 'http://page.invalid');
      const { page } = planPage(pathname, search, phone !== undefined);
      if (page !== undefined) seen.add(page);
    }
  }
  const pages = readdirSync('apps/web/src/pages', { recursive: true, encoding: 'utf8' });
  const unseen = pages.filter((file) => file.endsWith('-page.tsx') && !seen.has(file.replace(/\.tsx$/, '')));
  // No page lives at an address that nobody has.
  expect(unseen).toEqual(['not-found/not-found-page.tsx']);
});

test('the pages of the guide are accessible and fit in every language', async ({ browser, baseURL }) => {
  for (const locale of LOCALES) {
    const page = await open(browser, baseURL as string, locale, undefined);
    const complaints = listen(page);
    for (const name of GUIDE_PAGES) {
      await visit(page, `/docs/${locale}/${name}`, locale);
      for (const width of WIDTHS) {
        for (const colorScheme of schemesIn(locale)) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await expectNarrow(page);
          await expectNoFindings(page, locale, width, colorScheme);
        }
      }
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  }
});

/** The errors the browser complains of. An unknown address is right, and so is a change that asks for a fresh proof. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    const isUnknownPage = url === page.url() && message.text().includes('404');
    const asksForProof = url.endsWith('/api/identity/second-factor/begin') && message.text().includes('403');
    const isExpected = isUnknownPage || asksForProof;
    if (message.type() === 'error' && !isExpected)
      complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  return complaints;
}

async function expectNoFindings(page: Page, locale: Locale, width: number, scheme: 'light' | 'dark') {
  const look = `${page.url()} ${locale} ${width} ${scheme}`;
  if (locale === LOOKED_AT_IN_FULL) {
    expect.soft(await findingsOfAxe(page, scheme === 'dark' ? 'colours' : 'all'), look).toEqual([]);
  } else if (width === NARROW) {
    expect.soft(await findingsOfAxe(page, 'all but colours'), look).toEqual([]);
  }
}

/** The page does not overflow to the side, and it has its style. */
async function expectFit(page: Page): Promise<void> {
  await expectNarrow(page);
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper'));
  expect(paper, `${page.url()} has no style`).not.toBe('');
}

async function expectNarrow(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(tooWide, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}
