import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import { findingsOfAxe } from './axe.ts';
import { type Find, ROLES, SAMPLES } from './screens.ts';
import { type Locale, type Texts, textsOf } from './texts.ts';
import { expect, test } from './world.ts';

type Listed = { id: string; mfiName: string; status: number; title: string; allowedActions: string[] };
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
type Check = (page: Page) => Promise<void>;

const LOCALES: readonly Locale[] = ['en', 'be', 'ar'];
const IN_BROWSER = {
  en: { lang: 'en', dir: 'ltr' },
  be: { lang: 'bn', dir: 'ltr' },
  ar: { lang: 'ar', dir: 'rtl' },
} as const;
const WIDTHS = [360, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Nothing has come any more for so long. */
const QUIET_MS = 120;
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

async function signedIn(browser: Browser, baseURL: string, signIn: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL });
  await signIn(await context.newPage());
  const state = await context.storageState();
  await context.close();
  return state;
}

async function open(browser: Browser, baseURL: string, locale: Locale, state: StorageState | undefined) {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    ...(state && { storageState: state }),
  });
  await context.addCookies([{ name: 'language', value: locale, url: baseURL }]);
  await context.addInitScript((language) => localStorage.setItem('language', language), locale);
  return context.newPage();
}

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

async function visit(page: Page, path: string, locale: Locale): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1').first()).toBeVisible();
  for (const [name, value] of Object.entries(IN_BROWSER[locale])) {
    await expect(page.locator('html')).toHaveAttribute(name, value);
  }
}

/** Waits until the parts that come later are there. */
async function settle(page: Page, text: Texts): Promise<void> {
  if (!page.url().endsWith(SAMPLES)) await expect(page.getByText(text('common.loading'))).toHaveCount(0);
  await page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(done, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quiet);
        });
        function done() {
          observer.disconnect();
          resolve();
        }
        observer.observe(document, { subtree: true, childList: true });
      }),
    QUIET_MS,
  );
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

function finder(request: APIRequestContext, state: StorageState | undefined): Find {
  const stored = new Map(state?.origins[0]?.localStorage.map(({ name, value }) => [name, value]));
  const token = stored.get('sathi.auth.accessToken');
  const me = stored.has('user') ? `&userId=${JSON.parse(stored.get('user') ?? '').id}` : '';
  return async (list, { allows, status, title }) => {
    const answer = await request.get(list + me, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    const { data } = (await answer.json()) as { data: Listed[] | { proposals: Listed[] } };
    const found = (Array.isArray(data) ? data : data.proposals).find(
      (proposal) =>
        (allows === undefined || proposal.allowedActions.includes(allows)) &&
        (title === undefined || proposal.title === title) &&
        (status === undefined || proposal.status === status),
    );
    if (found === undefined) throw new Error(`no proposal in ${list} for ${allows ?? status ?? title}`);
    return `/App/proposal?${new URLSearchParams({ mfi: found.mfiName, id: found.id })}`;
  };
}
