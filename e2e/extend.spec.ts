import { textsOf } from './texts.ts';
import { finder, LOCALES, open, settle, signedIn, visit } from './walk.ts';
import { BORROWER, expect, PHONE_SIZED, test } from './world.ts';

const OWN = '/api/borrow/proposalsByUserAddress?limit=50';

test('an owner gives a loan that collects more time, after looking at it in each language (R31.2)', async ({
  browser,
  serverUrl,
  request,
  signIn,
  expectAccessible,
}) => {
  const state = await signedIn(browser, serverUrl, (page) => signIn(page, BORROWER));
  const loan = await finder(request, state)(OWN, { allows: 'extend' });
  for (const locale of LOCALES) {
    await test.step(locale, async () => {
      const text = textsOf(locale);
      const page = await open(browser, serverUrl, locale, state, PHONE_SIZED);
      const panel = page.getByRole('region', { name: text('extending.title') });
      await visit(page, loan, locale);
      await expect(panel.getByText(text('extending.lead'))).toBeVisible();
      await settle(page, text);
      await expectAccessible(page);
      await panel.getByRole('button', { name: text('extending.button') }).tap();
      const question = page.getByRole('alertdialog');
      await expect(question.getByText(text('extending.message'))).toBeVisible();
      await expectAccessible(page);
      if (locale === LOCALES.at(-1)) {
        await question.getByRole('button', { name: text('common.yesTo') }).tap();
        await expect(page.getByText(text('extending.done'))).toBeVisible();
        await expect(panel).toHaveCount(0);
      } else {
        await question.getByRole('button', { name: text('common.no') }).tap();
        await expect(panel).toBeVisible();
      }
      await page.context().close();
    });
  }
});
