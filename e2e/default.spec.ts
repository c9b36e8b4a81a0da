import { textsOf } from './texts.ts';
import { finder, open, settle, signedIn, visit } from './walk.ts';
import { expect, PHONE_SIZED, test } from './world.ts';

const OFFICER_OF_DCBS = '+12025550101';
const BORROWER_IN_DOUBT = '+12025550135';
const BACKER = '+12025550125';
const TITLE = 'Clay and a second kiln';
const REASON = 'Two visits, and nobody opened.';

test('a loan in doubt is in default by the word of its office, and what comes after all goes to its backers (R29.1, R29.4)', async ({
  browser,
  serverUrl,
  request,
  signIn,
  expectAccessible,
}) => {
  const [inEnglish, inBengali, inArabic] = [textsOf('en'), textsOf('be'), textsOf('ar')];
  const stateOf = async (phone: string) => signedIn(browser, serverUrl, (page) => signIn(page, phone));
  const officerState = await stateOf(OFFICER_OF_DCBS);
  const loan = await finder(request, officerState)('/api/borrow/proposalsByMFIID?mfiId=1&limit=50', { title: TITLE });
  const officer = await open(browser, serverUrl, 'en', officerState, { viewport: { width: 1280, height: 800 } });
  const phone = { ...PHONE_SIZED, colorScheme: 'dark' } as const;
  const borrower = await open(browser, serverUrl, 'be', await stateOf(BORROWER_IN_DOUBT), phone);
  const backer = await open(browser, serverUrl, 'ar', await stateOf(BACKER), PHONE_SIZED);

  await test.step('the office answers with a cause, and a reason that stays there', async () => {
    await visit(officer, loan, 'en');
    await officer.getByRole('button', { name: inEnglish('defaults.answer'), exact: true }).click();
    const dialog = officer.getByRole('dialog');
    await dialog.getByLabel(inEnglish('defaults.choice')).selectOption('borrower');
    await dialog.getByLabel(inEnglish('defaults.reason')).fill(REASON);
    await expectAccessible(officer);
    await dialog.getByRole('button', { name: inEnglish('defaults.save') }).click();
    await expect(officer.getByText(inEnglish('defaults.declaredToast'))).toBeVisible();
    await expect(officer.getByText(REASON)).toBeVisible();
  });

  await test.step('the borrower reads what it means, and pays after all', async () => {
    await visit(borrower, loan, 'be');
    await expect(borrower.getByText(REASON)).toHaveCount(0);
    await settle(borrower, inBengali);
    await expectAccessible(borrower);
    await borrower
      .getByRole('button', { name: inBengali('money.actions.repay') })
      .first()
      .tap();
    const dialog = borrower.locator('dialog[open]').last();
    await dialog.getByRole('button', { name: inBengali('money.repay.instalment') }).tap();
    await dialog.getByRole('button', { name: inBengali('common.review') }).tap();
    await dialog.getByRole('button', { name: inBengali('money.repay.submit') }).tap();
    await expect(borrower.getByText(inBengali('money.repay.success'))).toBeVisible();
  });

  await test.step('the office confirms the payment', async () => {
    await officer.reload();
    await officer.getByRole('button', { name: inEnglish('money.payments.approveWhich') }).click();
    await officer.locator('dialog[open]').last().getByRole('button').last().click();
    await expect(officer.getByText(inEnglish('money.payments.approvedToast'))).toBeVisible();
    await settle(officer, inEnglish);
    await expectAccessible(officer);
  });

  await test.step('a backer reads that it is in default, and finds what came in the own money', async () => {
    await visit(backer, loan, 'ar');
    await expect(backer.getByText(REASON)).toHaveCount(0);
    await settle(backer, inArabic);
    await expectAccessible(backer);
    await visit(backer, '/App/Portfolio/DCBS', 'ar');
    await expect(backer.getByRole('link', { name: TITLE }).first()).toBeVisible();
    await settle(backer, inArabic);
    await expectAccessible(backer);
  });

  for (const page of [officer, borrower, backer]) await page.context().close();
});
