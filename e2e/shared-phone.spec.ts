import type { Page } from '@playwright/test';
import { BORROWER, expect, INVESTORS, PHONE_SIZED, test } from './world.ts';

test.use(PHONE_SIZED);

const PIN = '2580';

async function choosePin(page: Page) {
  await page.goto('/App/Profile');
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('PIN', { exact: true }).fill(PIN);
  await dialog.getByLabel('The same PIN again').fill(PIN);
  const cameAnew = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await cameAnew;
  await expect(page.getByText('A PIN is asked for after two minutes away.')).toBeVisible();
}

/** Acts as if another app were in front for so many seconds. */
async function beAway(page: Page, seconds: number) {
  await page.evaluate((ms) => {
    const look = (state: string) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    look('hidden');
    const left = localStorage.getItem('pin-away');
    if (left !== 'locked') localStorage.setItem('pin-away', String(Number(left) - ms));
    look('visible');
  }, seconds * 1000);
}

async function tryPin(page: Page, pin: string) {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Open' }).click();
}

const locked = (page: Page) => page.getByRole('heading', { name: 'Enter your PIN' });

test('after two minutes away nothing is readable without the PIN, also not by going back or anew', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, BORROWER);
  const name = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { firstName: string }).firstName,
  );
  await choosePin(page);
  await beAway(page, 60);
  await expect(page.getByText('A PIN is asked for after two minutes away.')).toBeVisible();
  await beAway(page, 121);
  await expect(locked(page)).toBeVisible();
  await expectAccessible(page);
  const readable = async () =>
    `${await page.locator('body').ariaSnapshot()} ${await page.title()} ${await page.locator('html').innerHTML()}`;
  expect(await readable()).not.toContain(name);
  await page.goBack();
  await expect(locked(page)).toBeVisible();
  expect(await readable()).not.toContain(name);
  await page.reload();
  await expect(locked(page)).toBeVisible();
  await tryPin(page, '0000');
  await expect(page.getByText(/That is not the PIN. 4 tries are left/)).toBeVisible();
  // Keys that a phone in Bengali has.
  await tryPin(page, '২৫৮০');
  await expect(locked(page)).toBeHidden();
  await expect.poll(readable).toContain(name);
});

test('five wrong tries sign the device out, and a reload saves none of them', async ({ page, signIn }) => {
  await signIn(page, INVESTORS[0]);
  await choosePin(page);
  await beAway(page, 121);
  for (const [index, left] of [4, 3, 2].entries()) {
    await tryPin(page, `111${index}`);
    await expect(page.getByText(new RegExp(`${left} tries are left`))).toBeVisible();
  }
  await page.reload();
  await tryPin(page, '1113');
  await expect(page.getByText(/One try is left/)).toBeVisible();
  await tryPin(page, '1114');
  await page.waitForURL(/\/App\/Start/i);
  expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('pin')])).toEqual([null, null]);
  await page.goto('/App/Profile');
  await page.waitForURL(/\/App\/Login/i);
});

test('another PIN, or none, is for those who know the old one, and wrong tries there sign the device out', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, INVESTORS[0]);
  await choosePin(page);
  const dialog = page.locator('dialog[open]');
  const anew = async (press: () => Promise<void>) => {
    const cameAnew = page.waitForEvent('load');
    await press();
    await cameAnew;
  };
  await page.getByRole('button', { name: 'Change the PIN' }).click();
  await dialog.getByLabel('Your PIN now').fill('1111');
  await dialog.getByLabel('PIN', { exact: true }).fill('1379');
  await dialog.getByLabel('The same PIN again').fill('1379');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/That is not the PIN. 4 tries are left/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Your PIN now').fill(PIN);
  await anew(() => dialog.getByRole('button', { name: 'Save' }).click());
  await beAway(page, 121);
  await tryPin(page, '1379');
  await expect(locked(page)).toBeHidden();

  const remove = page.getByRole('button', { name: 'Remove the PIN' });
  await remove.click();
  await dialog.getByLabel('Your PIN now').fill('1379');
  await anew(() => dialog.getByRole('button', { name: 'Remove the PIN' }).click());
  await expect(page.getByText('No PIN is asked for.')).toBeVisible();

  await choosePin(page);
  await remove.click();
  for (const left of ['4 tries are', '3 tries are', '2 tries are', 'One try is']) {
    await dialog.getByLabel('Your PIN now').fill('1111');
    await dialog.getByRole('button', { name: 'Remove the PIN' }).click();
    await expect(dialog.getByText(new RegExp(`${left} left`))).toBeVisible();
  }
  await dialog.getByLabel('Your PIN now').fill('1111');
  await dialog.getByRole('button', { name: 'Remove the PIN' }).click();
  await page.waitForURL(/\/App\/Start/i);
  expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('pin')])).toEqual([null, null]);
});

test('own amounts are dots for everybody until a press shows them', async ({ page, signIn, expectAccessible }) => {
  await signIn(page, INVESTORS[0]);
  await page.goto('/App/Profile');
  await page.getByLabel('Hide my amounts').check();
  const main = page.locator('main');
  await page.goto('/App/Invest/ROI');
  await expect(main.getByRole('definition').first()).toHaveText('$•••');
  await page.goto('/App/Portfolio');
  await expect(main).toContainText('$•••');
  expect(await main.ariaSnapshot()).not.toMatch(/\$\d/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show amounts' }).click();
  await expect(main).toContainText(/\$\d/);
  await page.reload();
  await expect(main).toContainText('$•••');
});
