import { textsOf } from './texts.ts';
import { LOCALES } from './walk.ts';
import { expect, INVESTORS, PHONE_SIZED, SEED_PASSWORD, test } from './world.ts';

/** A person for each language, who reads in it; the password of each is another one afterwards. */
const PEOPLE = { en: INVESTORS[0], be: '+12025550126', ar: '+12025550122' } as const;
const LOOKS = { en: {}, be: PHONE_SIZED, ar: { ...PHONE_SIZED, colorScheme: 'dark' } } as const;

for (const locale of LOCALES) {
  test(`a person changes their e-mail with a proof and a code, then their password, and ends a session, in ${locale} (R17.8, R33.1)`, async ({
    openAs,
    signIn,
    latestCode,
    prove,
    expectAccessible,
  }) => {
    const text = textsOf(locale);
    const phone = PEOPLE[locale];
    const newEmail = `new.address.${locale}@example.org`;
    const other = await openAs(locale);
    const page = await openAs(locale, LOOKS[locale]);
    await signIn(other, phone);
    await signIn(page, phone);

    await test.step('the changed e-mail waits for its code', async () => {
      await page.goto('/App/Profile/ROI');
      await page.getByRole('textbox', { name: text('identity.field.email') }).fill(newEmail);
      await page.getByRole('button', { name: text('common.save') }).click();
      await prove(page, phone, locale);
      await expect(page.getByRole('heading', { name: text('profile.confirmEmail') })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('textbox', { name: text('identity.field.code') }).fill(await latestCode(newEmail));
      await page.getByRole('button', { name: text('proof.confirm') }).click();
      await expect(page.getByText(text('profile.emailConfirmed'))).toBeVisible();
      await expect(page.getByRole('textbox', { name: text('identity.field.email') })).toHaveValue(newEmail);
    });

    await test.step('the other session has ended, and a new one is seen and ended', async () => {
      await other.goto('/App/Profile/ROI');
      await expect(other).toHaveURL(/\/App\/Login/);
      await signIn(other, phone);
      await page.goto('/App/Security/ROI');
      const sessions = page.getByRole('list', { name: text('security.sessionsTitle') }).getByRole('listitem');
      await expect(sessions).toHaveCount(2);
      await expectAccessible(page);
      await sessions.getByRole('button', { name: text('security.endSession') }).click();
      await expect(sessions).toHaveCount(1);
    });

    await test.step('the password is changed for the old one', async () => {
      await page.getByRole('button', { name: text('security.changePassword') }).click();
      const dialog = page.getByRole('dialog', { name: text('security.changePassword') });
      await dialog.getByLabel(text('security.oldPassword')).fill(SEED_PASSWORD);
      await dialog.getByLabel(text('identity.field.newPassword')).fill('a lake of black coffee');
      await dialog.getByLabel(text('identity.field.confirmPassword')).fill('a lake of black coffee');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: text('security.changePassword') }).click();
      await expect(page.getByText(text('security.passwordChanged'))).toBeVisible();
    });
  });
}
