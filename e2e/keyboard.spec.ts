import type { Locator, Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { BORROWER, expect, INVESTORS, SEED_PASSWORD, STAFF_OF_ROI, test } from './world.ts';

const text = textsOf('en');
/** More stops than any page has, so a target beyond them counts as unreachable. */
const MOST_STOPS = 150;

const openDialog = (page: Page) => page.locator('dialog[open]').last();
const button = (place: Page | Locator, key: string) => place.getByRole('button', { name: text(key) }).first();

/**
 * Tabs from stop to stop until the target has the focus, as a person without a mouse does, and checks that the focus
 * shows there.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectFocusSeen(page);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key does not reach ${target.toString()}`);
}

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** The stop itself, the card that a link covers, or the chip around a hidden box shows the ring. */
async function expectFocusSeen(page: Page): Promise<void> {
  const isSeen = await page.evaluate(() => {
    const stop = document.activeElement as HTMLElement;
    const styles = [
      getComputedStyle(stop),
      getComputedStyle(stop, '::after'),
      getComputedStyle(stop.parentElement ?? stop),
    ];
    return styles.some((style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2);
  });
  expect(isSeen, 'the focus can be seen').toBe(true);
}

/** The focus has not fallen back to the top of the page. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY')).not.toBe('BODY');
}

async function signInByKeyboard(page: Page, phone: string): Promise<void> {
  await page.goto('/App/Login/ROI');
  await tabTo(page, page.locator('input[type=tel]'));
  await page.keyboard.type(phone);
  await tabTo(page, page.locator('input[type=password]'));
  await page.keyboard.type(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/App\/(Home|MFIProposals)/);
}

test('back, pay and approve with the keyboard only', async ({ browser, baseURL }) => {
  const open = async () =>
    (await browser.newContext({ baseURL: baseURL as string, reducedMotion: 'reduce' })).newPage();

  await test.step('an investor backs a loan', async () => {
    const page = await open();
    await signInByKeyboard(page, INVESTORS[0]);
    const tab = page.getByRole('tab', { name: text('home.tab.borrow') });
    await tabTo(page, tab);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: text('home.tab.invest') })).toBeFocused();
    const invited = page.getByRole('region', { name: text('invitations.own.title') });
    const opener = button(invited, 'money.actions.invest');
    await pressOn(page, opener);
    const dialog = openDialog(page);
    await expect(dialog.getByLabel(text('money.invest.amount'))).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel(text('money.invest.amount'))).toBeFocused();
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await pressOn(page, button(dialog, 'money.invest.submit'));
    await pressOn(page, button(dialog, 'money.done'));
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    // A loan that one backs is no longer one that one is asked to back: its card goes, with the focus.
    await expect(invited).toHaveCount(0);
    await expectFocusKept(page);
    await page.context().close();
  });

  const borrower = await open();
  await test.step('a borrower pays an instalment', async () => {
    await signInByKeyboard(borrower, BORROWER);
    await pressOn(borrower, borrower.getByRole('link', { name: /Pay \$/ }).first());
    await pressOn(borrower, button(borrower, 'money.actions.repay'));
    const dialog = openDialog(borrower);
    await expect(dialog.getByLabel(text('money.repay.amount'))).toBeFocused();
    await borrower.keyboard.type('6');
    await borrower.keyboard.press('Enter');
    await pressOn(borrower, button(dialog, 'money.repay.submit'));
    await expect(borrower.getByText(text('money.repay.success'))).toBeVisible();
    await expectFocusKept(borrower);
  });

  await test.step('an officer approves it', async () => {
    const page = await open();
    await signInByKeyboard(page, STAFF_OF_ROI);
    await tabTo(page, page.getByRole('tab', { selected: true }));
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await pressOn(page, page.getByRole('button', { name: /^Approve the payment of \$6 for/ }));
    const dialog = openDialog(page);
    await pressOn(page, button(dialog, 'common.yesTo'));
    await expect(page.getByText(text('money.payments.approvedToast'))).toBeVisible();
    await expect(page.getByRole('button', { name: /^Approve the payment of \$6 for/ })).toHaveCount(0);
    await expectFocusKept(page);
    await page.context().close();
  });

  await borrower.context().close();
});
