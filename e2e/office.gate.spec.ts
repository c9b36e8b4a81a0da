import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { expect, INVESTORS, STAFF_OF_ROI, test } from './world.ts';

const text = textsOf('en');

async function linesOf(download: Download): Promise<string[]> {
  return (await readFile(await download.path(), 'utf8')).split('\r\n');
}

async function downloadBy(page: Page, button: RegExp): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return download;
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

test('an officer approves two payments at once, keeps the loans as a file, and changes how the MFI appears', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, STAFF_OF_ROI);
  await page.getByRole('tab', { name: /^Payments to approve: 2$/ }).click();
  const payments = page.getByRole('tabpanel');

  await test.step('a row opens the facts of its loan, with who acted and when', async () => {
    await payments.getByRole('link').first().click();
    const panel = page.getByRole('dialog', { name: text('mfi.evidence.title') });
    await expect(panel.getByRole('list', { name: text('proposal.history') })).toContainText('Anita Deshmukh');
    // The history may be there before the loan, and a panel that has no control yet cannot be scrolled by keys.
    await expect(panel.getByRole('tab').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('both payments are approved after one question, with the keyboard alone', async () => {
    await payments.getByRole('checkbox', { name: text('mfi.many.all') }).focus();
    await page.keyboard.press('Space');
    await expectAccessible(page);
    const approve = payments.getByRole('button', { name: 'Approve 2 payments' });
    await page.keyboard.press('Tab');
    await expect(approve).toBeFocused();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: /^Approve 2 payments/ });
    const yes = question.getByRole('button', { name: text('common.yesTo') });
    await expect(question).toBeVisible();
    // Past closing and cancelling: the dialog may have put the focus on either.
    for (let stop = 0; stop < 3 && !(await isFocused(yes)); stop += 1) await page.keyboard.press('Tab');
    await expect(yes).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^2 payments approved, \$\d/)).toBeVisible();
    await expect(payments.getByText(text('mfi.queues.empty'))).toBeVisible();
  });

  await test.step('the loans as a file', async () => {
    const download = await downloadBy(page, text('mfi.files.loans'));
    expect(download.suggestedFilename()).toBe('sathi-loans.csv');
    const [header = '', ...loans] = await linesOf(download);
    expect(header).toContain('"outstanding_usd"');
    expect(loans.join()).toContain('A cutting table and shelves');
  });

  await test.step('a manager changes slogan and colour', async () => {
    await page.getByRole('link', { name: text('nav.more') }).click();
    await page.getByRole('link', { name: text('mfi.settings.open') }).click();
    await page.getByLabel(/^Slogan \(/).fill('Hand in hand');
    const color = page.getByRole('textbox', { name: text('mfi.settings.primaryColor') });
    await color.fill('#ffe680');
    await expect(page.getByText(text('mfi.settings.primaryTooLight'))).toBeVisible();
    await expectAccessible(page);
    await color.fill('#1d3f72');
    await page.getByRole('button', { name: text('common.save') }).click();
    await expect(page.getByText(text('mfi.settings.saved'))).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('--brand', '#1d3f72');
    await page.goto('/App/Start/ROI');
    await expect(page.getByText('Hand in hand')).toBeVisible();
  });
});

test('a backer sees the expected returns, and keeps the statement of a period as a file and on paper', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, INVESTORS[0]);
  await page.goto('/App/Invest/ROI');
  await page
    .getByRole('navigation', { name: text('nav.label') })
    .getByRole('link', { name: text('portfolio.title') })
    .click();
  await expect(page.getByRole('heading', { name: text('portfolio.title'), level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /A cutting table and shelves.*days late/ })).toBeVisible();
  await expectAccessible(page);

  const statement = page.getByRole('region', { name: text('portfolio.statement.title') });
  const [first, last] = [new Date().getFullYear() - 1, new Date().getFullYear()];
  await test.step('the statement of a period of one’s own', async () => {
    await statement.getByRole('radio', { name: text('portfolio.period.own') }).check();
    await statement.getByLabel(text('portfolio.period.from')).fill(`${first}-01-01`);
    await statement.getByLabel(text('portfolio.period.to')).fill(`${last}-12-31`);
    await expect(statement.getByRole('link', { name: /Paid back to me/ }).first()).toBeVisible();
    // The statement of the period before is pale until that of the new one has come.
    await expect(statement.locator('[aria-busy=true]')).toHaveCount(0);
    await expectAccessible(page);
    const download = await downloadBy(page, text('portfolio.statement.download'));
    expect(download.suggestedFilename()).toBe('sathi-statement.csv');
    expect((await linesOf(download)).join()).toContain('"Paid back to me"');
  });

  await test.step('on paper: whose it is and of when, without the frame, in black on white', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByText(/^Statement of Farida/)).toBeVisible();
    await expect(page.getByText(`From 01/01/${first} to 31/12/${last}`)).toBeVisible();
    for (const part of [page.locator('header'), page.locator('footer'), page.getByRole('radio').first()]) {
      await expect(part).toBeHidden();
    }
    await expect(statement.getByRole('button', { includeHidden: true }).first()).toBeHidden();
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });
});
