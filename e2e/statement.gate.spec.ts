import type { Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { LOCALES } from './walk.ts';
import { expect, INVESTORS, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const OTHER_MANAGER = '+12025550106';
const NUMBER = '3011 7788 99';
const REFERENCE = /RF\d\d \d{4} \d{4}/;
const text = textsOf('en');

const yes = (page: Page, locale: 'en' | 'be') =>
  page.getByRole('alertdialog').getByRole('button', { name: textsOf(locale)('common.yesTo') });

/** The statement of one day with one payment, as a bank writes it. */
function statementOf(day: Date, cents: { readonly before: number; readonly came: number }, words: string): Buffer {
  const on = day.toISOString().slice(2, 10).replaceAll('-', '');
  const sum = (minor: number) => (minor / 100).toFixed(2).replace('.', ',');
  const lines = [
    `:20:DAY${on}`,
    `:25:${NUMBER.replaceAll(' ', '')}`,
    `:60F:C${on}USD${sum(cents.before)}`,
    `:61:${on}${on.slice(2)}C${sum(cents.came)}NTRFNONREF//BANK${on}`,
    `:86:${words}`,
    `:62F:C${on}USD${sum(cents.before + cents.came)}`,
    '-',
    '',
  ];
  return Buffer.from(lines.join('\n'));
}

test('a backer pays in by transfer, the officer’s file books it and another agrees the day (R20.6, R21.8, R21.10)', async ({
  openAs,
  signIn,
  expectAccessible,
}) => {
  const setUp = await openAs('en');
  const confirms = await openAs('en');
  await test.step('two of the staff name an account, and the institution turns to awaiting money', async () => {
    await signIn(setUp, STAFF_OF_ROI);
    await signIn(confirms, OTHER_MANAGER);
    await setUp.goto('/App/MFIAccounts/ROI');
    await setUp.getByRole('button', { name: text('accounts.add') }).click();
    const dialog = setUp.getByRole('dialog');
    await dialog.getByLabel(text('accounts.label')).fill('State Bank');
    await dialog.getByLabel(text('accounts.holder')).fill('ROI Foundation');
    await dialog.getByLabel(text('accounts.number')).fill(NUMBER);
    await dialog.getByRole('button', { name: text('accounts.addSubmit') }).click();
    await expect(dialog).toBeHidden();
    await confirms.goto('/App/MFIAccounts/ROI');
    await confirms.getByRole('button', { name: text('accounts.confirm') }).click();
    await yes(confirms, 'en').click();
    await expect(confirms.getByText(text('accounts.forPayIn'))).toBeVisible();
    await confirms.goto('/App/MFISettings/ROI');
    await confirms.getByRole('button', { name: text('mfi.money.turn') }).click();
    await yes(confirms, 'en').click();
    await expect(confirms.getByText(text('mfi.money.expected'))).toBeVisible();
  });

  const DAY_MS = 86_400_000;
  const languages = (['en', 'be'] as const).filter((locale) => LOCALES.includes(locale));
  for (const [index, locale] of languages.entries()) {
    const words = textsOf(locale);
    const look = locale === 'be' ? PHONE_SIZED : {};
    const backer = await openAs(locale, look);
    const reference = await test.step(`${locale}: a loan is backed, and gets its reference`, async () => {
      await signIn(backer, INVESTORS[index] as string);
      await backer.goto('/App/Invest/ROI');
      await backer
        .getByRole('button', { name: words('money.actions.invest') })
        .first()
        .click();
      const dialog = backer.locator('dialog[open]');
      await dialog.getByLabel(words('money.invest.amount')).fill('10');
      await dialog.getByRole('button', { name: words('common.review') }).click();
      await dialog.getByRole('button', { name: words('money.invest.submit') }).click();
      const written = dialog.getByText(REFERENCE).first();
      await expect(written).toBeVisible();
      return (await written.textContent()) ?? '';
    });

    const officer = await openAs(locale, look);
    const other = await openAs(locale, look);
    await test.step(`${locale}: the file of the bank books it`, async () => {
      await signIn(officer, STAFF_OF_ROI);
      await officer.goto('/App/MFIMoney/ROI');
      const day = new Date(Date.now() - (2 - index) * DAY_MS);
      const buffer = statementOf(day, { before: index * 1250, came: 1250 }, `FROM A FRIEND ${reference}`);
      await officer
        .locator('input[type=file]')
        .setInputFiles({ name: `${locale}.sta`, mimeType: 'text/plain', buffer });
      await expect(officer.getByText(words('desk.counts'))).toBeVisible();
      await expect(officer.getByText(words('desk.effect.paysAndCredit'))).toBeVisible();
      await expectAccessible(officer);
      await officer.getByRole('button', { name: words('desk.bookMany') }).click();
      await yes(officer, locale).click();
      await expect(officer.getByText(words('desk.booked'))).toBeVisible();
    });

    await test.step(`${locale}: another agrees the day`, async () => {
      await signIn(other, OTHER_MANAGER);
      await other.goto('/App/MFIMoney/ROI');
      await other.getByRole('button', { name: words('desk.agree') }).click();
      await expect(other.getByText(words('desk.agreedBy'))).toBeVisible();
      await expectAccessible(other);
    });

    await test.step(`${locale}: the backer sees what arrived, and the rest as credit`, async () => {
      await backer.goto('/App/Portfolio/ROI');
      await expect(backer.getByRole('table', { name: words('payIn.receiptsList') })).toContainText('$12.50');
      await expect(backer.getByRole('region', { name: words('payIn.credits') })).toContainText('$2.50');
      await expect(backer.getByRole('region', { name: words('payIn.awaited') })).toHaveCount(0);
    });
    for (const page of [backer, officer, other]) await page.context().close();
  }
});
