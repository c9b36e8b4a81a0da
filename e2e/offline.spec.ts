import type { BrowserContext, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { textsOf } from './texts.ts';
import { BORROWER, expect, INVESTORS, test } from './world.ts';

const text = textsOf('en');
const TITLE = 'A second machine, so my sister can sew too';
const PHONE_SIZED = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

/** A phone that has the app: signed in, with the shell kept and in charge of the page. */
async function phoneOf(context: BrowserContext, phone: string, signIn: (page: Page, phone: string) => Promise<void>) {
  const page = await context.newPage();
  await signIn(page, phone);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/App/Borrow/ROI');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  return page;
}

async function openProposal(page: Page): Promise<void> {
  await page.getByRole('link', { name: TITLE }).first().click();
  await page.waitForURL(/\/App\/proposal/);
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
}

async function openMessages(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Messages/ })
    .first()
    .click();
  await expect(page.getByPlaceholder(text('messages.placeholder'))).toBeVisible();
}

/** Answers are written down a second after they came. */
const savedAnswers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('sathi-saved');
        opening.onerror = () => reject(opening.error ?? new Error('not opened'));
        opening.onsuccess = () => {
          const asking = opening.result.transaction('answers').objectStore('answers').getAll();
          asking.onsuccess = () => resolve(JSON.stringify(asking.result));
          asking.onerror = () => reject(asking.error ?? new Error('not read'));
        };
      }),
  );

test('without a network: pages with their age, words that arrive once, and money that never waits', async ({
  browser,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-offline-'));
  const photo = path.join(folder, 'machine.jpg');
  await sharp({ create: { width: 800, height: 450, channels: 3, background: '#c2571a' } })
    .jpeg()
    .toFile(photo);
  const context = await browser.newContext({ baseURL: baseURL as string, serviceWorkers: 'allow', ...PHONE_SIZED });
  const page = await phoneOf(context, BORROWER, (each, phone) => signIn(each, phone));
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });

  await test.step('what was seen with a network is kept', async () => {
    await openProposal(page);
    await openMessages(page);
    await expect(page.getByRole('log')).toBeVisible();
    await page.getByRole('button', { name: text('common.close') }).click();
    await page.getByRole('button', { name: 'Add an update' }).click();
    await page.getByRole('button', { name: text('common.cancel') }).click();
    await expect.poll(() => savedAnswers(page)).toContain('"messages"');
    await expect.poll(() => savedAnswers(page)).toContain(TITLE);
    expect(await savedAnswers(page)).not.toContain(BORROWER);
  });

  await context.setOffline(true);

  await test.step('the page is there after a reload, and says how old it is', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await expect(page.getByText(/^You are offline\. You see the copy saved at/)).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/offline-proposal.png' });
  });

  const WORDS = 'The roof leaks, but the machine is dry.';
  await test.step('a message waits in its place', async () => {
    await openMessages(page);
    await page.getByPlaceholder(text('messages.placeholder')).fill(WORDS);
    await page.keyboard.press('Enter');
    await expect(page.getByText(text('offline.waiting'))).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/offline-message.png' });
    await page.getByRole('button', { name: text('common.close') }).click();
  });

  const NEWS = 'Two uniforms are ready, written in the boat without a network.';
  await test.step('an update waits with its picture', async () => {
    await page.getByRole('button', { name: 'Add an update' }).click();
    const dialog = page.locator('dialog[open]').last();
    await dialog.locator('input[type=file]').setInputFiles(photo);
    await expect(dialog.getByText(text('offline.pictureKept'))).toBeVisible();
    await dialog.getByRole('textbox', { name: 'What has happened' }).fill(NEWS);
    await dialog.getByRole('button', { name: text('updates.save'), exact: true }).click();
    await expect(page.getByText(NEWS)).toBeVisible();
    await expect(page.getByText(text('offline.waiting'))).toBeVisible();
    await page.getByText(NEWS).scrollIntoViewIfNeeded();
    await page.screenshot({ path: 'test-results/offline-update.png' });
  });

  await test.step('both survive another start, and arrive once when the network is back', async () => {
    await page.reload();
    await expect(page.getByText(NEWS)).toBeVisible();
    posts.length = 0;
    await context.setOffline(false);
    await expect(page.getByText(text('offline.waiting'))).toHaveCount(0);
    await expect(page.getByText(NEWS)).toHaveCount(1);
    await page.reload();
    await expect(page.getByText(NEWS)).toHaveCount(1);
    await openMessages(page);
    await expect(page.getByRole('log').getByText(WORDS)).toHaveCount(1);
    expect(posts.filter((address) => address === '/api/messages/')).toHaveLength(1);
  });
  await context.close();

  await test.step('money does not wait: backing is refused with its sentence', async () => {
    const other = await browser.newContext({ baseURL: baseURL as string, serviceWorkers: 'allow', ...PHONE_SIZED });
    const backer = await phoneOf(other, INVESTORS[0], (each, phone) => signIn(each, phone));
    await backer.goto('/App/Invest/ROI');
    await backer.getByRole('button', { name: /^Back/ }).first().click();
    const dialog = backer.locator('dialog[open]').last();
    await dialog.getByRole('textbox').first().fill('2');
    await other.setOffline(true);
    await dialog
      .getByRole('button', { name: /^(Back|Review|Continue|Next)/ })
      .last()
      .click();
    const confirm = dialog.getByRole('button', { name: /^Back with/ });
    if (await confirm.isVisible()) await confirm.click();
    await expect(backer.getByText(text('offline.moneyNeedsNetwork'))).toBeVisible();
    await backer.screenshot({ path: 'test-results/offline-money.png' });
    await other.close();
  });
  await rm(folder, { recursive: true });
});
