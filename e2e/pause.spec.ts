import { textsOf } from './texts.ts';
import { LOCALES, open, settle, signedIn, visit } from './walk.ts';
import { expect, STAFF_OF_ROI, test } from './world.ts';

const PLACE = 'Gosaba';
const REASON = 'The river came over the fields.';

for (const locale of LOCALES) {
  test(`an officer gives the loans of a flooded place a pause, and takes it back, in ${locale} (R28.4)`, async ({
    browser,
    serverUrl,
    signIn,
    expectAccessible,
  }) => {
    const text = textsOf(locale);
    const state = await signedIn(browser, serverUrl, (page) => signIn(page, STAFF_OF_ROI));
    const page = await open(browser, serverUrl, locale, state, { viewport: { width: 1280, height: 800 } });
    const panel = page.getByRole('region', { name: text('pauses.title') });
    const yes = page.getByRole('alertdialog').getByRole('button', { name: text('common.yesTo') });

    await test.step('the pause is given after a question that counts the loans', async () => {
      await visit(page, '/App/MFIFreezes/ROI', locale);
      await panel.getByLabel(PLACE).check();
      await panel.getByLabel(text('pauses.months')).selectOption('2');
      await panel.getByLabel(text('pauses.reason'), { exact: true }).fill(REASON);
      await settle(page, text);
      await expectAccessible(page);
      await panel.getByRole('button', { name: text('pauses.giveCount') }).click();
      await expect(page.getByRole('alertdialog').getByText(text('pauses.question'))).toBeVisible();
      await expectAccessible(page);
      await yes.click();
      await expect(page.getByText(text('pauses.given'))).toBeVisible();
      await expect(panel.getByText(REASON).first()).toBeVisible();
    });

    await test.step('it is taken back after another question', async () => {
      const undo = panel.getByRole('button', { name: text('pauses.undo'), exact: true });
      await expect(undo).toHaveCount(1);
      await undo.click();
      await expectAccessible(page);
      await yes.click();
      await expect(page.getByText(text('pauses.undone'))).toBeVisible();
      await expect(undo).toHaveCount(0);
    });

    await page.context().close();
  });
}
