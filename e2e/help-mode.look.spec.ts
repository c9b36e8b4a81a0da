import type { Locale } from './texts.ts';
import { textsOf } from './texts.ts';
import { expect, INVESTORS, test } from './world.ts';

const CASES: readonly { locale: Locale; width: number; hasTouch: boolean }[] = [
  { locale: 'en', width: 1280, hasTouch: false },
  { locale: 'be', width: 360, hasTouch: true },
  { locale: 'ar', width: 360, hasTouch: true },
];

for (const { locale, width, hasTouch } of CASES) {
  test(`help mode explains instead of acting, in ${locale} at ${width} px`, async ({
    browser,
    serverUrl,
    signIn,
    expectAccessible,
  }) => {
    const t = textsOf(locale);
    const context = await browser.newContext({ baseURL: serverUrl, viewport: { width, height: 800 }, hasTouch });
    await context.addCookies([{ name: 'language', value: locale, url: serverUrl }]);
    const page = await context.newPage();
    await page.addInitScript((language) => localStorage.setItem('language', language), locale);
    await signIn(page, INVESTORS[0]);
    const changes: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() !== 'GET' && !/^\/api\/(identity|analytics)\//.test(pathname)) changes.push(pathname);
    });

    await page.getByRole('button', { name: t('help.enter') }).click();
    await expect(page.getByText(t('help.activated'))).toBeVisible();
    await expect(page.getByText(t('help.banner'))).toBeVisible();
    await page.goto('/App/Invest/ROI');
    await expect(page.getByText(t('help.banner'))).toBeVisible();
    const back = page.locator('[data-help=back]').first();
    if (hasTouch) await back.tap();
    else await back.click();
    await expect(page.getByText(t('help.back'))).toBeVisible();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expectAccessible(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: t('nav.more') })
      .first()
      .click();
    await page.locator('[data-help=ignore]').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('help.ignore'))).toBeVisible();
    expect(changes).toEqual([]);

    await page.getByRole('button', { name: t('help.leave') }).click();
    await expect(page.getByText(t('help.deactivated'))).toBeVisible();
    await page.goto('/App/Invest/ROI');
    await page.locator('[data-help=back]').first().click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    await context.close();
  });
}

test('before the explanations have come a press does nothing, and then it is explained', async ({ page, signIn }) => {
  const t = textsOf('en');
  await signIn(page, INVESTORS[0]);
  await page.evaluate(() => localStorage.setItem('demo-mode', 'on'));
  const held = Promise.withResolvers<void>();
  await page.route(/\/help-panel-[^/]*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/App/Invest/ROI');
  const back = page.locator('[data-help=back]').first();
  await back.click();
  held.resolve();
  await expect(page.getByText(t('help.banner'))).toBeVisible();
  await back.click();
  await expect(page.getByText(t('help.back'))).toBeVisible();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});
