import type { Browser, Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { BORROWER, expect, INVESTORS, test } from './world.ts';

const text = textsOf('en');
const TITLE = 'A second machine, so my sister can sew too';

async function openFor(browser: Browser, baseURL: string, width: number): Promise<Page> {
  const own = await browser.newContext({ baseURL, viewport: { width, height: 740 } });
  return own.newPage();
}

const inbox = (page: Page) =>
  page
    .locator('header, nav')
    .getByRole('button', { name: /^Messages/ })
    .first();
const unreadOf = async (page: Page) => Number(/\d+/.exec((await inbox(page).textContent()) ?? '')?.[0] ?? 0);

async function openConversation(page: Page, title: string): Promise<void> {
  await inbox(page).click();
  const select = page.locator('dialog[open]').getByRole('combobox', { name: text('messages.proposal') });
  const option = select.getByRole('option', { name: title });
  await expect(option).toBeAttached();
  await select.selectOption((await option.getAttribute('value')) ?? '');
  await expect(page.getByPlaceholder(text('messages.placeholder'))).toBeVisible();
}

const say = async (page: Page, words: string) => {
  await page.getByPlaceholder(text('messages.placeholder')).fill(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText(words)).toBeVisible();
};

test('R15: two people talk, each sees the other at once, and the count follows', async ({
  browser,
  serverUrl,
  signIn,
  expectAccessible,
}) => {
  const [borrower, investor] = [await openFor(browser, serverUrl, 1280), await openFor(browser, serverUrl, 360)];
  await signIn(borrower, BORROWER);
  await signIn(investor, INVESTORS[0]);

  await test.step('the top bar counts unread messages, and opening a conversation reads them', async () => {
    await expect.poll(() => unreadOf(borrower)).toBeGreaterThan(0);
    const before = await unreadOf(borrower);
    await openConversation(borrower, TITLE);
    await expect(borrower.getByText(/^Read by Rahima Khatun, \d+ backers and ROI$/)).toBeVisible();
    await expectAccessible(borrower);
    await borrower.getByRole('button', { name: text('common.close') }).click();
    await expect.poll(() => unreadOf(borrower)).toBeLessThan(before);
  });

  await test.step('a message raises the count of a reader on another page', async () => {
    const before = await unreadOf(borrower);
    await openConversation(investor, TITLE);
    await expectAccessible(investor);
    await say(investor, 'When will the machine come?');
    await expect.poll(() => unreadOf(borrower)).toBe(before + 1);
  });

  await test.step('with both in the conversation, a message appears for the other without asking', async () => {
    await openConversation(borrower, TITLE);
    await expect(borrower.getByRole('log').getByText('When will the machine come?')).toBeVisible();
    await say(borrower, 'On Monday!');
    await expect(investor.getByRole('log').getByText('On Monday!')).toBeVisible();
    await say(investor, 'Wonderful.');
    await expect(borrower.getByRole('log').getByText('Wonderful.')).toBeVisible();
  });

  await test.step('the list of unread messages leads to the conversation', async () => {
    await borrower.getByRole('button', { name: text('common.close') }).click();
    await investor.getByRole('button', { name: text('common.close') }).click();
    await inbox(borrower).click();
    await expect(borrower.getByRole('combobox', { name: text('messages.proposal') })).toHaveValue('0');
    await borrower.getByRole('button', { name: text('common.statusRepaid') }).click();
    await expect(borrower.getByText(/^Repaid: 1 conversation$/)).toBeVisible();
    await expectAccessible(borrower);
  });
});
