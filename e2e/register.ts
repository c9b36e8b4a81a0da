import type { Page } from '@playwright/test';
import { newPhone } from './new-phone.ts';
import type { Texts } from './texts.ts';
import { expect } from './world.ts';

export type NewAccount = { readonly national: string; readonly e164: string; readonly password: string };

export const PASSWORD = 'four warm lentil soups';

type Filling = { country?: string; look?: () => Promise<void> };

/** Fills the three steps of the registration and sends them; each is looked at once it is filled. */
export async function fillSteps(
  page: Page,
  text: Texts,
  { national, email }: { national: string; email: string },
  { country = 'US', look = async () => undefined }: Filling = {},
): Promise<void> {
  await page.getByRole('combobox', { name: text('common.country') }).selectOption(country);
  await page.locator('input[type=tel]').fill(national);
  await page.getByRole('textbox', { name: text('identity.field.email') }).fill(email);
  await look();
  await page.getByRole('button', { name: text('common.stepNext') }).click();
  await page.getByLabel(text('identity.field.firstName')).fill('Rahima');
  await page.getByLabel(text('identity.field.lastName')).fill('Begum');
  await page.locator('textarea[name=bio]').fill('I sew school uniforms.');
  await look();
  await page.getByRole('button', { name: text('common.stepNext') }).click();
  await page.getByLabel(text('identity.field.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(text('identity.field.confirmPassword')).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await look();
  await page.getByRole('button', { name: text('identity.register.submit') }).click();
}

/**
 * Signs a new person up and in, from the start page to the page that this leads to, in the language of the page.
 */
export async function registerThroughScreens(
  page: Page,
  text: Texts,
  latestCode: (to: string) => Promise<string>,
): Promise<NewAccount> {
  const account = { ...newPhone(), password: PASSWORD };
  const { national } = account;
  await page.goto('/App/Start/ROI');
  await page
    .getByRole('link', { name: text('identity.start.getStarted') })
    .first()
    .click();
  await fillSteps(page, text, { national, email: `rahima.${national}@mail.example` });
  await expect(page.getByRole('heading', { name: text('identity.verify.title') })).toBeVisible();
  await page.locator('input[autocomplete=one-time-code]').fill(await latestCode(account.e164));
  await page.getByRole('button', { name: text('identity.verify.submit') }).click();
  await page.waitForURL((address) => !/\/App\/(VerifyCode|Login)/.test(address.pathname));
  return account;
}
