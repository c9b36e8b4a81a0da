import type { APIRequestContext, Page } from '@playwright/test';
import { newPhone } from './new-phone.ts';
import { textsOf } from './texts.ts';
import { finder, LOCALES, open } from './walk.ts';
import { expect, INVESTORS, PHONE_SIZED, SEED_PASSWORD, test } from './world.ts';

const MOST_TAPS = 8;
const MOST_FIELDS = 6;
const SHOWN = '/api/mfi/showcase?name=ROI';

type Effort = { taps: number; fields: number };

/** Counts what a thumb does: each press but those that only put the caret into a field, and each field that is typed into. */
async function countEffort(page: Page): Promise<Effort> {
  const effort: Effort = { taps: 0, fields: 0 };
  await page.exposeFunction('countEffort', (what: keyof Effort) => {
    effort[what] += 1;
  });
  await page.addInitScript(() => {
    const count = (what: string) => (window as unknown as { countEffort: (what: string) => void }).countEffort(what);
    const isTyped = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type));
    const seen = new WeakSet<EventTarget>();
    addEventListener('pointerup', ({ target }) => !isTyped(target) && count('taps'), true);
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count('fields'), true);
    addEventListener(
      'input',
      ({ target }) => {
        if (target === null || !isTyped(target) || seen.has(target)) return;
        seen.add(target);
        count('fields');
      },
      true,
    );
  });
  return effort;
}

/** The own link of somebody who shares the loan, and how many backed by it. */
async function ownLink(request: APIRequestContext, link: string): Promise<{ code: string; backings: number }> {
  const sharer = { username: INVESTORS[1], password: SEED_PASSWORD };
  const signedIn = await (await request.post('/api/identity/sign-in', { data: sharer })).json();
  const answer = await request.post('/api/share/link', {
    headers: { authorization: `Bearer ${signedIn.data.accessToken}` },
    data: { kind: 'proposal', id: new URLSearchParams(link.split('?')[1]).get('id') },
  });
  return (await answer.json()).data;
}

/** Types as a finger does: into the field, then key by key. */
async function type(page: Page, name: RegExp, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name });
  await field.tap();
  await field.pressSequentially(text);
}

