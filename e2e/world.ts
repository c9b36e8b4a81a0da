import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { findingsOfAxe } from './axe.ts';
import { startServer } from './server.ts';

export { expect };

export const SEED_PASSWORD = 'demo-password';
export const STAFF_OF_ROI = '+12025550103';
export const BORROWER = '+12025550110';
export const INVESTORS = ['+12025550120', '+12025550121'] as const;

type Fixtures = {
  /** The newest one-time code sent to a phone or an address. */
  latestCode: (to: string) => Promise<string>;
  /** Signs in through the login screen and waits until it has led on. */
  signIn: (page: Page, phone: string, password?: string) => Promise<void>;
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

  latestCode: async ({ request }, use) => use((to) => readLatestCode(request, to)),

  signIn: async ({}, use) =>
    use(async (page, phone, password = SEED_PASSWORD) => {
      await page.goto('/App/Login');
      await page.locator('input[type=tel]').fill(phone);
      await page.locator('input[type=password]').fill(password);
      await page.locator('form button[type=submit]').click();
      await page.waitForURL(/\/App\/(Home|MFIProposals)/i);
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
