import { startServer } from './server.ts';
import { type Locale, textsOf } from './texts.ts';
import { LOCALES, open } from './walk.ts';
import { BORROWER, expect, INVESTORS, test as base } from './world.ts';

/** A server that keeps the limits of a network, as in production. */
const test = base.extend<object, { serverUrl: string }>({
  serverUrl: [
    async ({}, use) => {
      const server = await startServer({ RATE_LIMITS: 'on' });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** The resets an hour that cost a network no work. */
const FREE_RESETS = 5;

test('a person behind a busy address gets a code for a new password by work of the device (security 6)', async ({
  browser,
  baseURL,
}) => {
  for (const [index, phone] of [BORROWER, ...INVESTORS].entries()) {
    const locale = LOCALES[index] as Locale;
    const text = textsOf(locale);
    const page = await open(browser, baseURL as string, locale, undefined, { viewport: { width: 360, height: 740 } });
    await page.goto('/App/ForgotPassword/ROI');
    // The part that says what the device works at comes after the page.
    await expect(page.getByRole('status').nth(1)).toBeAttached();
    const answers = await page.evaluate(async (count) => {
      const ask = (nth: number) =>
        fetch('/api/identity/forgot-password', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({ username: `+1202555${1000 + nth}` }),
        });
      const all = await Promise.all(Array.from({ length: count }, (_, nth) => ask(nth)));
      return all.map(({ status }) => status);
    }, FREE_RESETS + 1);
    expect(answers).toContain(429);

    // A lucky device is done before anybody looks, so each change of the page is looked at.
    const wasTold = page.evaluate(
      (words) =>
        new Promise<true>((told) => {
          const look = () => new RegExp(words, 'm').test(document.body.innerText) && told(true);
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }),
      text('common.proving').source,
    );
    const proof = page.waitForRequest((request) => request.headers()['challenge-answer'] !== undefined);
    await page.locator('main form input').fill(phone);
    await page.locator('main form button[type=submit]').click();
    expect(await wasTold).toBe(true);
    await proof;
    await page.waitForURL(/\/App\/ResetPassword/);
    await expect(page.getByText(text('common.proving'))).toHaveCount(0);
    await page.context().close();
  }
});
