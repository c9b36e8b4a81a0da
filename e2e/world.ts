import { type APIRequestContext, test as base, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { findingsOfAxe } from './axe.ts';
import { SEED_PASSWORD } from '../apps/server/src/config/production.ts';
import { startServer } from './server.ts';
import { type Locale, textsOf } from './texts.ts';

export { BORROWER, INVESTORS, SEED_PASSWORD, STAFF_OF_ROI } from './people.ts';
export { expect };

export const PHONE_SIZED = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

type Fixtures = {
  /** A browser of their own for one person, in their language. */
  openAs: (locale: Locale, look?: BrowserContextOptions) => Promise<Page>;
  /** The newest one-time code sent to a phone or an address. */
  latestCode: (to: string) => Promise<string>;
  /** Signs in through the login screen and waits until it has led on. */
  signIn: (page: Page, phone: string, password?: string) => Promise<void>;
  /** Gives password and code in the dialog that a refused call opens, as a person of the demo without a second factor. */
  prove: (page: Page, phone: string, locale?: Locale) => Promise<void>;
  /** Asserts that axe finds nothing on the page as it is now. */
  expectAccessible: (page: Page) => Promise<void>;
};

export const test = base.extend<Fixtures, { serverUrl: string }>({
  serverUrl: [
    async ({}, use) => {
      const server = await startServer();
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ serverUrl }, use) => use(serverUrl),

  openAs: async ({ browser, serverUrl }, use) =>
    use(async (locale, look = {}) => {
      const own = await browser.newContext({ baseURL: serverUrl, ...look });
      await own.addCookies([{ name: 'language', value: locale, url: serverUrl }]);
      await own.addInitScript((language) => localStorage.setItem('language', language), locale);
      return own.newPage();
    }),

  latestCode: async ({ request }, use) => use((to) => readLatestCode(request, to)),

  signIn: async ({}, use) =>
    use(async (page, phone, password = SEED_PASSWORD) => {
      await page.goto('/App/Login');
      await page.locator('input[type=tel]').fill(phone);
      await page.locator('input[type=password]').fill(password);
      await page.locator('form button[type=submit]').click();
      await page.waitForURL(/\/App\/(Home|MFIProposals)/i);
    }),

  prove: async ({ latestCode }, use) =>
    use(async (page, phone, locale = 'en') => {
      const text = textsOf(locale);
      const dialog = page.getByRole('dialog', { name: text('proof.title') });
      await dialog.getByLabel(text('identity.field.password')).fill(SEED_PASSWORD);
      await dialog.getByRole('button', { name: text('proof.next') }).click();
      await expect(dialog.getByText(text('proof.codeSent'))).toBeVisible();
      await dialog.getByLabel(text('identity.field.code')).fill(await latestCode(phone));
      await dialog.getByRole('button', { name: text('proof.confirm') }).click();
    }),

  expectAccessible: async ({}, use) =>
    use(async (page) => {
      // While a page is on its way there is only its skeleton, which has no heading yet.
      await expect(page.locator('h1').first()).toBeVisible();
      expect(await findingsOfAxe(page), page.url()).toEqual([]);
    }),
});

async function readLatestCode(request: APIRequestContext, to: string): Promise<string> {
  const answer = await request.get('/api/dev/inbox', { params: { to } });
  const { data } = (await answer.json()) as { data: ReadonlyArray<{ code?: string }> };
  const code = data.find((message) => message.code !== undefined)?.code;
  if (code === undefined) throw new Error('no code has been sent');
  return code;
}
