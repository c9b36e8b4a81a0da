import type { Page } from '@playwright/test';
import { isGate } from '../scripts/tests/gate.ts';
import { findingsOfAxe } from './axe.ts';
import { ROLES } from './screens.ts';
import { type Locale, textsOf } from './texts.ts';
import { finder, LOCALES, open, settle, signedIn, type StorageState, visit } from './walk.ts';
import { bareWords, hearWords } from './words.ts';
import { expect, test } from './world.ts';

type Check = (page: Page) => Promise<void>;

const WIDTHS = [360, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Colours and sizes are the same in every language, so axe looks at them in one; in the others it reads the words. */
const LOOKED_AT_IN_FULL: Locale = 'en';
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
        const text = textsOf(locale);
        const check: Check = async () => {
          await settle(page, text);
          for (const width of WIDTHS) {
            for (const colorScheme of SCHEMES) {
              await page.setViewportSize({ width, height: 800 });
              await page.emulateMedia({ colorScheme });
              await expectFit(page);
              await expectNoFindings(page, locale, width, colorScheme);
            }
          }
          await page.setViewportSize({ width: WIDTHS[0], height: 800 });
          expect.soft(await bareWords(page, words), `${page.url()} ${locale}: words without a direction`).toEqual([]);
        };
        for (const { path, opens = [] } of await role.screens(finder(request, state))) {
          await test.step(path, async () => {
            await visit(page, path, locale);
            await check(page);
            for (const opener of opens) {
              const button = opener(page, text);
              await test.step(button.toString(), async () => {
                await button.click();
                await expect(page.locator('dialog[open], [aria-expanded=true], main form').first()).toBeVisible();
                // A busy machine may be longer in coming to the end of a dialog than a page is quiet.
                await expect(page.locator('dialog[open] [class*=skeleton_]')).toHaveCount(0);
                await check(page);
                await page.keyboard.press('Escape');
                await expect(page.locator('dialog[open]')).toHaveCount(0);
              });
            }
          });
        }
        expect(complaints).toEqual([]);
        await page.context().close();
      });
    }
  });
}

test('the pages of the guide are accessible and fit in every language', async ({ browser, baseURL }) => {
  for (const locale of LOCALES) {
    const page = await open(browser, baseURL as string, locale, undefined);
    const complaints = listen(page);
    for (const name of GUIDE_PAGES) {
      await visit(page, `/docs/${locale}/${name}`, locale);
      for (const width of WIDTHS) {
        for (const colorScheme of SCHEMES) {
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

/** The dark scheme changes nothing but colours. */
async function expectNoFindings(page: Page, locale: Locale, width: number, scheme: (typeof SCHEMES)[number]) {
  const look = `${page.url()} ${locale} ${width} ${scheme}`;
  if (locale === LOOKED_AT_IN_FULL) {
    expect.soft(await findingsOfAxe(page, scheme === 'dark' ? 'colours' : 'all'), look).toEqual([]);
  } else if (width === WIDTHS[0] && scheme === SCHEMES[0]) {
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
