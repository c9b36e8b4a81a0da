import { LOCALES, open, settle, visit } from './walk.ts';
import { expect, PHONE_SIZED, test } from './world.ts';
import { textsOf } from './texts.ts';

const DAY_MS = 86_400_000;

for (const locale of LOCALES) {
  test(`in ${locale}, a visitor reads the figures of a past day, by chart and table, and takes them along (R32)`, async ({
    browser,
    baseURL,
    expectAccessible,
  }) => {
    test.slow();
    const page = await open(browser, baseURL as string, locale, undefined, PHONE_SIZED);
    const text = textsOf(locale);
    const figures = async () => (await (await page.request.get('/api/mfi/figures')).json()).data;
    await expect
      // The days of a year are counted after the first start, and the last of them is yesterday.
      .poll(async () => Date.now() - Date.parse((await figures()).lastDay ?? ''), { timeout: 120_000 })
      .toBeLessThan(3 * DAY_MS);
    await visit(page, '/App/Figures', locale);
    await expect(page.getByRole('table', { name: text('figures.money') })).toBeVisible();
    await settle(page, text);
    await expectAccessible(page);
    const file = await page.getByRole('link', { name: text('figures.csv') }).getAttribute('href');
    expect(await (await page.request.get(file as string)).text()).toContain('outstanding_usd');
    const { firstDay, lastDay } = await figures();
    const day = page.getByLabel(text('figures.day'));
    await expect(day).toHaveValue(lastDay);
    await day.fill('2001-01-01');
    await expect(day).toHaveAttribute('aria-invalid', 'true');
    await day.fill(firstDay);
    await page.waitForURL(new RegExp(`asOf=${firstDay}`));
    await page.context().close();
  });
}
