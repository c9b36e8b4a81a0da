import type { BrowserContextOptions, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { startServer } from './server.ts';
import { type Locale, type Texts, textsOf } from './texts.ts';
import { LOCALES } from './walk.ts';
import { BORROWER, expect, INVESTORS, PHONE_SIZED, SEED_PASSWORD, STAFF_OF_ROI, test as base } from './world.ts';

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

/** A person for each language, as each sets up a second step once. */
const STAFF = {
  en: { phone: STAFF_OF_ROI, office: '/App/MFIProposals/ROI' },
  be: { phone: '+12025550101', office: '/App/MFIProposals/DCBS' },
  ar: { phone: '+12025550102', office: '/App/MFIProposals/FATEN' },
} as const;
const PEOPLE = { en: INVESTORS[0], be: BORROWER, ar: INVESTORS[1] } as const;
const LOOKS: Readonly<Record<Locale, BrowserContextOptions>> = {
  en: {},
  be: PHONE_SIZED,
  ar: { ...PHONE_SIZED, colorScheme: 'dark' },
};

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
  await page.locator('main form button[type=submit]').click();
}

/** Another session on the same device has no proof of its own. */
async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies({ name: /^(?!language$)/ });
}

const button = (page: Page, text: Texts, key: string) => page.getByRole('button', { name: text(key) });

for (const locale of LOCALES) {
  const text = textsOf(locale);

  test(`staff set a passkey up at their first sign-in, and sign in with it from then on, in ${locale} (R34.1)`, async ({
    openAs,
    prove,
    expectAccessible,
  }) => {
    const { phone, office } = STAFF[locale];
    const page = await openAs(locale, LOOKS[locale]);
    await addAuthenticator(page);
    await fillIn(page, phone);
    await page.waitForURL(/\/App\/Security/);
    await expect(page.getByText(text('security.required'))).toBeVisible();
    await expectAccessible(page);
    await page.goto(office);
    await page.waitForURL(/\/App\/Security/);

    await button(page, text, 'security.addPasskey').click();
    await expectAccessible(page);
    await prove(page, phone, locale);
    const codes = page.getByRole('alertdialog', { name: text('security.codesTitle') });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
    await codes.getByRole('button', { name: text('security.codesKept') }).click();
    await expect(page.getByText(text('security.codesLeft'))).toBeVisible();
    await page.goto(office);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(office));

    await forgetSession(page);
    await fillIn(page, phone);
    await expect(page.getByRole('heading', { name: text('factor.signInTitle') })).toBeVisible();
    await expectAccessible(page);
    await button(page, text, 'factor.usePasskey').click();
    await page.waitForURL(new RegExp(office));
  });

  test(`a person adds an app, and confirms with its code before taking it away, in ${locale} (R34.2)`, async ({
    openAs,
    prove,
    expectAccessible,
  }) => {
    const phone = PEOPLE[locale];
    const page = await openAs(locale, LOOKS[locale]);
    await fillIn(page, phone);
    await page.waitForURL(/\/App\/Home/);
    await page.goto('/App/Security');
    await button(page, text, 'security.addApp').click();
    const question = page.getByRole('dialog', { name: text('proof.title') });
    await question.getByLabel(text('identity.field.password')).fill('not my password');
    await button(page, text, 'proof.next').click();
    await expect(page.getByText(text('password_wrong'))).toBeVisible();
    await expectAccessible(page);
    await prove(page, phone, locale);
    const dialog = page.getByRole('dialog', { name: text('security.appTitle') });
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await expectAccessible(page);
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    await dialog.getByLabel(text('factor.appCode')).fill(app.generate());
    await dialog.getByRole('button', { name: text('proof.confirm') }).click();
    const items = page.getByRole('alertdialog').getByRole('listitem');
    await expect(items).toHaveCount(10);
    const kept = await items.allInnerTexts();
    await button(page, text, 'security.codesKept').click();

    await forgetSession(page);
    await fillIn(page, phone);
    await page.waitForURL(/\/App\/Home/);
    await page.goto('/App/Security');
    await button(page, text, 'security.remove').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('common.yesTo') })
      .click();
    const proof = page.getByRole('dialog', { name: text('proof.title') });
    await expectAccessible(page);
    await proof.getByRole('button', { name: text('factor.insteadRecovery') }).click();
    await proof.getByLabel(text('factor.recoveryCode')).fill(kept[0] ?? '');
    await proof.getByRole('button', { name: text('proof.confirm') }).click();
    await expect(button(page, text, 'security.addApp')).toBeVisible();
    await expect(page.getByText(text('security.codesLeft'))).toBeHidden();
  });
}
