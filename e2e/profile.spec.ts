import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { fillNewProposal, nextStep, openNewProposal } from './new-proposal.ts';
import { textsOf } from './texts.ts';
import { BORROWER, expect, INVESTORS, test } from './world.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** A picture as a camera gives it: larger than the one that is kept, and turned by a note beside the pixels. */
async function photo(page: Page, name: string, colour: string) {
  const bytes = await page.evaluate(async (fill) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 2400, height: 1800 });
    const context = canvas.getContext('2d')!;
    context.fillStyle = fill;
    context.fillRect(0, 0, 2400, 1800);
    context.fillStyle = '#fff';
    context.fillRect(200, 200, 900, 500);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    return [...new Uint8Array(await blob!.arrayBuffer())];
  }, colour);
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(bytes) };
}

test('a profile with a photo, saved from a phone, in another language, seen in the top bar', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, INVESTORS[1]);
  await page.locator('header button[aria-haspopup]').last().click();
  await page.getByText('Profile', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await page.getByLabel('Choose a picture').setInputFiles(await photo(page, 'me.jpg', '#c2571a'));
  await expect(page.getByText('The picture is there.')).toBeAttached();
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('required', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('First name').fill('Maryam');
  await page.getByLabel('About you').fill('I lend what I can.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Data Saved Successfully')).toBeVisible();
  const avatar = page.locator('header img[src^="/files/profileImages/"]');
  await expect(avatar).toBeVisible();
  const address = (await avatar.getAttribute('src'))!;
  const kept = await page.request.get(address);
  expect(kept.headers()['content-type']).toBe('image/webp');

  await page.getByLabel('Language').last().selectOption('ar');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByText('حُفظت البيانات بنجاح')).toBeVisible();
  await expect(page.getByLabel('الاسم الأول')).toHaveValue('Maryam');
  await expectAccessible(page);
  await page.getByLabel('شكل الأرقام').selectOption('native');
  // The notice of the save before may still be there, so the page that comes anew says that this one is done.
  const cameAnew = page.waitForEvent('load');
  await page.getByRole('button', { name: 'حفظ' }).click();
  await cameAnew;
  await expect(page.getByText('حُفظت البيانات بنجاح')).toBeVisible();
  await expect(page.getByLabel('شكل الأرقام')).toHaveValue('native');
  await page.goto('/App/Start/ROI');
  await expect(page.locator('main')).toContainText(/\$[٠-٩]/);
  // The page is not wider than the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // The account hears of a language that is chosen in the bar, too: on the page that comes anew.
  const told = page.waitForRequest((request) => request.url().endsWith('/api/users/language'));
  await page.getByLabel('اللغة').first().selectOption('be');
  expect((await told).postDataJSON()).toEqual({ language: 'be' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
});

test('a new proposal with a picture and two more for the album, from a phone', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, BORROWER);
  const text = textsOf('en');
  await openNewProposal(page, text);
  await nextStep(page, text);
  await page.getByLabel('Name of the proposal').fill('A stall');
  await page.reload();
  await expect(page.getByLabel('Name of the proposal')).toHaveValue('A stall');
  await page.goto('/App/Borrow/ROI');
  await openNewProposal(page, text);
  await expect(page.getByText('We kept what you were writing.')).toBeVisible();
  await page.getByLabel('Choose a picture').setInputFiles(await photo(page, 'stall.jpg', '#0b6b58'));
  await page.getByLabel('What the picture shows').fill('My stall');
  await page
    .getByLabel('Add pictures')
    .setInputFiles([await photo(page, 'pot.jpg', '#57c'), await photo(page, 'stove.jpg', '#c57')]);
  await expect(page.getByLabel('What picture 2 shows')).toBeVisible();
  const description = 'A table, a pot and a stove. The market is full each morning.';
  const sum = { amount: '250', months: '10', neededOn: '2099-12-01', takesPart: true } as const;
  const written = { title: 'A stall for my soup', description, ...sum };
  await fillNewProposal(page, text, written, expectAccessible);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('link', { name: 'See your proposal' }).click();
  await expect(page.getByRole('heading', { name: 'A stall for my soup' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'My stall' }).first()).toBeVisible();
  await expect(page.getByText('goes ahead with what has come together, from $125 on', { exact: false })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('id');
  const album = await page.request.get(`/api/borrow/galleryImages?proposalId=${id}`);
  expect(((await album.json()) as { data: unknown[] }).data).toHaveLength(2);
  // A file that is no picture is refused in words, and typed text stays.
  await page.getByRole('button', { name: 'Edit' }).click();
  const readme = readFileSync(path.resolve('README.md'));
  await page.getByLabel('Choose another').setInputFiles({ name: 'readme.jpg', mimeType: 'image/jpeg', buffer: readme });
  await expect(page.getByText('Only JPEG, PNG and WebP pictures can be used.')).toBeVisible();
  await expectAccessible(page);
});
