import { textsOf } from './texts.ts';
import { BORROWER, expect, INVESTORS, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const BACKER = INVESTORS[1];
const TITLE = 'A cutting table and shelves';
const NOTE = 'নদী জমি নিয়ে গেছে।';
const REASON = 'The river took the field.';

test('a borrower who is late says so on a phone without a network, and pays by a new plan (R28.1, R28.2)', async ({
  openAs,
  signIn,
  expectAccessible,
}) => {
  const inBengali = textsOf('be');
  const borrower = await openAs('be', { ...PHONE_SIZED, colorScheme: 'dark' });
  await signIn(borrower, BORROWER);
  await borrower.goto('/App/Home/ROI');
  await borrower.getByRole('link', { name: TITLE }).first().click();
  await borrower.waitForURL(/\/App\/proposal/);
  const address = borrower.url();

  await test.step('the words are written without a network, wait, and go out by themselves', async () => {
    const button = borrower.getByRole('button', { name: inBengali('hardship.button') });
    await expect(button).toBeVisible();
    await expectAccessible(borrower);
    await button.click();
    const dialog = borrower.getByRole('dialog');
    await dialog.getByLabel(inBengali('hardship.reason')).selectOption('crop_loss');
    await dialog.getByLabel(inBengali('hardship.monthly')).fill('১৫');
    await dialog.getByLabel(inBengali('hardship.note')).fill(NOTE);
    await expectAccessible(borrower);
    await borrower.context().setOffline(true);
    await dialog.getByRole('button', { name: inBengali('hardship.send') }).click();
    await expect(borrower.getByText(inBengali('hardship.yours'))).toBeVisible();
    await borrower.context().setOffline(false);
    await expect(borrower.getByText(inBengali('hardship.told'))).toBeVisible();
  });

  await test.step('staff find it in their queue and propose a plan of what is possible', async () => {
    const inEnglish = textsOf('en');
    const staff = await openAs('en', { viewport: { width: 1280, height: 800 } });
    await signIn(staff, STAFF_OF_ROI);
    await staff.goto('/App/MFIProposals/ROI?queue=cannotPay');
    await staff
      .getByRole('row')
      .filter({ hasText: TITLE })
      .getByRole('link', { name: /^Answer/ })
      .click();
    await expect(staff.getByText(NOTE)).toBeVisible();
    await expectAccessible(staff);
    await staff
      .getByRole('button', { name: inEnglish('plans.propose') })
      .first()
      .click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByLabel(inEnglish('plans.reason')).fill(REASON);
    await expectAccessible(staff);
    await dialog.getByRole('button', { name: inEnglish('plans.proposeSubmit') }).click();
    await expect(staff.getByText(inEnglish('plans.inForce'))).toBeVisible();
    await staff.context().close();
  });

  await test.step('the loan is late no more, and its borrower pays by the new plan', async () => {
    await borrower.goto(address);
    await expect(borrower.getByText(inBengali('money.next.title'))).toBeVisible();
    await expect(borrower.getByText(inBengali('hardship.told'))).toBeHidden();
    await expectAccessible(borrower);
  });

  await test.step('a backer reads the new days and why', async () => {
    const backer = await openAs('ar', PHONE_SIZED);
    await signIn(backer, BACKER);
    await backer.goto(address);
    await expect(backer.getByText(REASON).first()).toBeVisible();
    await expectAccessible(backer);
    await backer.context().close();
  });

  await test.step('the rest is paid, and the loan is over', async () => {
    await borrower
      .getByRole('button', { name: inBengali('money.actions.repay') })
      .first()
      .click();
    const dialog = borrower.locator('dialog[open]').last();
    await dialog.getByRole('button', { name: inBengali('money.repay.everything') }).click();
    await dialog.getByRole('button', { name: inBengali('common.review') }).click();
    await dialog.getByRole('button', { name: inBengali('money.repay.submit') }).click();
    await expect(borrower.getByText(inBengali('money.repay.success'))).toBeVisible();
    const inEnglish = textsOf('en');
    const staff = await openAs('en', { viewport: { width: 1280, height: 800 } });
    await signIn(staff, STAFF_OF_ROI);
    await staff.goto(address);
    const approve = staff.getByRole('button', { name: inEnglish('money.payments.approveWhich') });
    await expect(approve).toHaveCount(2);
    for (const left of [1, 0]) {
      await approve.first().click();
      await staff.locator('dialog[open]').last().getByRole('button').last().click();
      await expect(approve).toHaveCount(left);
    }
    await staff.context().close();
    await borrower.reload();
    await expect(borrower.getByText(inBengali('common.statusRepaid')).first()).toBeVisible();
    await expectAccessible(borrower);
  });
});
