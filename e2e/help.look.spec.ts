import type { Locator, Page } from '@playwright/test';
import { ROLES } from './screens.ts';
import { type Locale, type Texts, textsOf } from './texts.ts';
import { finder, LOCALES, open, settle, signedIn, type StorageState, visit } from './walk.ts';
import { expect, test } from './world.ts';

/** Each kind of action is pressed once in a walk, in another way in each language. */
const PRESS = {
  en: (button: Locator) => button.click(),
  be: (button: Locator) => button.tap(),
  ar: async (button: Locator) => {
    // A picture is chosen with a field inside of the marked element.
    await button.evaluate((marked: HTMLElement) => (marked.querySelector('input') ?? marked).focus());
    await button.page().keyboard.press('Enter');
  },
} as const;
const WIDTH = { en: 1280, be: 360, ar: 360 } as const;
const MARKED = '[data-help]:visible';
const IN_MENU = '[role=menuitem][data-help]:visible';

// They change nothing, so one server may show all of them, or each worker's own some.
test.describe.configure({ mode: 'parallel' });

for (const role of ROLES) {
  test(`in the help mode the screens of ${role.name} explain every action and carry out none`, async ({
    browser,
    baseURL,
    request,
    signIn,
  }) => {
    test.setTimeout(600_000);
    const { phone } = role;
    const url = baseURL as string;
    const state: StorageState | undefined = phone
      ? await signedIn(browser, url, (page) => signIn(page, phone))
      : undefined;
    // An action stands on the same screens in every language.
    let paths = (await role.screens(finder(request, state))).map(({ path }) => path);
    for (const locale of LOCALES) {
      await test.step(locale, async () => {
        const page = await open(browser, url, locale, state, { hasTouch: true });
        await page.setViewportSize({ width: WIDTH[locale], height: 800 });
        await page.addInitScript(() => localStorage.setItem('demo-mode', 'on'));
        paths = await explainAll(page, paths, locale);
        await page.context().close();
      });
    }
  });
}

/** Presses each kind of action once. @returns the paths of the screens on which one was met first */
async function explainAll(page: Page, paths: readonly string[], locale: Locale): Promise<string[]> {
  const text = textsOf(locale);
  const sent = changesOf(page);
  const explained = new Set<string>();
  const explaining: string[] = [];
  for (const path of paths) {
    const before = explained.size;
    await test.step(path, async () => {
      await visit(page, path, locale);
      await expect(page.locator('html')).toHaveAttribute('data-help-mode', 'on');
      await settle(page, text);
      const address = page.url();
      const explain = async (marked: string) => {
        for (const action of await actionsOf(page, marked)) {
          if (explained.has(action)) continue;
          explained.add(action);
          await PRESS[locale](
            page
              .locator(marked)
              .and(page.locator(`[data-help=${action}]`))
              .first(),
          );
          await expectExplained(page, text, action);
        }
      };
      await explain(MARKED);
      if (await openMenu(page, text)) await explain(IN_MENU);
      expect(page.url()).toBe(address);
    });
    if (explained.size > before) explaining.push(path);
  }
  expect(sent).toEqual([]);
  return explaining;
}

/** The requests that change data. A counted page view is none: it names the kind of page and no person. */
function changesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname !== '/api/analytics/page-view') sent.push(pathname);
  });
  return sent;
}

/** The kinds of marked things that are to be seen. */
async function actionsOf(page: Page, marked: string): Promise<readonly string[]> {
  const marks = await page.locator(marked).evaluateAll((all) => all.map((one) => one.getAttribute('data-help') ?? ''));
  return [...new Set(marks)];
}

/** The further actions of the first card of the page, if it has any. */
async function openMenu(page: Page, text: Texts): Promise<boolean> {
  const more = page.getByRole('main').getByRole('button', { name: text('nav.more') });
  if ((await more.count()) === 0) return false;
  await more.first().click();
  return true;
}

async function expectExplained(page: Page, text: Texts, action: string): Promise<void> {
  const explanation = page.locator('[popover][role=status]');
  await expect(explanation).toBeVisible();
  await expect(explanation).toHaveText(text(`help.${action}`));
  await expect(explanation).toBeInViewport({ ratio: 1 });
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}
