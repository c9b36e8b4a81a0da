import type { APIRequestContext } from '@playwright/test';
import { BORROWER, expect, STAFF_OF_ROI, test } from './world.ts';

const SECOND_OF_ROI = '+12025550106';
const TITLE = 'Solar lamps, to sew in the evening';

/** The link of “that was not me” in the newest SMS to this phone. */
async function notMeLink(request: APIRequestContext, phone: string): Promise<string> {
  const answer = await request.get('/api/dev/inbox', { params: { to: phone } });
  const { data } = (await answer.json()) as { data: ReadonlyArray<{ text: string }> };
  return data.map(({ text }) => /\/App\/NotMe\?token=\S+/.exec(text)?.[0]).find((link) => link !== undefined) ?? '';
}

test('R25.1: a new account is named with a proof, rests, is disowned by its link, and payouts are resumed', async ({
  browser,
  page: office,
  baseURL,
  request,
  signIn,
  prove,
  expectAccessible,
}) => {
  await signIn(office, STAFF_OF_ROI);
  await office.goto('/App/MFISettings/ROI');
  const protection = office.getByRole('checkbox', { name: 'Protect where money is sent' });
  await protection.click();
  await expect(protection).toBeChecked();
  await expect(office.getByText('Saved. All staff are told.')).toBeVisible();
  await expectAccessible(office);

  const borrower = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(borrower, BORROWER);
  await borrower.goto('/App/Borrow/ROI');
  await borrower.getByRole('link', { name: TITLE }).first().click();
  await borrower.waitForURL(/\/App\/proposal/);
  const address = borrower.url();
  await office.goto(address);
  await office.getByRole('button', { name: 'Release funds' }).click();
  await office
    .getByRole('dialog')
    .getByRole('button', { name: /^Release/ })
    .click();
  await expect(office.getByText('Withdrawal', { exact: true })).toBeVisible();
  await borrower.reload();
  await borrower.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const dialog = borrower.locator('dialog[open]').last();
  await dialog.getByLabel('Name on the account').fill('The Thief');
  await dialog.getByLabel('Account number').fill('0044556677');
  await dialog.getByLabel('Bank', { exact: true }).fill('Sonali');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: /^Ask for/ }).click();
  await prove(borrower, BORROWER);
  await expect(borrower.getByText(/The money can be sent from/)).toBeVisible();
  await expectAccessible(borrower);

  await office.goto(address);
  await expect(office.getByText(/^It still rests, and can be sent from/)).toBeVisible();
  await expect(office.getByText('The account is in another name than the borrower’s.')).toBeVisible();
  await expect(office.getByRole('button', { name: 'Mark as sent' })).toBeHidden();
  await office.getByRole('button', { name: 'Show the whole number' }).click();
  await office.getByRole('dialog').getByLabel('Reason').fill('To compare it with the form');
  await expectAccessible(office);
  await office.getByRole('dialog').getByRole('button', { name: 'Show it' }).click();
  await expect(office.getByRole('dialog').getByText('0044556677')).toBeVisible();
  await office.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await expect.poll(() => notMeLink(request, BORROWER)).not.toBe('');
  const anywhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await anywhere.goto(await notMeLink(request, BORROWER));
  await expectAccessible(anywhere);
  await anywhere.getByRole('button', { name: 'Stop it' }).click();
  await expect(anywhere.getByText(/^Stopped\. Nothing more is sent/)).toBeVisible();
  await expectAccessible(anywhere);
  await borrower.reload();
  await expect(borrower.getByRole('button', { name: 'Withdraw', exact: true })).toBeHidden();

  await office.goto(address);
  await expect(office.getByText('The borrower says that somebody else named this account.')).toBeVisible();
  await office.goto('/App/MFIPayouts/ROI');
  await office.getByRole('button', { name: /^Resume payouts to/ }).click();
  const resume = office.getByRole('dialog');
  await resume.getByRole('checkbox').check();
  await resume.getByLabel('Reason').fill('Came to the office with her passport');
  await expectAccessible(office);
  await resume.getByRole('button', { name: 'Ask a colleague to confirm' }).click();
  await expect(office.getByText(/saw the ID paper/)).toBeVisible();
  await expect(office.getByRole('button', { name: /^Confirm payouts to/ })).toBeHidden();

  const second = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(second, SECOND_OF_ROI);
  await second.goto('/App/MFIPayouts/ROI');
  await second.getByRole('button', { name: /^Confirm payouts to/ }).click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(second.getByText(/^Goes on from/)).toBeVisible();
  await expectAccessible(second);
});
