import type { Page } from '@playwright/test';
import { savedAnswers } from './saved-answers.ts';
import { textsOf } from './texts.ts';
import { expect, INVESTORS, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const OTHER_MANAGER = '+12025550106';
const REFERENCE = /RF\d\d \d{4} \d{4}/;
const text = textsOf('en');
const inBengali = textsOf('be');

const yes = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: text('common.yesTo') });

/** A text of which only the beginning is fixed. */
const beginning = (pattern: RegExp) => new RegExp(pattern.source.replace(/\$$/, ''));

test('a backer pays in by a reference, one of the staff enters what came and another confirms it (R19.2, R20.6)', async ({
  openAs,
  signIn,
  expectAccessible,
}) => {
  const first = await openAs('en');
  const second = await openAs('en');
  await signIn(first, STAFF_OF_ROI);
  await signIn(second, OTHER_MANAGER);

  await test.step('two of the staff name an account, and the institution turns to awaiting money', async () => {
    await first.goto('/App/MFIAccounts/ROI');
    await first.getByRole('button', { name: text('accounts.add') }).click();
    const dialog = first.getByRole('dialog');
    await dialog.getByLabel(text('accounts.label')).fill('State Bank');
    await dialog.getByLabel(text('accounts.holder')).fill('ROI Foundation');
    await dialog.getByLabel(text('accounts.number')).fill('3011 7788 99');
    await dialog.getByRole('button', { name: text('accounts.addSubmit') }).click();
    await expect(dialog).toBeHidden();
    await second.goto('/App/MFIAccounts/ROI');
    await second.getByRole('button', { name: text('accounts.confirm') }).click();
    await yes(second).click();
    await expect(second.getByText(text('accounts.forPayIn'))).toBeVisible();
    await second.goto('/App/MFISettings/ROI');
    await second.getByRole('button', { name: text('mfi.money.turn') }).click();
    await yes(second).click();
    await expect(second.getByText(text('mfi.money.expected'))).toBeVisible();
  });

  const backer = await openAs('be', { ...PHONE_SIZED, serviceWorkers: 'allow' });
  const reference =
    await test.step('a loan is backed in Bengali, and how to pay takes the place of the thanks', async () => {
      await signIn(backer, INVESTORS[0]);
      await backer.goto('/App/Invest/ROI');
      await backer
        .getByRole('button', { name: inBengali('money.actions.invest') })
        .first()
        .click();
      const dialog = backer.locator('dialog[open]');
      await dialog.getByLabel(inBengali('money.invest.amount')).fill('১০');
      await expect(dialog.getByText(inBengali('payIn.toPayBy'))).toBeVisible();
      await expectAccessible(backer);
      await dialog.getByRole('button', { name: inBengali('common.review') }).click();
      await dialog.getByRole('button', { name: inBengali('money.invest.submit') }).click();
      const written = dialog.getByText(REFERENCE).first();
      await expect(written).toBeVisible();
      await expect(dialog.getByText(inBengali('payIn.due'))).toBeVisible();
      await expectAccessible(backer);
      return (await written.textContent()) ?? '';
    });

  await test.step('the page works without a network once it was seen', async () => {
    await backer.goto('/App/HowToPay/ROI');
    await expect(backer.getByRole('img', { name: beginning(inBengali('payIn.qr')) })).toBeVisible();
    await expectAccessible(backer);
    await backer.evaluate(() => navigator.serviceWorker.ready);
    await backer.reload();
    await expect.poll(() => backer.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await expect.poll(() => savedAnswers(backer)).toContain(reference.replaceAll(' ', ''));
    await expect.poll(() => savedAnswers(backer)).toContain('<svg');
    await backer.context().setOffline(true);
    await backer.reload();
    await expect(backer.getByText(reference).first()).toBeVisible();
    await expect(backer.getByText('3011 7788 99')).toBeVisible();
    await expect(backer.getByRole('img', { name: beginning(inBengali('payIn.qr')) })).toBeVisible();
    await backer.context().setOffline(false);
  });

  await test.step('“I have paid” gives more days', async () => {
    await backer.getByRole('button', { name: inBengali('payIn.tell') }).click();
    const dialog = backer.getByRole('dialog');
    await dialog.getByLabel(beginning(inBengali('payIn.ownReference'))).fill('TRX81');
    await expectAccessible(backer);
    await dialog.getByRole('button', { name: inBengali('payIn.tellSubmit') }).click();
    await expect(dialog).toBeHidden();
    await expect(backer.getByText(inBengali('payIn.told'))).toBeVisible();
    await expect(backer.getByRole('button', { name: inBengali('payIn.tell') })).toHaveCount(0);
  });

  await test.step('staff find them by their own number, and enter what came', async () => {
    await first.goto('/App/MFIMore/ROI');
    await first
      .getByRole('main')
      .getByRole('link', { name: text('awaited.page') })
      .click();
    await first.getByRole('textbox', { name: text('awaited.search') }).fill('trx81');
    const row = first.getByRole('table', { name: text('awaited.title') }).getByRole('row');
    await expect(row).toHaveCount(2);
    await expect(row.last()).toContainText(reference);
    await expectAccessible(first);
    await row.last().getByRole('button').click();
    const dialog = first.getByRole('dialog');
    await dialog.getByLabel(text('awaited.amountIn')).fill('12.50');
    await dialog.getByLabel(text('awaited.receivedOn')).fill(new Date().toISOString().slice(0, 10));
    await dialog.getByRole('button', { name: text('common.review') }).click();
    await expectAccessible(first);
    await dialog.getByRole('button', { name: text('awaited.book') }).click();
    await expect(first.getByText(text('awaited.entered'))).toBeVisible();
    await expect(first.getByText(text('receipts.state.waits'))).toBeVisible();
    await expect(first.getByRole('button', { name: text('receipts.confirmOf') })).toHaveCount(0);
  });

  await test.step('another confirms it', async () => {
    await second.goto('/App/MFIAwaited/ROI');
    await second.getByRole('button', { name: text('receipts.confirmOf') }).click();
    await yes(second).click();
    await expect(second.getByText(text('receipts.state.confirmed'))).toBeVisible();
    await expectAccessible(second);
  });

  await test.step('the backer sees what arrived, and the rest as credit', async () => {
    await backer.goto('/App/Portfolio/ROI');
    await expect(backer.getByRole('table', { name: inBengali('payIn.receiptsList') })).toContainText('$12.50');
    await expect(backer.getByRole('region', { name: inBengali('payIn.credits') })).toContainText('$2.50');
    await expect(backer.getByRole('region', { name: inBengali('payIn.awaited') })).toHaveCount(0);
    await expectAccessible(backer);
  });
});
