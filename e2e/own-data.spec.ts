import { readFileSync } from 'node:fs';
import { textsOf } from './texts.ts';
import { LOCALES } from './walk.ts';
import { expect, INVESTORS, PHONE_SIZED, SEED_PASSWORD, test } from './world.ts';

/** A backer for each language, as each closes the account. */
const LEAVING = { en: INVESTORS[0], be: '+12025550126', ar: '+12025550122' } as const;
const LOOKS = { en: {}, be: PHONE_SIZED, ar: { ...PHONE_SIZED, colorScheme: 'dark' } } as const;

for (const locale of LOCALES) {
  test(`a backer takes their data along, closes the account, and is nobody to sign in, in ${locale} (R13.3, R13.4)`, async ({
    openAs,
    signIn,
    prove,
    expectAccessible,
  }) => {
    const text = textsOf(locale);
    const phone = LEAVING[locale];
    const page = await openAs(locale, LOOKS[locale]);
    await signIn(page, phone);
    await page.goto('/App/Security');
    await page.getByRole('link', { name: text('ownData.title') }).click();
    await expect(page.getByRole('heading', { level: 1, name: text('ownData.title') })).toBeVisible();
    await expect(page.getByRole('button', { name: text('ownData.close') })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: text('ownData.exportMake') }).click();
    await expectAccessible(page);
    await prove(page, phone, locale);
    const save = page.getByRole('link', { name: text('ownData.exportSave') });
    await expect(save).toBeVisible();
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(file.suggestedFilename()).toBe('sathi-my-data.zip');
    const zip = readFileSync(await file.path());
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(zip.includes('json/backings.json')).toBe(true);
    expect(zip.includes('csv/movements.csv')).toBe(true);

    // The proof of a moment ago still counts.
    await page.getByRole('button', { name: text('ownData.close') }).click();
    const question = page.getByRole('alertdialog', { name: text('ownData.closeTitle') });
    await expectAccessible(page);
    await question.getByRole('checkbox').check();
    await question.getByRole('button', { name: text('common.yesTo') }).click();
    await page.waitForURL(/\/App\/Start/);
    await expect(page.getByText(text('ownData.closed'))).toBeVisible();

    await page.goto('/App/Login');
    await page.locator('input[type=tel]').fill(phone);
    await page.locator('input[type=password]').fill(SEED_PASSWORD);
    await page.locator('main form button[type=submit]').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/\/App\/Login/);
  });
}
