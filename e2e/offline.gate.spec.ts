import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { savedAnswers } from './saved-answers.ts';
import { type Locale, type Texts, textsOf } from './texts.ts';
import { LOCALES } from './walk.ts';
import { BORROWER, expect, INVESTORS, test } from './world.ts';

type Journey = {
  readonly name: string;
  readonly locale: Locale;
  /** 2, in the digits that people of this language write. */
  readonly two: string;
  readonly context: BrowserContextOptions;
};

const TITLE = 'A second machine, so my sister can sew too';
/** Matches a text that may go on, as with the number of unread messages. */
const beginning = (pattern: RegExp) => new RegExp(pattern.source.replace(/\$$/, ''));
const PHONE_SIZED = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

const ALL_JOURNEYS: readonly Journey[] = [
  { name: 'in English', locale: 'en', two: '2', context: PHONE_SIZED },
  { name: 'in Bengali in the dark', locale: 'be', two: '২', context: { ...PHONE_SIZED, colorScheme: 'dark' } },
  { name: 'in Arabic', locale: 'ar', two: '٢', context: PHONE_SIZED },
];
const JOURNEYS = ALL_JOURNEYS.filter(({ locale }) => LOCALES.includes(locale));

type SignIn = (page: Page, phone: string) => Promise<void>;

/** A phone that has the app: signed in, with the shell kept and in charge of the page. */
async function phoneOf(context: BrowserContext, baseURL: string, locale: Locale, phone: string, signIn: SignIn) {
  await context.addCookies([{ name: 'language', value: locale, url: baseURL }]);
  await context.addInitScript((language) => localStorage.setItem('language', language), locale);
  const page = await context.newPage();
  await signIn(page, phone);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/App/Borrow/ROI');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  return page;
}

/** Native dialogs, plain or alert; the one opened last is on top. */
const openDialog = (page: Page) => page.locator('dialog[open]').last();

async function openProposal(page: Page): Promise<void> {
  await page.getByRole('link', { name: TITLE }).first().click();
  await page.waitForURL(/\/App\/proposal/);
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
}

async function openMessages(page: Page, text: Texts): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: beginning(text('money.actions.message')) })
    .first()
    .click();
  await expect(page.getByPlaceholder(text('messages.placeholder'))).toBeVisible();
}

async function closeDialog(page: Page, text: Texts): Promise<void> {
  await openDialog(page)
    .getByRole('button', { name: text('common.close') })
    .click();
}

/** The person's own messages are below the log while they wait, and in it when they have arrived. */
const waitingOnes = (page: Page, text: Texts) => openDialog(page).getByText(text('offline.waiting'));

async function write(page: Page, text: Texts, words: string): Promise<void> {
  const box = page.getByPlaceholder(text('messages.placeholder'));
  await box.fill(words);
  await openDialog(page)
    .getByRole('button', { name: text('common.send') })
    .click();
  await expect(box).toHaveValue('');
}

async function writeUpdate(page: Page, text: Texts, photo: string, words: string): Promise<void> {
  await page.getByRole('button', { name: text('updates.add') }).click();
  const dialog = openDialog(page);
  await dialog.locator('input[type=file]').setInputFiles(photo);
  await expect(dialog.getByText(text('offline.pictureKept'))).toBeVisible();
  await dialog.getByRole('textbox', { name: text('updates.words') }).fill(words);
  await dialog.getByRole('button', { name: text('updates.save'), exact: true }).click();
  await expect(page.getByText(words)).toBeVisible();
}

