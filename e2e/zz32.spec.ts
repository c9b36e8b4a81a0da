import { open, visit } from './walk.ts';
import { expect, test } from './world.ts';
test('shots', async ({ browser, baseURL }) => {
  test.setTimeout(240_000);
  const probe = await open(browser, baseURL as string, 'en', undefined, {});
  await expect
    .poll(async () => (await (await probe.request.get('/api/mfi/figures')).json()).data.rows.length, {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
  console.log(await (await probe.request.get('/api/mfi/figures.csv')).text());
  console.log(await (await probe.request.get('/api/mfi/figures.csv?name=ROI')).text());
  for (const [locale, width, colorScheme, path] of [
    ['en', 1280, 'light', '/App/Figures'],
    ['en', 360, 'light', '/App/Figures/ROI'],
    ['be', 360, 'dark', '/App/Figures'],
    ['ar', 1280, 'dark', '/App/Figures/ROI'],
    ['ar', 360, 'light', '/App/Figures'],
  ] as const) {
    const page = await open(browser, baseURL as string, locale, undefined, {
      viewport: { width, height: 900 },
      colorScheme,
    });
    page.on('console', (message) => message.type() === 'error' && console.log(locale, width, message.text()));
    await visit(page, path, locale);
    await page.waitForTimeout(800);
    console.log(
      locale,
      width,
      'overflow',
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    );
    await page.screenshot({ path: `/tmp/shots32/figures-${locale}-${width}-${colorScheme}.png`, fullPage: true });
    await page.context().close();
  }
});
