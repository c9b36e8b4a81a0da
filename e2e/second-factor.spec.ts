import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { startServer } from './server.ts';
import { expect, INVESTORS, SEED_PASSWORD, STAFF_OF_ROI, test as base } from './world.ts';

/** A server that asks staff for a second factor, as in production. */
const test = base.extend<object, { serverUrl: string }>({
  serverUrl: [
    async ({}, use) => {
      const server = await startServer({ REQUIRE_SECOND_FACTOR: 'on' });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** An authenticator of the device, as a phone has one, whose person always says yes. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function fillIn(page: Page, phone: string): Promise<void> {
  await page.goto('/App/Login');
  await page.locator('input[type=tel]').fill(phone);
  await page.locator('input[type=password]').fill(SEED_PASSWORD);
  await page.locator('form button[type=submit]').click();
}

test('staff set a passkey up at their first sign-in, and sign in with it from then on (R34.1)', async ({
  page,
  prove,
  expectAccessible,
}) => {
  await addAuthenticator(page);
  await fillIn(page, STAFF_OF_ROI);
  await page.waitForURL(/\/App\/Security/);
  await expect(page.getByText('You decide over other people’s money')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/App/MFIProposals/ROI');
  await page.waitForURL(/\/App\/Security/);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expectAccessible(page);
  await prove(page, STAFF_OF_ROI);
  const codes = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await page.goto('/App/MFIProposals/ROI');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/App\/MFIProposals\/ROI/);

  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await fillIn(page, STAFF_OF_ROI);
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await page.waitForURL(/\/App\/MFIProposals\/ROI/);
});

test('a person adds an app, and confirms with its code before taking it away (R34.2)', async ({
  page,
  prove,
  expectAccessible,
}) => {
  const [phone] = INVESTORS;
  await fillIn(page, phone);
  await page.waitForURL(/\/App\/Home/);
  await page.goto('/App/Security');
  await page.getByRole('button', { name: 'Use an app' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it is you' });
  await question.getByLabel('Password', { exact: true }).fill('not my password');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('This password is not right.')).toBeVisible();
  await prove(page, phone);
  const dialog = page.getByRole('dialog', { name: 'Set up your app' });
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await expectAccessible(page);
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await dialog.getByLabel('Code of your app').fill(app.generate());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const items = page.getByRole('alertdialog').getByRole('listitem');
  await expect(items).toHaveCount(10);
  const kept = await items.allInnerTexts();
  await page.getByRole('button', { name: 'I have kept them' }).click();

  // Another session has no proof of its own.
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await fillIn(page, phone);
  await page.waitForURL(/\/App\/Home/);
  await page.goto('/App/Security');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await proof.getByLabel('Recovery code').fill(kept[0] ?? '');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: 'Use an app' })).toBeVisible();
  await expect(page.getByText('recovery codes left')).toBeHidden();
});