test('without a network My money, notifications and own loans open though they were never opened', async ({
  browser,
  baseURL,
  signIn,
}) => {
  const text = textsOf('en');
  const context = await browser.newContext({ baseURL: baseURL as string, serviceWorkers: 'allow', ...PHONE_SIZED });
  const page = await phoneOf(context, baseURL as string, 'en', INVESTORS[0], signIn);
  await expect.poll(() => savedAnswers(page), { timeout: 30_000 }).toContain('["portfolio","loans"]');
  await expect.poll(() => savedAnswers(page)).toMatch(/\["proposal","\d+"\]/);
  await context.setOffline(true);
  await page.goto('/App/Portfolio/ROI');
  await expect(page.getByRole('heading', { level: 1, name: text('portfolio.title') })).toBeVisible();
  const loan = page.getByRole('main').locator('a[href*="/App/proposal?"]').first();
  await expect(loan).toBeVisible();
  await loan.click();
  await page.waitForURL(/\/App\/proposal/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/App/Notifications/ROI');
  await expect(page.getByRole('heading', { level: 1, name: text('notifications.title') })).toBeVisible();
  await expect(page.getByText(text('offline.savedCopy'))).toBeVisible();
  await page.goto('/App/proposal?mfi=ROI&id=999999');
  await expect(page.getByText(text('common.notKept'))).toBeVisible();
  // The texts of another language are not on this device.
  await page.getByRole('combobox', { name: text('common.language') }).selectOption('be');
  await expect(page.getByText(text('common.networkFailed'))).toBeVisible();
  await context.close();
});

for (const { name, locale, two, context: options } of JOURNEYS) {
  const text = textsOf(locale);

  test(`without a network: pages with their age, and words that arrive once, ${name}`, async ({
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
    const context = await browser.newContext({ baseURL: baseURL as string, serviceWorkers: 'allow', ...options });
    const page = await phoneOf(context, baseURL as string, locale, BORROWER, signIn);
    const posts: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    });

    await test.step('pages seen with a network are kept, and the link of an SMS leads to one', async () => {
      await openProposal(page);
      const { searchParams } = new URL(page.url());
      await page.goto(`/l/${searchParams.get('id')}`);
      await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
      await openMessages(page, text);
      await expect(page.getByRole('log')).toBeVisible();
      await closeDialog(page, text);
      await page.getByRole('button', { name: text('updates.add') }).click();
      await page.getByRole('button', { name: text('common.cancel') }).click();
      await expect.poll(() => savedAnswers(page)).toContain('"messages"');
      await expect.poll(() => savedAnswers(page)).toContain(TITLE);
      expect(await savedAnswers(page)).not.toContain(BORROWER);
    });

    await context.setOffline(true);

    await test.step('the page is there after a reload, and says how old it is', async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
      await expect(page.getByText(text('offline.savedCopy'))).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/offline-proposal-${locale}.png` });
    });

    const WORDS = `The roof leaks, but the machine is dry (${locale}).`;
    await test.step('messages wait in their place; one is changed and one is deleted before they are sent', async () => {
      await openMessages(page, text);
      for (const words of ['The roof leaks.', 'No, it does not.']) await write(page, text, words);
      await expect(waitingOnes(page, text)).toHaveCount(2);
      const first = openDialog(page).getByRole('article').filter({ hasText: 'The roof leaks.' });
      await first.getByRole('button', { name: text('common.edit') }).click();
      await expect(page.getByPlaceholder(text('messages.placeholder'))).toHaveValue('The roof leaks.');
      await write(page, text, WORDS);
      const second = openDialog(page).getByRole('article').filter({ hasText: 'No, it does not.' });
      await second.getByRole('button', { name: text('common.delete') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: text('common.yesTo') })
        .click();
      await expect(waitingOnes(page, text)).toHaveCount(1);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/offline-message-${locale}.png` });
      await closeDialog(page, text);
    });

    const NEWS = `Two uniforms are ready, written in the boat without a network (${locale}).`;
    await test.step('an update waits with its picture, and all that waits is seen above every page', async () => {
      await writeUpdate(page, text, photo, NEWS);
      await page.screenshot({ path: `test-results/offline-update-${locale}.png`, fullPage: true });
      await page.getByRole('button', { name: text('offline.look') }).click();
      await expect(openDialog(page).getByText(WORDS)).toBeVisible();
      await expect(openDialog(page).getByText(NEWS)).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/offline-waiting-${locale}.png` });
      await closeDialog(page, text);
    });

    await test.step('both survive another start, and arrive once though two tabs are open when the network is back', async () => {
      await page.reload();
      await expect(page.getByText(NEWS)).toBeVisible();
      const other = await context.newPage();
      await other.goto('/App/Home');
      await expect(other.getByText(text('offline.waitingCount'))).toBeVisible();
      posts.length = 0;
      await context.setOffline(false);
      await expect(page.getByText(text('offline.waitingCount'))).toHaveCount(0);
      await expect(other.getByText(text('offline.waitingCount'))).toHaveCount(0);
      await other.close();
      await page.reload();
      await expect(page.getByText(NEWS)).toHaveCount(1);
      await openMessages(page, text);
      await expect(page.getByRole('log').getByText(WORDS)).toHaveCount(1);
      expect(posts.filter((address) => address === '/api/messages/')).toHaveLength(1);
    });
    await context.close();
    await rm(folder, { recursive: true });
  });

  test(`without a network money does not wait, and typed text stays, ${name}`, async ({ browser, baseURL, signIn }) => {
    const context = await browser.newContext({ baseURL: baseURL as string, serviceWorkers: 'allow', ...options });
    const page = await phoneOf(context, baseURL as string, locale, INVESTORS[0], signIn);
    await page.goto('/App/Invest/ROI');
    await page
      .getByRole('button', { name: text('money.actions.invest') })
      .first()
      .click();
    const dialog = openDialog(page);
    await dialog.getByLabel(text('money.invest.amount')).fill(two);
    await context.setOffline(true);
    await dialog.getByRole('button', { name: text('common.review') }).click();
    await dialog.getByRole('button', { name: text('money.invest.submit') }).click();
    await expect(page.getByText(text('offline.moneyNeedsNetwork'))).toBeVisible();
    await page.screenshot({ path: `test-results/offline-money-${locale}.png` });
    await expect(page.getByText(text('offline.waitingCount'))).toHaveCount(0);
    await dialog.getByRole('button', { name: text('common.change') }).click();
    await expect(dialog.getByLabel(text('money.invest.amount'))).toHaveValue(two);
    await context.close();
  });
}
