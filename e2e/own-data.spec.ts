import { readFileSync } from 'node:fs';
import { expect, INVESTORS, SEED_PASSWORD, test } from './world.ts';

test('a backer takes their data along, closes the account, and is nobody to sign in (R13.3, R13.4)', async ({
  page,
  signIn,
  prove,
  expectAccessible,
}) => {
  const [phone] = INVESTORS;
  await signIn(page, phone);
  await page.goto('/App/Security');
  await page.getByRole('link', { name: 'Your data' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close my account' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Make the file' }).click();
  await prove(page, phone);
  const save = page.getByRole('link', { name: 'Save the file' });
  await expect(save).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(file.suggestedFilename()).toBe('sathi-my-data.zip');
  const zip = readFileSync(await file.path());
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(zip.includes('json/backings.json')).toBe(true);
  expect(zip.includes('csv/movements.csv')).toBe(true);

  // The proof of a moment ago still counts.
  await page.getByRole('button', { name: 'Close my account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Close your account' });
  await expectAccessible(page);
  await question.getByRole('checkbox').check();
  await question.getByRole('button', { name: 'Close my account' }).click();
  await page.waitForURL(/\/App\/Start/);
  await expect(page.getByText('Your account is closed.')).toBeVisible();

  await page.goto('/App/Login');
  await page.locator('input[type=tel]').fill(phone);
  await page.locator('input[type=password]').fill(SEED_PASSWORD);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/App\/Login/);
});
