import { textsOf } from './texts.ts';
import { finder, LOCALES, open, settle, signedIn, visit } from './walk.ts';
import { expect, INVESTORS, PHONE_SIZED, test } from './world.ts';

for (const locale of LOCALES) {
  test(`a backer takes a backing back before the loan is fully backed, in ${locale} (R31.1)`, async ({
    browser,
    serverUrl,
    request,
    signIn,
    expectAccessible,
  }) => {
    const text = textsOf(locale);
    const state = await signedIn(browser, serverUrl, (page) => signIn(page, INVESTORS[0]));
    const page = await open(browser, serverUrl, locale, state, { ...PHONE_SIZED, colorScheme: 'dark' });
    const loan = await finder(request, state)('/api/borrow/proposalsNotByUserAddress?limit=50', { allows: 'invest' });
    const panel = page.getByRole('region', { name: text('cancelling.title') });

    await test.step('the loan is backed in part, and the page says until when that may be taken back', async () => {
      await visit(page, loan, locale);
      await page
        .getByRole('button', { name: text('money.actions.invest') })
        .first()
        .tap();
      const dialog = page.locator('dialog[open]').last();
      await dialog.getByLabel(text('money.invest.amount')).fill('3');
      await dialog.getByRole('button', { name: text('common.review') }).tap();
      await dialog.getByRole('button', { name: text('money.invest.submit') }).tap();
      await expect(dialog.getByText(text('money.invest.next')).first()).toBeVisible();
      await visit(page, loan, locale);
      await expect(panel.getByText(text('cancelling.until'))).toBeVisible();
      await settle(page, text);
      await expectAccessible(page);
    });

    await test.step('it is taken back after a question that says where the money goes', async () => {
      await panel.getByRole('button', { name: text('cancelling.name') }).tap();
      const question = page.getByRole('alertdialog');
      await expect(question.getByText(text('cancelling.outside'))).toBeVisible();
      await expectAccessible(page);
      await question.getByRole('button', { name: text('common.yesTo') }).tap();
      await expect(page.getByText(text('cancelling.done'))).toBeVisible();
      await expect(panel).toHaveCount(0);
      await settle(page, text);
      await expectAccessible(page);
    });

    await page.context().close();
  });
}
