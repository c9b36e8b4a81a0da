import type { APIRequestContext } from '@playwright/test';
import { textsOf } from './texts.ts';
import { BORROWER, expect, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const SECOND_OF_ROI = '+12025550106';
const TITLE = 'Solar lamps, to sew in the evening';

const inEnglish = textsOf('en');
const inBengali = textsOf('be');
const inArabic = textsOf('ar');

/** The link of “that was not me” in the newest SMS to this phone. */
async function notMeLink(request: APIRequestContext, phone: string): Promise<string> {
  const answer = await request.get('/api/dev/inbox', { params: { to: phone } });
  const { data } = (await answer.json()) as { data: ReadonlyArray<{ text: string }> };
  return data.map(({ text }) => /\/App\/NotMe\?token=\S+/.exec(text)?.[0]).find((link) => link !== undefined) ?? '';
}

test('R25.1: a new account is named with a proof, rests, is disowned by its link, and payouts are resumed', async ({
  openAs,
  request,
  signIn,
  prove,
  expectAccessible,
}) => {
  const office = await openAs('en');
  await signIn(office, STAFF_OF_ROI);
  await office.goto('/App/MFISettings/ROI');
  const protection = office.getByRole('checkbox', { name: inEnglish('mfi.money.payoutStepUp') });
  await protection.click();
  await expect(protection).toBeChecked();
  await expect(office.getByText(inEnglish('mfi.money.saved'))).toBeVisible();
  await expectAccessible(office);

  const borrower = await openAs('be', PHONE_SIZED);
  await signIn(borrower, BORROWER);
  await borrower.goto('/App/Borrow/ROI');
  await borrower.getByRole('link', { name: TITLE }).first().click();
  await borrower.waitForURL(/\/App\/proposal/);
  const address = borrower.url();
  await office.goto(address);
  await office.getByRole('button', { name: inEnglish('money.actions.releaseFunds') }).click();
  await office
    .getByRole('dialog')
    .getByRole('button', { name: /^Release/ })
    .click();
  await expect(office.getByText(inEnglish('money.withdrawals.title'))).toBeVisible();
  await borrower.reload();
  await borrower.getByRole('button', { name: inBengali('money.actions.withdraw') }).click();
  const dialog = borrower.locator('dialog[open]').last();
  await dialog.getByLabel(inBengali('money.withdraw.accountName')).fill('The Thief');
  await dialog.getByLabel(inBengali('money.withdraw.accountNumber')).fill('0044556677');
  await dialog.getByLabel(inBengali('money.withdraw.bankName')).fill('Sonali');
  await dialog.getByRole('button', { name: inBengali('common.review') }).click();
  await dialog.getByRole('button', { name: inBengali('money.withdraw.submit') }).click();
  await prove(borrower, BORROWER, 'be');
  await expect(borrower.getByText(inBengali('money.withdraw.successRests'))).toBeVisible();
  await expectAccessible(borrower);

  await office.goto(address);
  await expect(office.getByText(inEnglish('money.withdrawals.restsUntil'))).toBeVisible();
  await expect(office.getByText(inEnglish('money.care.nameDiffers'))).toBeVisible();
  await expect(office.getByRole('button', { name: inEnglish('money.withdrawals.markSent') })).toBeHidden();
  await office.getByRole('button', { name: inEnglish('money.show.title') }).click();
  await office.getByRole('dialog').getByLabel(inEnglish('money.reason')).fill('To compare it with the form');
  await expectAccessible(office);
  await office
    .getByRole('dialog')
    .getByRole('button', { name: inEnglish('money.show.submit') })
    .click();
  await expect(office.getByRole('dialog').getByText('0044556677')).toBeVisible();
  await office
    .getByRole('dialog')
    .getByRole('button', { name: inEnglish('common.close') })
    .last()
    .click();

  await expect.poll(() => notMeLink(request, BORROWER)).not.toBe('');
  const anywhere = await openAs('ar', { ...PHONE_SIZED, colorScheme: 'dark' });
  await anywhere.goto(await notMeLink(request, BORROWER));
  await expectAccessible(anywhere);
  await anywhere.getByRole('button', { name: inArabic('notMe.button') }).click();
  await expect(anywhere.getByText(inArabic('notMe.done'))).toBeVisible();
  await expectAccessible(anywhere);
  await borrower.reload();
  await expect(borrower.getByRole('button', { name: inBengali('money.actions.withdraw') })).toBeHidden();

  await office.goto(address);
  await expect(office.getByText(inEnglish('money.withdrawals.disowned'))).toBeVisible();
  await office.goto('/App/MFIPayouts/ROI');
  await office.getByRole('button', { name: inEnglish('payouts.resume') }).click();
  const resume = office.getByRole('dialog');
  await resume.getByRole('checkbox').check();
  await resume.getByLabel(inEnglish('money.reason')).fill('Came to the office with her passport');
  await expectAccessible(office);
  await resume.getByRole('button', { name: inEnglish('payouts.enter') }).click();
  await expect(office.getByText(inEnglish('payouts.waits'))).toBeVisible();
  await expect(office.getByRole('button', { name: inEnglish('payouts.confirm') })).toBeHidden();

  const second = await openAs('ar', PHONE_SIZED);
  await signIn(second, SECOND_OF_ROI);
  await second.goto('/App/MFIPayouts/ROI');
  await second.getByRole('button', { name: inArabic('payouts.confirm') }).click();
  await second
    .getByRole('alertdialog')
    .getByRole('button', { name: inArabic('common.yesTo') })
    .click();
  await expect(second.getByText(inArabic('payouts.resumes'))).toBeVisible();
  await expectAccessible(second);
});
