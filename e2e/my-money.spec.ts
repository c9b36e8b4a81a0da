import type { Locator } from '@playwright/test';
import { textsOf } from './texts.ts';
import { LOCALES, open, settle, signedIn, visit } from './walk.ts';
import { expect, INVESTORS, PHONE_SIZED, test } from './world.ts';

const ROW_PX = 64;
const MOST_BARS = 12;
/** A screen for the sentence and the bars, the rest rows: eleven loans and a page of the statement. */
const LONGEST_PX = 5400;

test.describe.configure({ mode: 'parallel' });

for (const locale of LOCALES) {
  test(`My money says it in one sentence, with low rows and bars that fit a phone, in ${locale}`, async ({
    browser,
    baseURL,
    signIn,
    expectAccessible,
  }) => {
    const text = textsOf(locale);
    const state = await signedIn(browser, baseURL as string, (page) => signIn(page, INVESTORS[0]));
    const page = await open(browser, baseURL as string, locale, state, PHONE_SIZED);
    await visit(page, '/App/Portfolio/ROI', locale);
    await settle(page, text);

    await test.step('the sentence, what can be lent again and what comes next are seen at once', async () => {
      const figures = page.getByRole('group', { name: text('portfolio.figures') });
      await expect(figures.getByRole('paragraph').first()).toBeInViewport({ ratio: 1 });
      await expect(figures.getByRole('link')).toBeInViewport({ ratio: 1 });
    });

    await test.step('rows of two lines', async () => {
      const loans = await heightsOf(page.getByRole('list', { name: text('portfolio.loans.caption') }));
      const months = page.getByRole('region', { name: text('portfolio.statement.title') });
      const movements = await heightsOf(months.getByRole('list').filter({ has: page.getByRole('link') }));
      for (const heights of [loans, movements]) {
        expect(new Set(heights)).toEqual(new Set([ROW_PX]));
      }
      expect(await months.getByRole('heading', { level: 3 }).count()).toBeGreaterThan(0);
    });

    await test.step('each bar stays within the window', async () => {
      const chart = page.getByRole('region', { name: text('portfolio.months.title') }).getByRole('img');
      const { right } = await chart.evaluate((svg) => svg.getBoundingClientRect());
      expect(right).toBeLessThanOrEqual(PHONE_SIZED.viewport.width);
      const bars = await chart.locator('g').evaluateAll((groups) =>
        groups.map((group) => {
          const { left, right: end } = group.getBoundingClientRect();
          return { left, end };
        }),
      );
      expect(bars.length).toBeLessThanOrEqual(MOST_BARS);
      for (const { left, end } of bars) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(PHONE_SIZED.viewport.width);
      }
    });

    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(LONGEST_PX);
    await expectAccessible(page);
    await page.context().close();
  });
}

/**
 * The heights of all rows in pixels, once there are more than three: a part of the page may come later than the rest.
 */
async function heightsOf(lists: Locator): Promise<number[]> {
  const items = lists.locator(':scope > li');
  await expect(items.nth(3)).toBeVisible();
  return items.evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
}
