import { newPhone } from './new-phone.ts';
import { PASSWORD } from './register.ts';
import { textsOf } from './texts.ts';
import { LOCALES, open, settle, signedIn, visit } from './walk.ts';
import { expect, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const HEADER = 'phone,first_name,last_name,language,title,description,amount_usd,months_to_repay,needed_on,place';
const PEOPLE = 200;
/** The people that one answer lists. */
const PAGE = 50;
/** Numbers that belong to nobody: none of these people comes. */
const others = (block: number) =>
  Array.from({ length: PEOPLE - 1 }, (_, index) => `+1202444${block}${String(index).padStart(3, '0')},Asha,Begum`);

for (const [block, locale] of LOCALES.entries()) {
  test(`an officer brings 200 people along, and one claims the account and the draft, in ${locale} (R31.5)`, async ({
    browser,
    serverUrl,
    signIn,
    latestCode,
    expectAccessible,
  }) => {
    const text = textsOf(locale);
    const phone = newPhone();
    const draft = `${phone.e164},Rahima,Khatun,${locale},Two goats,Milk for the market.,100,12,2027-05-31,Gosaba`;
    const state = await signedIn(browser, serverUrl, (page) => signIn(page, STAFF_OF_ROI));
    const officer = await open(browser, serverUrl, locale, state, { viewport: { width: 1280, height: 800 } });
    const name = `people-${locale}.csv`;
    const sheet = { name, mimeType: 'text/csv' };
    const file = officer.getByLabel(text('desk.choose')).last();

    await test.step('the dry run says which lines stay out and why, and brings nobody along', async () => {
      await visit(officer, '/App/MFIImports/ROI', locale);
      const lines = [HEADER, draft, ...others(block), '01712345678,Nur,Ali'];
      await file.setInputFiles({ ...sheet, buffer: Buffer.from(lines.join('\n')) });
      await expect(officer.getByText('phone:')).toBeVisible();
      await officer.getByRole('button', { name: text('imports.showComing') }).click();
      await expect(officer.getByText(phone.e164)).toBeVisible();
      await settle(officer, text);
      await expectAccessible(officer);
      await expect(officer.getByRole('heading', { name, exact: true })).toHaveCount(0);
    });

    await test.step('the import holds the others, and says who came', async () => {
      await officer.getByRole('button', { name: text('imports.import') }).click();
      await expect(officer.getByRole('heading', { name, exact: true })).toBeVisible();
      await officer
        .getByRole('button', { name: text('imports.showPeople') })
        .first()
        .click();
      const rows = officer.getByRole('row');
      for (let people = PAGE; people < PEOPLE; people += PAGE) {
        await expect(rows).toHaveCount(people + 1);
        await officer
          .getByRole('button', { name: text('common.loadMore') })
          .last()
          .click();
      }
      await expect(rows).toHaveCount(PEOPLE + 1);
      await settle(officer, text);
      await expectAccessible(officer);
    });

    await test.step('a person claims the account on a phone by a code, and finds the draft', async () => {
      const page = await open(browser, serverUrl, locale, undefined, { ...PHONE_SIZED, colorScheme: 'dark' });
      await visit(page, '/App/Offers/ROI', locale);
      await page.getByRole('combobox', { name: text('common.country') }).selectOption('US');
      await page.locator('input[type=tel]').fill(phone.national);
      await page.getByRole('checkbox').check();
      await settle(page, text);
      await expectAccessible(page);
      await page.getByRole('button', { name: text('identity.forgot.submit') }).tap();
      await expect(page.getByRole('heading', { name: text('claim.choosePassword') })).toBeVisible();
      await page.getByLabel(text('identity.field.code')).fill(await latestCode(phone.e164));
      await page.getByLabel(text('identity.field.newPassword'), { exact: true }).fill(PASSWORD);
      await page.getByLabel(text('identity.field.confirmPassword')).fill(PASSWORD);
      await page.getByRole('button', { name: text('identity.reset.submit') }).tap();
      await page.waitForURL(/\/App\/Login/);
      await page.locator('input[type=password]').fill(PASSWORD);
      await page.locator('form button[type=submit]').tap();
      await page.waitForURL(/\/App\/Offers/);
      await expect(page.getByRole('heading', { name: 'Two goats' })).toBeVisible();
      await settle(page, text);
      await expectAccessible(page);
      await page.getByRole('button', { name: text('offers.take') }).tap();
      await page.waitForURL(/\/App\/proposal/);
      await expect(page.getByText(text('offers.taken'))).toBeVisible();
      await page.context().close();
    });

    await test.step('an import of which a draft was taken cannot be undone, and one that waits can', async () => {
      await visit(officer, '/App/MFIImports/ROI', locale);
      const undo = officer.getByRole('button', { name: text('imports.undo'), exact: true });
      await expect(officer.getByRole('heading', { name, exact: true })).toBeVisible();
      await expect(undo).toHaveCount(0);
      const line = `+1202444${block}999,Nur,Ali`;
      await file.setInputFiles({ ...sheet, buffer: Buffer.from(`phone,first_name,last_name\n${line}`) });
      await officer.getByRole('button', { name: text('imports.import') }).click();
      await undo.click();
      await officer
        .getByRole('alertdialog')
        .getByRole('button', { name: text('common.yesTo') })
        .click();
      await expect(officer.getByText(text('imports.undone'))).toBeVisible();
      await expect(undo).toHaveCount(0);
      await officer.context().close();
    });
  });
}
