import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { isGate } from '../scripts/tests/gate.ts';
import { type Find, SAMPLES, type Screen } from './screens.ts';
import { type Locale, type Texts, textsOf } from './texts.ts';
import { expect, test } from './world.ts';

type Listed = { id: string; mfiName: string; status: number; title: string; allowedActions: string[] };
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The gate goes through each journey in one language. */
export const LOCALES: readonly Locale[] = isGate ? ['en'] : ['en', 'be', 'ar'];
const IN_BROWSER = {
  en: { lang: 'en', dir: 'ltr' },
  be: { lang: 'bn', dir: 'ltr' },
  ar: { lang: 'ar', dir: 'rtl' },
} as const;
/** The page counts as quiet after so long without an answer. */
const QUIET_MS = 120;

/** The stored state of a browser in which a person has signed in. */
export async function signedIn(browser: Browser, baseURL: string, signIn: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL });
  await signIn(await context.newPage());
  // The page tells the server a moment later that somebody is signed in.
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('signed-in');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** A page of a browser that has chosen a language, and remembers `state`. */
export async function open(
  browser: Browser,
  baseURL: string,
  locale: Locale,
  state: StorageState | undefined,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    baseURL,
    ...options,
    reducedMotion: 'reduce',
    ...(state && { storageState: state }),
  });
  await context.addCookies([{ name: 'language', value: locale, url: baseURL }]);
  await context.addInitScript((language) => localStorage.setItem('language', language), locale);
  return context.newPage();
}

/** Goes there and waits for the heading. */
export async function visit(page: Page, path: string, locale: Locale): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1').first()).toBeVisible();
  for (const [name, value] of Object.entries(IN_BROWSER[locale])) {
    await expect(page.locator('html')).toHaveAttribute(name, value);
  }
}

/** Waits until the parts that come later are there. */
export async function settle(page: Page, text: Texts): Promise<void> {
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

/** Opens each screen, and each dialog and menu there, and lets `look` look at it when all of it has come. */
export async function walkThrough(
  page: Page,
  screens: readonly Screen[],
  locale: Locale,
  look: () => Promise<void>,
): Promise<void> {
  const text = textsOf(locale);
  const lookAt = async () => {
    await settle(page, text);
    await look();
  };
  for (const { path, opens = [] } of screens) {
    await test.step(path, async () => {
      await visit(page, path, locale);
      await lookAt();
      for (const opener of opens) {
        const button = opener(page, text);
        await test.step(button.toString(), async () => {
          const before = await whatIsOpen(page);
          await button.click();
          await expect.poll(() => whatIsOpen(page)).not.toEqual(before);
          // A busy machine may be longer in coming to the end of a dialog than a page is quiet.
          await expect(page.locator('dialog[open] [class*=skeleton_]')).toHaveCount(0);
          await lookAt();
          await page.keyboard.press('Escape');
          await expect(page.locator('dialog[open]')).toHaveCount(0);
        });
      }
    });
  }
}

/** The dialogs and menus, and the step that a form is at. */
async function whatIsOpen(page: Page): Promise<unknown> {
  return {
    opened: await page.locator('dialog[open], [aria-expanded=true]').count(),
    forms: await page.locator('main form').allInnerTexts(),
  };
}

/** Looks a proposal up as the person of `state` sees it. */
export function finder(request: APIRequestContext, state: StorageState | undefined): Find {
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
        (status === undefined || proposal.status === PROPOSAL_STATUS[status]),
    );
    if (found === undefined) throw new Error(`no proposal in ${list} for ${allows ?? status ?? title}`);
    return `/App/proposal?${new URLSearchParams({ mfi: found.mfiName, id: found.id })}`;
  };
}
