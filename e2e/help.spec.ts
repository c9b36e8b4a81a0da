import type { Locator, Page } from '@playwright/test';
import { ROLES } from './screens.ts';
import { type Texts, textsOf } from './texts.ts';
import { finder, LOCALES, open, settle, signedIn, type StorageState, visit } from './walk.ts';
import { expect, test } from './world.ts';

/** Each action is pressed in another way in each language. */
const PRESS = {
  en: (button: Locator) => button.click(),
  be: (button: Locator) => button.tap(),
  ar: async (button: Locator) => {
    // A picture is chosen with a field inside of what is marked.
    await button.evaluate((marked: HTMLElement) => (marked.querySelector('input') ?? marked).focus());
    await button.page().keyboard.press('Enter');
  },
} as const;
const WIDTH = { en: 1280, be: 360, ar: 360 } as const;
const MARKED = '[data-demo]:visible';

for (const role of ROLES) {
  test.describe(`in the help mode the screens of ${role.name}`, () => {
    let state: StorageState | undefined;

    for (const locale of LOCALES) {
      test(`explain every action and do none, in ${locale}`, async ({ browser, baseURL, request, signIn }) => {
        test.setTimeout(300_000);
        const { phone } = role;
        if (phone !== undefined) state ??= await signedIn(browser, baseURL as string, (page) => signIn(page, phone));
        const page = await open(browser, baseURL as string, locale, state, { hasTouch: true });
        await page.setViewportSize({ width: WIDTH[locale], height: 800 });
        await page.addInitScript(() => localStorage.setItem('demo-mode', 'on'));
        const text = textsOf(locale);
        const sent = changesOf(page);
        for (const { path } of await role.screens(finder(request, state))) {
          await test.step(path, async () => {
            await visit(page, path, locale);
            await expect(page.locator('html')).toHaveAttribute('data-demo-mode', 'on');
            await settle(page, text);
            const address = page.url();
            for (const action of await actionsOf(page)) {
              await PRESS[locale](page.locator(`[data-demo=${action}]:visible`).first());
              await expectExplained(page, text, action);
            }
            expect(page.url()).toBe(address);
          });
        }
        expect(sent).toEqual([]);
        await page.context().close();
      });
    }
  });
}

/** What leaves the browser and is no question. Pages are counted by their kind, whoever opens them. */
function changesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname !== '/api/analytics/page-view') sent.push(pathname);
  });
  return sent;
}

/** The kinds of marked things that are to be seen. */
async function actionsOf(page: Page): Promise<readonly string[]> {
  const marks = await page.locator(MARKED).evaluateAll((all) => all.map((one) => one.getAttribute('data-demo') ?? ''));
  return [...new Set(marks)];
}

async function expectExplained(page: Page, text: Texts, action: string): Promise<void> {
  const explanation = page.locator('[popover][role=status]');
  await expect(explanation).toBeVisible();
  await expect(explanation).toHaveText(text(`help.${action}`));
  await expect(explanation).toBeInViewport({ ratio: 1 });
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}
