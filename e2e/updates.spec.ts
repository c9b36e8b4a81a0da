import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { shiftsOf, watchShifts } from './shifts.ts';
import { BORROWER, expect, INVESTORS, test } from './world.ts';

/** A proposal of the borrower, partly backed by the first investor. */
const TITLE = 'A second machine, so my sister can sew too';
const WORDS = 'Salma’s machine has come. <b>Sixty uniforms</b> by Friday!';
const PHONE_SIZED = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

async function openFor(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, ...PHONE_SIZED });
  return context.newPage();
}

/** The largest shift that counts as good: https://web.dev/articles/cls. */
const GOOD_SHIFT = 0.1;

async function photo(folder: string): Promise<string> {
  const file = path.join(folder, 'uniforms.jpg');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1600"><rect width="100%" height="100%" fill="#cde"/>
    <circle cx="50%" cy="50%" r="30%" fill="#c2571a"/></svg>`;
  await sharp(Buffer.from(svg)).jpeg().toFile(file);
  return file;
}

/** The panels of money stand above the update, and come after it here, as they may on any slow network. */
async function expectKept(page: Page, link: string): Promise<void> {
  const told = page.getByRole('article').filter({ hasText: WORDS });
  await page.route('**/assets/money-panels-*.js', async (route) => {
    await told.waitFor();
    await route.continue();
  });
  await page.goto(link);
  await expect(page.getByRole('region', { name: 'Backers' }).getByRole('listitem').first()).toBeVisible();
  await expect(told).toBeInViewport();
}

test('an update goes from a phone to the page, by mail to a backer, and back to the page', async ({
  browser,
  baseURL,
  signIn,
  request,
  expectAccessible,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-photo-'));
  const owner = await openFor(browser, baseURL as string);
  await signIn(owner, BORROWER);
  await owner.goto('/App/Borrow/ROI');
  await owner.getByRole('link', { name: TITLE }).first().click();
  await owner.waitForURL(/\/App\/proposal/);
  await owner.getByRole('button', { name: 'Add an update' }).click();
  const dialog = owner.locator('dialog[open]').last();
  await dialog.locator('input[type=file]').setInputFiles(await photo(folder));
  await dialog.getByRole('textbox', { name: 'What has happened' }).fill(WORDS);
  await dialog.getByRole('checkbox', { name: /^E-mail it to your \d+ backers$/ }).check();
  await expect(dialog.getByText(`News from ${TITLE}`)).toBeVisible();
  await expectAccessible(owner);
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Save and e-mail to/ }).click();
  await expect(owner.getByText('Proposal Update Saved Successfully')).toBeVisible();
  await expect(owner.getByText(/^E-mailed to \d+ people$/)).toBeVisible();
  await expect(owner.getByText(WORDS)).toBeVisible();

  const backer = await openFor(browser, baseURL as string);
  await watchShifts(backer);
  await signIn(backer, INVESTORS[0]);
  type Mail = { to: string; subject: string; text: string; html: string };
  const newest = async (): Promise<Mail | undefined> => {
    const { data } = (await (await request.get('/api/dev/inbox')).json()) as { data: Mail[] };
    return data.find(({ subject }) => subject.startsWith('News from'));
  };
  await expect.poll(async () => (await newest())?.text).toContain(WORDS);
  const mail = (await newest()) as Mail;
  expect(mail.html).not.toContain('<b>Sixty');
  const link = /https?:\/\/\S+#update-\d+/.exec(mail.text)?.[0] as string;
  const { pathname, search, hash } = new URL(link);
  await backer.goto(`${pathname}${search}${hash}`);
  const told = backer.getByRole('article').filter({ hasText: WORDS });
  await expect(told).toBeInViewport();
  await expect(told.getByRole('img')).toBeVisible();
  const width = () => told.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await expectAccessible(backer);

  await backer.goto(`${pathname}${search}`);
  await expect(backer.getByRole('main').getByRole('button', { name: /^Messages/ })).toBeVisible();
  const loaded = (await shiftsOf(backer)).value;
  expect(loaded).toBeLessThan(GOOD_SHIFT);
  await backer.getByRole('button', { name: 'Next picture' }).click();
  await expect(backer.getByRole('status').filter({ hasText: 'Picture 2 of' })).toHaveCount(1);
  expect((await shiftsOf(backer)).value - loaded).toBeLessThan(0.01);
  await backer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(backer.locator('dialog[open]').getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  await expectAccessible(backer);

  await expectKept(await backer.context().newPage(), `${pathname}${search}${hash}`);

  const card = await request.get(`/share/proposal/${new URLSearchParams(search).get('id')}.jpg`);
  expect(card.headers()['content-type']).toBe('image/jpeg');
  await rm(folder, { recursive: true, force: true });
  for (const page of [owner, backer]) await page.context().close();
});
