import { newPhone } from './new-phone.ts';
import { fillSteps } from './register.ts';
import { textsOf } from './texts.ts';
import { expect, test } from './world.ts';

test('from the start page to a session and out again, with nothing personal left behind', async ({
  page,
  latestCode,
  expectAccessible,
}) => {
  const phone = newPhone();
  const email = `rahima.${phone.national}@mail.example`;
  await page.goto('/App/Start/ROI');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Get started' }).click();
  const terms = page.getByRole('button', { name: 'Read the terms and the privacy policy' });
  const look = async () => {
    await expectAccessible(page);
    if (!(await terms.isVisible())) return;
    await terms.click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  };
  await fillSteps(page, textsOf('en'), { ...phone, email }, { look });
  await expect(page.getByRole('heading', { name: 'Confirm your phone' })).toBeVisible();
  expect(page.url()).not.toContain(phone.national);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /Resend code in \d+ seconds?/ })).toBeDisabled();

  await page.getByLabel('Code', { exact: true }).fill(await latestCode(phone.e164));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL(/\/App\/Home/);

  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(stored).toContain('Rahima');
  for (const secret of [phone.national, email, 'school uniforms']) expect(stored).not.toContain(secret);

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByText('Sign out', { exact: true }).click();
  await expect(page.getByText('Do you want to sign out?')).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.waitForURL(/\/App\/Start/);
  const left = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  for (const secret of ['Rahima', 'token', 'Token']) expect(left).not.toContain(secret);
});