for (const locale of LOCALES) {
  test(`from a shared link to the first backing in ${MOST_TAPS} taps and ${MOST_FIELDS} fields, in ${locale}`, async ({
    browser,
    serverUrl,
    request,
    latestCode,
    expectAccessible,
  }) => {
    const text = textsOf(locale);
    const link = await finder(request, undefined)(SHOWN, {});
    const shared = await ownLink(request, link);
    const page = await open(browser, serverUrl, locale, undefined, PHONE_SIZED);
    const effort = await countEffort(page);
    const dialog = page.locator('dialog[open]').last();
    const { national, e164 } = newPhone();

    await test.step('the shared loan leads straight to four fields', async () => {
      await page.goto(`${link}&by=${shared.code}`);
      await page
        .getByRole('link', { name: text('money.actions.invest') })
        .first()
        .tap();
      await expect(page.getByRole('heading', { level: 1, name: text('identity.backing.lead') })).toBeVisible();
      await expectAccessible(page);
      await type(page, text('identity.field.firstName'), 'Salma');
      await type(page, text('identity.field.lastName'), 'Haddad');
      await type(page, text('identity.field.phone'), national);
      await type(page, text('identity.field.email'), `salma.${national}@mail.example`);
      await page.getByRole('checkbox').tap();
      await page.getByRole('button', { name: text('identity.backing.createAccount') }).tap();
    });

    await test.step('the code signs in and opens the dialog', async () => {
      await expect(page.getByRole('heading', { name: text('identity.verify.title') })).toBeVisible();
      await type(page, text('identity.field.code'), await latestCode(e164));
      await page.getByRole('button', { name: text('identity.verify.submit') }).tap();
      await expect(dialog.getByLabel(text('money.invest.amount'))).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('an amount, a look, and it is done', async () => {
      await dialog.locator('button[aria-pressed]').first().tap();
      await dialog.getByRole('button', { name: text('common.review') }).tap();
      await dialog.getByRole('button', { name: text('money.invest.submit') }).tap();
      await expect(dialog.getByText(text('money.invest.next')).first()).toBeVisible();
      expect((await ownLink(request, link)).backings).toBe(shared.backings + 1);
    });

    expect(effort.taps).toBeGreaterThan(5);
    expect(effort.taps).toBeLessThanOrEqual(MOST_TAPS);
    expect(effort.fields).toBe(5);
    expect(effort.fields).toBeLessThanOrEqual(MOST_FIELDS);

    await test.step('then a password is asked for, and words about oneself', async () => {
      await dialog.getByRole('button', { name: text('money.done') }).tap();
      await expect(page.getByRole('heading', { level: 1, name: text('identity.choose.title') })).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel(text('identity.field.password')).fill('four warm lentil soups');
      await page.getByLabel(text('identity.field.confirmPassword')).fill('four warm lentil soups');
      await page.locator('textarea').fill('I teach in Leeds.');
      await page.getByRole('button', { name: text('identity.reset.submit') }).tap();
      await expect(page.getByText(text('identity.choose.done'))).toBeVisible();
      await expect(page).toHaveURL(link);
    });

    await test.step('the password signs in from now on', async () => {
      const body = { username: e164, password: 'four warm lentil soups' };
      const answer = await request.post('/api/identity/sign-in', { data: body });
      expect((await answer.json()).data.user.bio).toBe('I teach in Leeds.');
    });
    await page.context().close();
  });
}

test('without a password the profile reminds of it, and elsewhere a code helps', async ({
  browser,
  serverUrl,
  request,
  latestCode,
}) => {
  const text = textsOf('en');
  const link = await finder(request, undefined)(SHOWN, {});
  const page = await open(browser, serverUrl, 'en', undefined, PHONE_SIZED);
  const { national, e164 } = newPhone();

  await test.step('from the start page, which says what the visitor came for, also after a reload', async () => {
    await page.goto(link);
    await page.getByRole('link', { name: text('proposal.getStarted') }).tap();
    const ahead = page.getByRole('region', { name: text('identity.backing.lead') });
    await expect(ahead).toBeVisible();
    await page.reload();
    await ahead.getByRole('link', { name: text('identity.backing.createAccount') }).tap();
    await page.reload();
    await page.getByLabel(text('identity.field.firstName')).fill('Salma');
    await page.getByLabel(text('identity.field.lastName')).fill('Haddad');
    await page.locator('input[type=tel]').fill(national);
    await page.getByLabel(text('identity.field.email')).fill(`salma.${national}@mail.example`);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: text('identity.backing.createAccount') }).tap();
    await expect(page.getByRole('heading', { name: text('identity.verify.title') })).toBeVisible();
    await page.locator('input[autocomplete=one-time-code]').fill(await latestCode(e164));
    await page.getByRole('button', { name: text('identity.verify.submit') }).tap();
    await page
      .locator('dialog[open]')
      .getByRole('button', { name: text('common.close') })
      .first()
      .tap();
    await expect(page).toHaveURL(link);
  });

  await test.step('the profile leads to the choice, which may wait', async () => {
    await page.goto('/App/Profile/ROI');
    await page.getByRole('link', { name: text('identity.choose.action') }).tap();
    await page.getByRole('button', { name: text('identity.choose.later') }).tap();
    await expect(page).toHaveURL(/\/App\/Profile\/ROI$/);
  });

  await test.step('a question for a password leads to the choice instead, and back', async () => {
    await page.goto('/App/Security');
    await page.getByRole('button', { name: text('security.addApp') }).tap();
    const question = page.getByRole('dialog', { name: text('proof.title') });
    await question.getByRole('link', { name: text('identity.choose.action') }).tap();
    await expect(page.getByRole('heading', { level: 1, name: text('identity.choose.title') })).toBeVisible();
    await page.getByRole('button', { name: text('identity.choose.later') }).tap();
    await expect(page).toHaveURL(/\/App\/Security$/);
    await expect(page.getByRole('button', { name: text('security.changePassword') })).toHaveCount(0);
  });

  await test.step('a code sets the first password on another device', async () => {
    await request.post('/api/identity/forgot-password', { data: { username: e164 } });
    const body = { username: e164, code: await latestCode(e164), newPassword: 'six quiet river boats' };
    expect((await request.post('/api/identity/confirm-forgot-password', { data: body })).ok()).toBe(true);
    const anew = await open(browser, serverUrl, 'en', undefined, PHONE_SIZED);
    await anew.goto('/App/Login/ROI');
    await anew.locator('input[type=tel]').fill(e164);
    await anew.locator('input[type=password]').fill(body.newPassword);
    await anew.locator('form button[type=submit]').tap();
    await anew.waitForURL(/\/App\/Home/);
    await anew.context().close();
  });
  await page.context().close();
});
