import type { Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { expect, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const OTHER_MANAGER = '+12025550106';
const PAGE = '/App/MFIAccounts/ROI';
const text = textsOf('en');

const yes = (page: Page, texts = text) =>
  page.getByRole('alertdialog').getByRole('button', { name: texts('common.yesTo') });

test('one enters where people pay and what a dollar costs, another confirms both (R19.6, R19.8, R23.2)', async ({
  openAs,
  signIn,
  expectAccessible,
}) => {
  const first = await openAs('en', PHONE_SIZED);
  await signIn(first, STAFF_OF_ROI);
  await first.goto('/App/MFIMore/ROI');
  await first
    .getByRole('main')
    .getByRole('link', { name: text('accounts.page') })
    .click();

  await test.step('an account, with what payers read', async () => {
    await expect(first.getByText(text('accounts.none'))).toBeVisible();
    await first.getByRole('button', { name: text('accounts.add') }).click();
    const dialog = first.getByRole('dialog');
    await dialog.getByLabel(text('accounts.currency')).selectOption('INR');
    await dialog.getByLabel(text('accounts.label')).fill('State Bank, Kolkata');
    await dialog.getByLabel(text('accounts.holder')).fill('ROI Foundation');
    await dialog.getByLabel(text('accounts.number')).fill('3011 7788 99');
    await dialog.locator('textarea').first().fill('Send {amount} by {payBy}.\nReference: {reference}');
    await expectAccessible(first);
    await dialog.getByRole('button', { name: text('accounts.addSubmit') }).click();
    await expect(dialog).toBeHidden();
    await expect(first.getByText('Reference: RF08 1000 4217')).toBeVisible();
    await expect(first.getByRole('button', { name: text('accounts.confirm') })).toHaveCount(0);
  });

  await test.step('a rate, with its source', async () => {
    await first.getByRole('button', { name: text('rates.add') }).click();
    const dialog = first.getByRole('dialog');
    await dialog.getByLabel(text('accounts.currency')).selectOption('INR');
    await dialog.getByLabel(text('rates.validFrom')).fill('2026-01-01');
    await dialog.getByLabel(text('rates.perUsd')).fill('83.10');
    await dialog.getByLabel(text('rates.source')).fill('Reserve Bank of India');
    await expectAccessible(first);
    await dialog.getByRole('button', { name: text('rates.addSubmit') }).click();
    await expect(dialog).toBeHidden();
    await expect(first.getByText('INR 83.1', { exact: true })).toBeVisible();
  });

  const second = await openAs('be', { colorScheme: 'dark' });
  const inBengali = textsOf('be');
  await signIn(second, OTHER_MANAGER);
  await second.goto(PAGE);
  await test.step('the second confirms the account', async () => {
    await second.getByRole('button', { name: inBengali('accounts.confirm') }).click();
    await yes(second, inBengali).click();
    await expect(second.getByText(inBengali('accounts.forPayIn'))).toBeVisible();
  });

  await test.step('and the rate, which anybody may then read', async () => {
    await second.getByRole('button', { name: inBengali('rates.approve') }).click();
    await yes(second, inBengali).click();
    await expect(second.getByText(inBengali('rates.state.approved'))).toBeVisible();
    await expectAccessible(second);
  });

  await test.step('a new number waits, and the old one is taken out of use at once', async () => {
    await first.goto(PAGE);
    await first.getByRole('button', { name: text('accounts.change'), exact: true }).click();
    const dialog = first.getByRole('dialog');
    await dialog.getByLabel(text('accounts.number')).fill('4022 1100 01');
    await dialog.getByRole('button', { name: text('accounts.changeSubmit') }).click();
    await expect(dialog).toBeHidden();
    await expect(first.getByText('3011 7788 99 → 4022 1100 01')).toBeVisible();
    await first.getByRole('button', { name: text('accounts.stop') }).click();
    await yes(first).click();
    await expect(first.getByText(text('accounts.notUsed'))).toBeVisible();
  });
});
