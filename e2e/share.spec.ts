import type { Page } from '@playwright/test';
import { BORROWER, expect, INVESTORS, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

/** A browser that calls itself a phone: a machine that looks at a link is not counted, and a test is one. */
const PHONE = {
  ...PHONE_SIZED,
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
};

async function shareDialog(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/&by=[a-z2-9]{8}$/);
  return dialog;
}

test('an own link counts who came and who backed, and its code goes no further', async ({ openAs, signIn }) => {
  const sharer = await openAs('en');
  await signIn(sharer, INVESTORS[1]);
  await sharer.goto('/App/Invest/ROI');
  await sharer.locator('main article a[href*="/App/proposal"]').first().click();
  await sharer.waitForURL(/\/App\/proposal/);
  const dialog = await shareDialog(sharer, sharer.url());
  await expect(dialog.getByText('Nobody has come by your link yet.')).toBeVisible();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  const whatsApp = await dialog.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href');
  expect(new URL(whatsApp as string).searchParams.get('text')).toContain(link);

  const backer = await openAs('en', PHONE);
  const counted = backer.waitForResponse('**/api/share/visit');
  await backer.goto(link);
  expect((await counted).status()).toBe(200);
  await expect(backer).toHaveURL(/\/App\/proposal\?mfi=ROI&id=\d+$/);
  const address = backer.url();
  await signIn(backer, INVESTORS[0]);
  await backer.goto(address);
  await backer.getByRole('button', { name: 'Back this loan' }).first().click();
  const investing = backer.locator('dialog[open]');
  await investing.getByLabel('Your amount').fill('1');
  await investing.getByRole('button', { name: 'Review' }).click();
  await investing.getByRole('button', { name: /^Back with/ }).click();
  await expect(investing.getByRole('button', { name: 'Done' })).toBeVisible();

  const again = await shareDialog(sharer, address);
  await expect(again.getByText(/1 came by your link\. 1 backed\./)).toBeVisible();
  // The sharer's own visit is not counted.
  await sharer.goto(link);
  await expect(sharer).toHaveURL(/\/App\/proposal\?mfi=ROI&id=\d+$/);
  await expect((await shareDialog(sharer, address)).getByText(/1 came by your link\./)).toBeVisible();
  for (const page of [sharer, backer]) await page.context().close();
});

test('a poster is one sheet of paper in each language, and a status picture is kept', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, BORROWER);
  await page.goto('/App/Invest/ROI');
  await page.locator('main article a[href*="/App/proposal"]').first().click();
  await page.waitForURL(/\/App\/proposal/);
  const dialog = await shareDialog(page, page.url());
  await expectAccessible(page);
  const keeping = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Picture for a status' }).click();
  expect((await keeping).suggestedFilename()).toMatch(/^sathi-\d+\.jpg$/);
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: /^Poster to print/ }).click();
  const poster = await opening;
  for (const [language, direction] of [
    ['English', 'ltr'],
    ['বাংলা', 'ltr'],
    ['العربية', 'rtl'],
  ] as const) {
    await poster.getByRole('link', { name: language }).click();
    await expect(poster.locator('html')).toHaveAttribute('dir', direction);
    await expectAccessible(poster);
    await poster.emulateMedia({ media: 'print' });
    await expect(poster.getByRole('button')).toBeHidden();
    // A sheet of A4 without its margins, at 96 dots an inch.
    expect(await poster.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1123);
    await poster.emulateMedia({ media: 'screen' });
  }
  await poster.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await poster.getByRole('button').click();
  await expect(poster.locator('html')).toHaveAttribute('data-printed', '');
});

test('a campaign has an own link and a poster with it', async ({ page, signIn, expectAccessible }) => {
  await signIn(page, STAFF_OF_ROI);
  await page.goto('/App/Campaigns/ROI');
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/&by=[a-z2-9]{8}$/);
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: /^Poster/ }).click();
  const poster = await opening;
  await expect(poster.getByRole('img', { name: /^Code/ })).toBeVisible();
  await expectAccessible(poster);
});
