import type { Page } from '@playwright/test';
import type { Texts } from './texts.ts';
import { expect } from './world.ts';

export type NewAccount = { readonly national: string; readonly e164: string; readonly password: string };

/** Signs a new person up from the start page to the login page, in whatever language the page is. The number is one nobody has. */
export async function registerThroughScreens(
  page: Page,
  text: Texts,
  latestCode: (to: string) => Promise<string>,
): Promise<NewAccount> {
  const national = `202555${1000 + Math.floor(Math.random() * 9000)}`;
  const account = { national, e164: `+1${national}`, password: 'four warm lentil soups' };
  await page.goto('/App/Start/ROI');
  await page
    .getByRole('link', { name: text('identity.start.getStarted') })
    .first()
    .click();
  await page.getByLabel(text('identity.field.firstName')).fill('Rahima');
  await page.getByLabel(text('identity.field.lastName')).fill('Begum');
  await page.getByRole('combobox', { name: text('common.country') }).selectOption('US');
  await page.locator('input[type=tel]').fill(national);
  await page.getByLabel(text('identity.field.email')).fill(`rahima.${national}@mail.example`);
  await page.getByLabel(text('identity.field.password')).fill(account.password);
  await page.getByLabel(text('identity.field.confirmPassword')).fill(account.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: text('identity.register.submit') }).click();
  await expect(page.getByRole('heading', { name: text('identity.verify.title') })).toBeVisible();
  await page.locator('input[autocomplete=one-time-code]').fill(await latestCode(account.e164));
  await page.getByRole('button', { name: text('identity.verify.submit') }).click();
  await expect(page.getByRole('heading', { name: text('identity.login.title') })).toBeVisible();
  return account;
}
