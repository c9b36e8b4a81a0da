import type { BrowserContext, Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { BORROWER, expect, test } from './world.ts';

const text = textsOf('en');
const TITLE = 'A second machine, so my sister can sew too';
/** Matches a text that may go on, as with the number of unread messages. */
const beginning = (pattern: RegExp) => new RegExp(pattern.source.replace(/\$$/, ''));
const PHONE_SIZED = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;
const LANGUAGES = ['en', 'be', 'ar'] as const;

async function inCharge(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

async function speak(context: BrowserContext, baseURL: string, locale: string): Promise<void> {
  await context.addCookies([{ name: 'language', value: locale, url: baseURL }]);
  await context.addInitScript((language) => localStorage.setItem('language', language), locale);
}

for (const locale of LANGUAGES) {
  test(`can be installed, ${locale}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL as string, serviceWorkers: 'allow', ...PHONE_SIZED });
    await speak(context, baseURL as string, locale);
    const page = await context.newPage();
    await page.goto('/');
    await inCharge(page);
    const devtools = await context.newCDPSession(page);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    expect(url).toMatch(new RegExp(`/${locale}\\.webmanifest$`));
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? '{}') as { lang: string; scope: string; start_url: string; icons: unknown[] };
    expect(manifest).toMatchObject({ scope: '/', start_url: '/App/Home', display: 'standalone' });
    expect(await page.locator('html').getAttribute('lang')).toBe(manifest.lang);
    const sizes = (manifest.icons as { sizes: string; purpose?: string }[]).map(
      ({ sizes: each, purpose = 'any' }) => `${each} ${purpose}`,
    );
    expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A context of Playwright is a private window, which never installs; nothing else may be in the way.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    for (const address of [
      ...(await page
        .locator('link[rel="apple-touch-icon"]')
        .evaluateAll((all) => all.map((each) => (each as HTMLLinkElement).href))),
      ...(manifest.icons as { src: string }[]).map(({ src }) => src),
    ]) {
      expect((await page.request.get(address)).ok(), address).toBe(true);
    }
    await context.close();
  });
}

test('without a network a page never visited says why it is not there, and comes when the network returns', async ({
  browser,
  baseURL,
  signIn,
}) => {
  const context = await browser.newContext({ baseURL: baseURL as string, serviceWorkers: 'allow', ...PHONE_SIZED });
  const page = await context.newPage();
  await signIn(page, BORROWER);
  await inCharge(page);
  await context.setOffline(true);
  await page.goto('/CasperAssets');
  await expect(page.getByText(text('common.notKept'))).toBeVisible();
  await expect(page.getByText(text('common.offline'))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(text('common.notKept'))).toHaveCount(0);
  await expect(page.locator('h1').first()).toBeVisible();
  await context.close();
});

test('a message that arrives while its answer is lost is there once, after a reload and with two tabs', async ({
  browser,
  baseURL,
  signIn,
}) => {
  const WORDS = 'It arrived, and nobody told me.';
  // Requests of a page with a service worker could not be intercepted.
  const context = await browser.newContext({ baseURL: baseURL as string, serviceWorkers: 'block', ...PHONE_SIZED });
  const page = await context.newPage();
  await signIn(page, BORROWER);
  await page.goto('/App/Borrow/ROI');
  await page.getByRole('link', { name: TITLE }).first().click();
  await page.waitForURL(/\/App\/proposal/);
  await page
    .getByRole('main')
    .getByRole('button', { name: beginning(text('money.actions.message')) })
    .first()
    .click();
  let arrived = 0;
  await context.route('**/api/messages/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const answer = await route.fetch();
    expect(answer.ok()).toBe(true);
    arrived += 1;
    await route.abort('connectionreset');
  });
  await page.getByPlaceholder(text('messages.placeholder')).fill(WORDS);
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('button', { name: text('common.send') }).click();
  await expect(dialog.getByText(text('offline.tried'))).toBeVisible();
  expect(arrived).toBeGreaterThan(0);
  await context.unrouteAll({ behavior: 'wait' });
  const other = await context.newPage();
  await Promise.all([page.reload(), other.goto(page.url())]);
  await expect(page.getByText(text('offline.waitingCount'))).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('button', { name: beginning(text('money.actions.message')) })
    .first()
    .click();
  await expect(page.getByRole('log').getByText(WORDS)).toHaveCount(1);
  await context.close();
});

for (const locale of LANGUAGES) {
  test(`while data are saved pictures come when they are asked for, with the keyboard, ${locale}`, async ({
    browser,
    baseURL,
  }) => {
    const texts = textsOf(locale);
    const context = await browser.newContext({ baseURL: baseURL as string, serviceWorkers: 'block', ...PHONE_SIZED });
    await speak(context, baseURL as string, locale);
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    });
    const page = await context.newPage();
    await page.goto('/App/proposal?mfi=ROI&id=1');
    const show = page.getByRole('button', { name: texts('offline.showPicture') }).first();
    await expect(show).toBeVisible();
    const pictures = page.getByRole('main').locator('img[src$="?w=640"]');
    await expect(pictures).toHaveCount(0);
    await show.focus();
    await page.keyboard.press('Enter');
    await expect(pictures).toHaveCount(1);
    await context.close();
  });
}

test('a browser that asks to save data gets a page without pictures, which is taken over as it was drawn', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL as string,
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'save-data': 'on' },
    ...PHONE_SIZED,
  });
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => complaints.push(error.message));
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/App/proposal?mfi=ROI&id=1');
  const tap = page.getByRole('button', { name: text('offline.showPicture') }).first();
  await expect(tap).toBeVisible();
  // React has taken the page over once the button acts.
  await tap.click();
  await expect(page.getByRole('main').locator('img[src$="?w=640"]')).toHaveCount(1);
  expect(fetched.filter((path) => path.startsWith('/files/'))).toHaveLength(1);
  expect(complaints).toEqual([]);
  await context.close();
});
