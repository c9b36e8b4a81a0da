import { LOCALES, open, visit } from './walk.ts';
import { expect, PHONE_SIZED, test } from './world.ts';
import { textsOf } from './texts.ts';

for (const locale of LOCALES) {
  test(`in ${locale}, a visitor reads the figures of a past day, by chart and table, and takes them along (R32)`, async ({
    browser,
    baseURL,
    expectAccessible,
  }) => {
    test.slow();
    const page = await open(browser, baseURL as string, locale, undefined, PHONE_SIZED);
    const text = textsOf(locale);
    await expect
      // The days of a year are counted after the first start.
      .poll(async () => (await (await page.request.get('/api/mfi/figures')).json()).data.rows.length, {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    await visit(page, '/App/Figures', locale);
    await expect(page.getByRole('table', { name: text('figures.money') })).toBeVisible();
    await expectAccessible(page);
    const file = await page.getByRole('link', { name: text('figures.csv') }).getAttribute('href');
    expect(await (await page.request.get(file as string)).text()).toContain('outstanding_usd');
    const { firstDay, lastDay } = (await (await page.request.get('/api/mfi/figures')).json()).data;
    const day = page.getByLabel(text('figures.day'));
    await expect(day).toHaveValue(lastDay);
    await day.fill('2001-01-01');
    await expect(day).toHaveAttribute('aria-invalid', 'true');
    await day.fill(firstDay);
    await page.waitForURL(new RegExp(`asOf=${firstDay}`));
    await page.context().close();
  });
}
