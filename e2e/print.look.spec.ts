import { open, settle, signedIn, visit } from './walk.ts';
import { BORROWER, expect, INVESTORS, STAFF_OF_ROI, test } from './world.ts';
import { textsOf } from './texts.ts';

const PAPER_WIDTH = 720;
/** The elements that a person would press. */
const PRESSED = 'button:not([aria-pressed]), [role=radiogroup], input, header:not(main *), footer:not(main *)';

for (const { phone, path } of [
  { phone: BORROWER, path: '/App/Borrow/ROI' },
  { phone: STAFF_OF_ROI, path: '/App/MFIProposals/ROI' },
  { phone: STAFF_OF_ROI, path: '/App/MFISettlements/ROI' },
  { phone: INVESTORS[0], path: '/App/YearLetter/ROI' },
]) {
  test(`${path} on paper has nothing to press, is black on white and fits`, async ({ browser, baseURL, signIn }) => {
    const state = await signedIn(browser, baseURL as string, (page) => signIn(page, phone));
    const page = await open(browser, baseURL as string, 'en', state, { colorScheme: 'dark' });
    await page.setViewportSize({ width: PAPER_WIDTH, height: 1000 });
    await visit(page, path, 'en');
    await settle(page, textsOf('en'));
    await expect(page.locator('main [data-help]:visible')).not.toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator(PRESSED).and(page.locator(':visible'))).toHaveCount(0);
    for (const box of await page.locator('main button[aria-pressed]').all()) await expect(box).toBeVisible();
    await expect(page.locator('main [aria-hidden=true]:visible').filter({ hasText: /^\d+$/ })).toHaveCount(0);
    await expect(page.locator('h1').first()).toHaveCSS('color', 'rgb(0, 0, 0)');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.context().close();
  });
}

test('the whole repayment plan is on paper, folded on the screen as it is', async ({ page }) => {
  await page.goto('/App/Start/ROI');
  await page.locator('main a[href*="/App/proposal"]').first().click();
  const lastPayment = page.locator('details tr').last();
  await expect(lastPayment).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(lastPayment).toBeVisible();
});

test('the guide is black on white on paper, also in the dark theme', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: baseURL as string }]);
  await page.goto('/docs/be/borrower');
  const emphasis = page.locator('main em').first();
  await expect(emphasis).toHaveCSS('color', 'rgb(99, 205, 178)');
  await page.emulateMedia({ media: 'print' });
  await expect(emphasis).toHaveCSS('color', 'rgb(11, 107, 88)');
});
