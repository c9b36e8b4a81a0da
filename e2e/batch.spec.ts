import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { BORROWER, expect, STAFF_OF_ROI, test } from './world.ts';

const SECOND_OF_ROI = '+12025550106';
const NUMBER = '3011778899';
const TITLE = 'Solar lamps, to sew in the evening';
const text = textsOf('en');

const openDialog = (page: Page) => page.locator('dialog[open]').last();
const yes = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: text('common.yesTo') });

/** A text of which only the beginning is fixed. */
const beginning = (pattern: RegExp) => new RegExp(pattern.source.replace(/\$$/, ''));

type Movement = { readonly mark: 'C' | 'D'; readonly amount: string; readonly reference: string };

/** The statement of today, as a bank writes it. */
function statementOf(movements: readonly Movement[], openingCents: number): Buffer {
  const on = new Date().toISOString().slice(2, 10).replaceAll('-', '');
  const written = (minor: number) => (minor / 100).toFixed(2).replace('.', ',');
  const moved = movements.reduce((sum, { mark, amount }) => sum + (mark === 'C' ? 100 : -100) * Number(amount), 0);
  const lines = movements.flatMap(({ mark, amount, reference }, index) => [
    `:61:${on}${on.slice(2)}${mark}${amount.replace('.', ',')}NTRF${reference}//${mark}${openingCents}${index}`,
    `:86:${mark === 'D' ? 'TRANSFER' : 'RETURNED, ACCOUNT CLOSED'}`,
  ]);
  const balances = [`:60F:C${on}USD${written(openingCents)}`, `:62F:C${on}USD${written(openingCents + moved)}`];
  return Buffer.from([':20:DAY', `:25:${NUMBER}`, balances[0], ...lines, balances[1], '-', ''].join('\n'));
}

async function handIn(page: Page, buffer: Buffer, lines: number): Promise<void> {
  await page.goto('/App/MFIMoney/ROI');
  await page.locator('input[type=file]').setInputFiles({ name: 'bank.sta', mimeType: 'text/plain', buffer });
  await expect(page.getByText(text('desk.counts'))).toBeVisible();
  await page.getByRole('button', { name: `Book ${lines}`, exact: true }).click();
  await yes(page).click();
  await expect(page.getByText(text('desk.booked'))).toBeVisible();
}

test('a batch of two goes to the bank, its statement says that both are sent, and one comes back (R25.3, R25.4)', async ({
  openAs,
  signIn,
  expectAccessible,
}) => {
  const [first, second, borrower] = [await openAs('en'), await openAs('en'), await openAs('en')];
  await signIn(first, STAFF_OF_ROI);
  await signIn(second, SECOND_OF_ROI);
  await signIn(borrower, BORROWER);

  await test.step('two of the staff name an account that pays', async () => {
    await first.goto('/App/MFIAccounts/ROI');
    await first.getByRole('button', { name: text('accounts.add') }).click();
    const account = openDialog(first);
    await account.getByLabel(text('accounts.label')).fill('State Bank');
    await account.getByLabel(text('accounts.holder')).fill('ROI Foundation');
    await account.getByLabel(text('accounts.number')).fill(NUMBER);
    await account.getByLabel(text('accounts.forPayOut')).check();
    await account.getByRole('button', { name: text('accounts.addSubmit') }).click();
    await expect(account).toBeHidden();
    await second.goto('/App/MFIAccounts/ROI');
    await second.getByRole('button', { name: text('accounts.confirm'), exact: true }).click();
    await yes(second).click();
    await expect(second.getByText(text('accounts.confirmed'))).toBeVisible();
  });

  await test.step('a borrower asks for the money of a loan that was released', async () => {
    await borrower.goto('/App/Borrow/ROI');
    await borrower.getByRole('link', { name: TITLE }).first().click();
    await borrower.waitForURL(/\/App\/proposal/);
    await first.goto(borrower.url());
    await first.getByRole('button', { name: text('money.actions.releaseFunds') }).click();
    await openDialog(first)
      .getByRole('button', { name: text('mfi.release.submit') })
      .click();
    await expect(first.getByRole('button', { name: text('money.actions.releaseFunds') })).toHaveCount(0);
    await borrower.reload();
    await borrower.getByRole('button', { name: text('money.actions.withdraw') }).click();
    const dialog = openDialog(borrower);
    await dialog.getByLabel(text('money.withdraw.accountName')).fill('Rahima Khatun');
    await dialog.getByLabel(text('money.withdraw.accountNumber')).fill('0044556677');
    await dialog.getByLabel(text('money.withdraw.bankName')).fill('Sonali');
    await dialog.getByRole('button', { name: text('common.review') }).click();
    await dialog.getByRole('button', { name: text('money.withdraw.submit') }).click();
    await expect(borrower.getByText('••••6677')).toBeVisible();
  });

  await test.step('one makes a batch of both requests', async () => {
    await first.goto('/App/MFIPayouts/ROI');
    const toSend = first.getByRole('table', { name: text('batches.toSend') });
    await expect(toSend.getByRole('checkbox')).toHaveCount(2);
    await expectAccessible(first);
    for (const box of await toSend.getByRole('checkbox').all()) await box.check();
    await first.getByRole('button', { name: 'Make a batch of 2 requests' }).click();
    await expect(first.getByText(text('batches.made'))).toBeVisible();
    await expect(first.getByRole('button', { name: text('batches.approve') })).toHaveCount(0);
    await expectAccessible(first);
  });

  const sent = await test.step('another approves it and downloads the file', async () => {
    await second.goto('/App/MFIPayouts/ROI');
    await second.getByRole('button', { name: text('batches.approve') }).click();
    await yes(second).click();
    await expect(second.getByText(text('batches.approved'))).toBeVisible();
    await expectAccessible(second);
    const download = second.waitForEvent('download');
    await second.getByRole('button', { name: text('batches.bankFile') }).click();
    const xml = await readFile(await (await download).path(), 'utf8');
    const ids = [...xml.matchAll(/<EndToEndId>([^<]+)<\/EndToEndId>/g)].map((match) => match[1] ?? '');
    const sums = [...xml.matchAll(/<InstdAmt Ccy="USD">([^<]+)<\/InstdAmt>/g)].map((match) => match[1] ?? '');
    expect(ids).toHaveLength(2);
    return ids.map((reference, index): Movement => ({ mark: 'D', amount: sums[index] ?? '', reference }));
  });

  await test.step('the statement of the bank says that both are sent', async () => {
    await handIn(first, statementOf(sent, 100_000), 2);
    await first.goto('/App/MFIPayouts/ROI');
    await expect(first.getByText(text('batches.state.closed'))).toBeVisible();
    await expectAccessible(first);
    await borrower.reload();
    await expect(borrower.getByRole('button', { name: text('money.withdrawals.received') })).toBeVisible();
  });

  await test.step('the next one says that one came back, and its owner names an account anew', async () => {
    const back = sent.find(({ amount }) => Number(amount) === 120);
    const left = 100_000 - sent.reduce((sum, { amount }) => sum + 100 * Number(amount), 0);
    await handIn(first, statementOf([{ ...(back as Movement), mark: 'C' }], left), 1);
    await borrower.reload();
    await expect(borrower.getByText(beginning(text('money.withdrawals.failedBecause'))).first()).toBeVisible();
    await borrower.getByRole('button', { name: text('money.actions.withdraw') }).click();
    await expect(openDialog(borrower).getByLabel(text('money.withdraw.accountNumber'))).toBeVisible();
    await expectAccessible(borrower);
  });
});
