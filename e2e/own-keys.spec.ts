import { expect, INVESTORS, SEED_PASSWORD, test } from './world.ts';

const NEW_EMAIL = 'new.address@example.org';

test('a person changes their e-mail with a proof and a code, then their password, and ends a session (R17.8, R33.1)', async ({
  page,
  browser,
  serverUrl,
  signIn,
  latestCode,
  prove,
  expectAccessible,
}) => {
  const phone = INVESTORS[0];
  const other = await (await browser.newContext({ baseURL: serverUrl, serviceWorkers: 'block' })).newPage();
  await signIn(other, phone);
  await signIn(page, phone);

  await test.step('the changed e-mail waits for its code', async () => {
    await page.goto('/App/Profile/ROI');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(NEW_EMAIL);
    await page.getByRole('button', { name: 'Save' }).click();
    await prove(page, phone);
    await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(await latestCode(NEW_EMAIL));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Your e-mail is confirmed.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(NEW_EMAIL);
  });

  await test.step('the other session has ended, and a new one is seen and ended', async () => {
    await other.goto('/App/Profile/ROI');
    await expect(other).toHaveURL(/\/App\/Login/);
    await signIn(other, phone);
    await page.goto('/App/Security/ROI');
    const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Sign out .+, Linux/ }).click();
    await expect(sessions).toHaveCount(1);
  });

  await test.step('the password is changed for the old one', async () => {
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Your password now').fill(SEED_PASSWORD);
    await dialog.getByLabel('New password', { exact: true }).fill('a lake of black coffee');
    await dialog.getByLabel('Confirm password').fill('a lake of black coffee');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password is changed.')).toBeVisible();
  });
});
