import type { Page } from '@playwright/test';
import { type Locale, textsOf } from './texts.ts';
import { LOCALES } from './walk.ts';
import { BORROWER, expect, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const SECOND_OF_ROI = '+12025550106';
const POTTER = '+12025550119';
const RATE = '88.20';
/** A month of both loans is 20 dollars. */
const MONTH = '1764.00';
const text = textsOf('en');

type Journey = {
  readonly locale: Locale;
  readonly look: object;
  readonly phone: string;
  readonly title: string;
  readonly own: string;
};

const JOURNEYS: readonly Journey[] = [
  {
    locale: 'en',
    look: {},
    phone: BORROWER,
    title: 'Solar lamps, to sew in the evening',
    own: '9J7K2M5QX1',
  },
  {
    locale: 'be',
    look: PHONE_SIZED,
    phone: POTTER,
    title: 'An electric wheel for the pottery',
    own: '8H3L0P6RW2',
  },
];

const openDialog = (page: Page) => page.locator('dialog[open]').last();

/** A text of which only the beginning is fixed. */
const beginning = (pattern: RegExp) => new RegExp(pattern.source.replace(/\$$/, ''));

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The list of payments that a merchant downloads from a wallet. */
function walletFile(own: string): Buffer {
  const head = 'Trx ID,Date & Time,Type,From Number,From Name,Reference,Amount (INR),Charge,Balance';
  const today = dayBefore(0).split('-').reverse().join('/');
  const row = `${own},${today} 10:04,Payment,98${own.replaceAll(/\D/g, '').padEnd(8, '0')},,,"1,764.00",0.00,"5,264.00"`;
  return Buffer.from(`Merchant statement\r\n\r\n${head}\r\n${row}\r\nTotal,,,,,,"1,764.00",,\r\n`);
}

test('a borrower reads the sum in local money, pays by wallet and the wallet’s file approves it (R22.1, R22.4, R23.7)', async ({
  openAs,
  signIn,
  expectAccessible,
}) => {
  const [first, second] = [await openAs('en'), await openAs('en')];
  const yes = (page: Page, locale: Locale = 'en') =>
    page.getByRole('alertdialog').getByRole('button', { name: textsOf(locale)('common.yesTo') });

  await test.step('two of the staff name a wallet and a rate, and the office turns to local money', async () => {
    await signIn(first, STAFF_OF_ROI);
    await signIn(second, SECOND_OF_ROI);
    await first.goto('/App/MFIAccounts/ROI');
    await first.getByRole('button', { name: text('accounts.add') }).click();
    const account = openDialog(first);
    await account.getByLabel(text('accounts.kind')).selectOption('mobile_wallet');
    await account.getByLabel(text('accounts.currency')).selectOption('INR');
    await account.getByLabel(text('accounts.label')).fill('Merchant wallet');
    await account.getByLabel(text('accounts.holder')).fill('ROI Foundation');
    await account.getByLabel(text('accounts.number')).fill('98300 77777');
    await account.getByRole('button', { name: text('accounts.addSubmit') }).click();
    await expect(account).toBeHidden();
    await first.getByRole('button', { name: text('rates.add') }).click();
    const rate = openDialog(first);
    await rate.getByLabel(text('accounts.currency')).selectOption('INR');
    await rate.getByLabel(text('rates.validFrom')).fill(dayBefore(3));
    await rate.getByLabel(text('rates.perUsd')).fill(RATE);
    await rate.getByLabel(text('rates.source')).fill('Reserve Bank');
    await rate.getByRole('button', { name: text('rates.addSubmit') }).click();
    await expect(first.getByText(text('accounts.waits'))).toHaveCount(2);
    await expectAccessible(first);

    await second.goto('/App/MFIAccounts/ROI');
    await second.getByRole('button', { name: text('accounts.confirm'), exact: true }).click();
    await yes(second).click();
    await expect(second.getByText(text('accounts.forPayIn'))).toBeVisible();
    await second.getByRole('button', { name: text('rates.approve'), exact: true }).click();
    await yes(second).click();
    await expect(second.getByText(text('rates.state.approved'))).toBeVisible();
    await second.goto('/App/MFISettings/ROI');
    await second.getByLabel(text('mfi.money.localCurrency')).selectOption('INR');
    await second.getByLabel(text('mfi.money.localMoney')).click();
    await second.getByRole('button', { name: text('mfi.money.localSave') }).click();
    await expect(second.getByText(text('mfi.money.saved'))).toBeVisible();
  });

  for (const { locale, look, phone, title, own } of JOURNEYS.filter((one) => LOCALES.includes(one.locale))) {
    const words = textsOf(locale);
    const borrower = await openAs(locale, look);
    const officer = await openAs(locale, look);

    await test.step(`${locale}: the money is released at the rate of the day`, async () => {
      await signIn(borrower, phone);
      await borrower.goto('/App/Borrow/ROI');
      await borrower.getByRole('link', { name: title }).first().click();
      await borrower.waitForURL(/\/App\/proposal/);
      await first.goto(borrower.url());
      const approve = first.getByRole('button', { name: text('money.actions.approve') });
      const release = first.getByRole('button', { name: text('money.actions.releaseFunds') });
      await expect(approve.or(release).first()).toBeVisible();
      if (await approve.isVisible()) {
        await approve.click();
        await expect(yes(first)).toBeVisible();
        for (const check of await openDialog(first).getByRole('checkbox').all()) await check.check();
        await yes(first).click();
      }
      await release.click();
      await openDialog(first)
        .getByRole('button', { name: text('mfi.release.submit') })
        .click();
      await expect(release).toHaveCount(0);
    });

    await test.step(`${locale}: the borrower sees where to pay and how much, and says that it is paid`, async () => {
      await borrower.reload();
      const ways = borrower.getByRole('region', { name: words('payIn.title') });
      await expect(ways.getByText('98300 77777')).toBeVisible();
      await expect(ways.getByText(/^RF\d\d \d{4} \d{4}$/)).toBeVisible();
      await expect(ways.getByRole('img', { name: beginning(words('payIn.qr')) })).toBeVisible();
      await expectAccessible(borrower);
      await borrower.getByRole('button', { name: words('money.actions.repay') }).click();
      const dialog = openDialog(borrower);
      await dialog.getByRole('button', { name: words('money.repay.instalment') }).click();
      await dialog.getByLabel(beginning(words('money.repay.channel'))).selectOption('mobile_wallet');
      await dialog.getByLabel(beginning(words('money.repay.reference'))).fill(own.toLowerCase());
      await expectAccessible(borrower);
      await dialog.getByRole('button', { name: words('common.review') }).click();
      await expectAccessible(borrower);
      await dialog.getByRole('button', { name: words('money.repay.submit') }).click();
      await expect(borrower.getByText(words('money.repay.success'))).toBeVisible();
      await expect(borrower.getByText(words('money.next.waits')).first()).toBeVisible();
      await expectAccessible(borrower);
    });

    await test.step(`${locale}: the file of the wallet has its number, and booking it approves`, async () => {
      await signIn(officer, STAFF_OF_ROI);
      await officer.goto('/App/MFIMoney/ROI');
      const file = { name: 'wallet.csv', mimeType: 'text/csv', buffer: walletFile(own) };
      await officer.locator('input[type=file]').setInputFiles(file);
      if (locale === JOURNEYS[0]?.locale) {
        await expect(officer.getByText(words('desk.columnsQuestion'))).toBeVisible();
        await expectAccessible(officer);
        await officer.getByRole('button', { name: words('desk.columnsRight') }).click();
      }
      await expect(officer.getByText(words('desk.counts'))).toBeVisible();
      await expect(officer.getByText(words('desk.rule.own_reference'))).toBeVisible();
      await expect(officer.getByText(words('desk.effect.repays'))).toBeVisible();
      await expectAccessible(officer);
      await officer.getByRole('button', { name: words('desk.bookMany') }).click();
      await yes(officer, locale).click();
      await expect(officer.getByText(words('desk.booked'))).toBeVisible();
    });

    await test.step(`${locale}: the borrower has a receipt that anybody can look up`, async () => {
      await borrower.reload();
      await expect(borrower.getByText(words('money.payments.approved')).first()).toBeVisible();
      await borrower.getByRole('heading', { name: words('money.panel.title'), exact: true }).click();
      await borrower.getByRole('tab', { name: words('money.panel.payments') }).click();
      const payments = borrower.getByRole('tabpanel', { name: words('money.panel.payments') });
      await payments.getByRole('button', { name: words('money.receipt.title') }).click();
      const link = openDialog(borrower).getByRole('link');
      await expectAccessible(borrower);
      await borrower.goto((await link.getAttribute('href')) ?? '');
      await expect(borrower.getByText(`INR ${MONTH} (`)).toBeVisible();
      await expectAccessible(borrower);
    });
    for (const page of [borrower, officer]) await page.context().close();
  }
});
