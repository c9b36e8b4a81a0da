import { randomBytes } from 'node:crypto';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { WHOLE_CHROMIUM } from '../scripts/chromium.ts';
import { startServer } from './server.ts';
import { textsOf } from './texts.ts';
import { BORROWER, expect, INVESTORS, PHONE_SIZED, test as base } from './world.ts';

/** A server with keys of its own. */
const test = base.extend<object, { serverUrl: string }>({
  serverUrl: [
    async ({}, use) => {
      const server = await startServer({
        VAPID_KEYS: randomBytes(32).toString('base64url'),
        VAPID_CONTACT: 'mailto:office@sathi.example',
      });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test.use({ ...PHONE_SIZED, serviceWorkers: 'allow', launchOptions: WHOLE_CHROMIUM });

/**
 * The maker's service is outside: the browser names an address there without asking it. The host is of the list of those that
 * are called, and does not exist.
 */
async function withoutService(page: Page) {
  await page.addInitScript(() => {
    const point = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    const kept = 'subscribed';
    const subscription = {
      toJSON: () => ({
        endpoint: 'https://nowhere.push.apple.com/a',
        keys: { p256dh: point, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
      }),
      unsubscribe: async () => {
        localStorage.removeItem(kept);
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem(kept) === null ? null : subscription),
      subscribe: async () => {
        localStorage.setItem(kept, 'yes');
        return subscription;
      },
    });
  });
}

/** Hands words to the service worker, as the browser does with those that its service brought. */
async function push(session: CDPSession, origin: string, words: object) {
  const registrations: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: all }) =>
    registrations.push(...all.map(({ registrationId }) => registrationId)),
  );
  await session.send('ServiceWorker.disable');
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: registrations.at(-1)!,
    data: JSON.stringify(words),
  });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, lang, dir }) => ({ title, body, lang, dir }));
  });

/** The address that a press on the newest news opens. */
async function openedBy(context: BrowserContext): Promise<string> {
  const [worker] = context.serviceWorkers();
  return worker!.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (address: string) => Promise<null> };
    };
    const [notification] = (await scope.registration.getNotifications()).slice(-1);
    return new Promise<string>((resolve) => {
      scope.clients.openWindow = async (address) => {
        resolve(address);
        return null;
      };
      const Pressed = Reflect.get(globalThis, 'NotificationEvent') as new (kind: string, init: object) => Event;
      dispatchEvent(new Pressed('notificationclick', { notification }));
    });
  });
}

const text = textsOf('en');

const NEWS = {
  title: 'সাথী',
  text: 'আপনার ঋণে সহায়তা এসেছে।',
  quiet: 'আপনার জন্য খবর আছে।',
  lang: 'bn',
  dir: 'ltr',
  path: '/App/proposal?mfi=ROI&id=1',
  tag: 'backed:1:',
};

test('after a first backing one card offers news; it comes in words, with a PIN without, and ends with signing out', async ({
  page,
  context,
  serverUrl,
  signIn,
  expectAccessible,
}) => {
  await context.grantPermissions(['notifications'], { origin: serverUrl });
  await withoutService(page);
  await signIn(page, INVESTORS[0]);
  await page.goto('/App/Invest/ROI');
  const offer = page.getByRole('region', { name: 'Keep Sathi at hand' });

  await test.step('the card comes when the dialog has closed, and asks the browser after a press', async () => {
    await page
      .getByRole('button', { name: text('money.actions.invest') })
      .first()
      .click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel(text('money.invest.amount')).fill('1');
    await dialog.getByRole('button', { name: text('common.review') }).click();
    await dialog.getByRole('button', { name: text('money.invest.submit') }).click();
    await dialog.getByRole('button', { name: text('money.done') }).click();
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await offer.getByRole('button', { name: 'Show news here' }).click();
    await expect(page.getByText(text('notifications.push.on'))).toBeVisible();
    await expect(offer).toBeHidden();
    await page.goto('/App/Notifications');
    await expect(page.getByRole('button', { name: 'No more news here' })).toBeVisible();
    await expectAccessible(page);
  });

  const session = await context.newCDPSession(page);
  await test.step('the device shows it in the language of its person, and a press opens its page', async () => {
    await push(session, serverUrl, NEWS);
    const { title, text: body, lang, dir } = NEWS;
    await expect.poll(() => shown(page)).toEqual([{ title, body, lang, dir }]);
    expect(await openedBy(context)).toBe(`${serverUrl}${NEWS.path}`);
    await expect.poll(() => shown(page)).toEqual([]);
    // A worker that is just being stopped loses a message, which a push service sends again; the tag keeps it one.
    await expect(async () => {
      await push(session, serverUrl, { ...NEWS, path: 'https://elsewhere.example/' });
      await expect.poll(async () => (await shown(page)).length, { timeout: 3000 }).toBe(1);
    }).toPass({ timeout: 20_000 });
    expect(await openedBy(context)).toBe(serverUrl);
  });

  await test.step('with a PIN it says only that there is news', async () => {
    await page.goto('/App/Profile');
    await page.getByRole('button', { name: 'Set a PIN' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('PIN', { exact: true }).fill('2580');
    await dialog.getByLabel('The same PIN again').fill('2580');
    const cameAnew = page.waitForEvent('load');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await cameAnew;
    await push(session, serverUrl, NEWS);
    await expect.poll(async () => (await shown(page)).map(({ body }) => body)).toEqual([NEWS.quiet]);
    const cameOpen = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Remove the PIN' }).click();
    await dialog.getByLabel('Your PIN now').fill('2580');
    await dialog.getByRole('button', { name: 'Remove the PIN' }).click();
    await cameOpen;
    await push(session, serverUrl, { ...NEWS, tag: 'again' });
    await expect.poll(async () => (await shown(page)).map(({ body }) => body)).toContain(NEWS.text);
  });

  await test.step('signing out takes the address back', async () => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL(/\/App\/start/i);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed'))).toBe(null);
    await signIn(page, BORROWER);
    await page.goto('/App/Notifications');
    await expect(page.getByRole('button', { name: 'Show news here' })).toBeVisible();
  });
});
