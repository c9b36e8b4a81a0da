import type { Page } from '@playwright/test';
import { findingsOfAxe } from './axe.ts';
import { ROLES } from './screens.ts';
import { textsOf } from './texts.ts';
import { finder, LOCALES, open, settle, signedIn, type StorageState, visit } from './walk.ts';
import { bareWords, hearWords } from './words.ts';
import { expect, test } from './world.ts';

type Check = (page: Page) => Promise<void>;

const WIDTHS = [360, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;
const GUIDE_PAGES = ['start', 'borrower', 'backer', 'officer', 'operator'] as const;

for (const role of ROLES) {
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
              expect.soft(await findingsOfAxe(page), `${page.url()} ${width} ${colorScheme}`).toEqual([]);
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
          expect.soft(await findingsOfAxe(page), `${page.url()} ${width} ${colorScheme}`).toEqual([]);
        }
      }
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  }
});

/** Everything the browser complains of. That an address is unknown, or a draft to a server that sees only visitors, is right. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isExpected = message.location().url === page.url() && message.text().includes('404');
    if (message.type() === 'error' && !isExpected)
      complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  return complaints;
}

/** Nothing sticks out to the side, and the page has its style. */
async function expectFit(page: Page): Promise<void> {
  await expectNarrow(page);
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper'));
  expect(paper, `${page.url()} has no style`).not.toBe('');
}

async function expectNarrow(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(tooWide, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}
