import type { Page } from '@playwright/test';
import { shiftsOf, watchShifts } from './shifts.ts';
import { textsOf } from './texts.ts';
import { finder, LOCALES, open, settle, signedIn, visit } from './walk.ts';
import { BORROWER, expect, INVESTORS, STAFF_OF_ROI, test } from './world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;
/** A running loan is no longer than three and a bit of these screens. */
const LONGEST_PX = 2400;
const OWN = '/api/borrow/proposalsByUserAddress?limit=50';
const THEIRS = '/api/borrow/proposalsNotByUserAddress?limit=50';
const OF_ROI = '/api/borrow/proposalsByMFIID?mfiId=3&limit=50';

/** Each with a thing that they find without scrolling. */
const READERS = [
  { name: 'a visitor', list: OWN, first: 'progress' },
  { name: 'its borrower', phone: BORROWER, list: OWN, first: 'main [data-help=repay]' },
  { name: 'a backer', phone: INVESTORS[0], list: THEIRS, first: 'progress' },
  { name: 'an officer', phone: STAFF_OF_ROI, list: OF_ROI, first: 'main [data-help=repay]' },
  {
    name: 'an officer who decides about a payment',
    phone: STAFF_OF_ROI,
    list: OF_ROI,
    title: 'A cutting table and shelves',
    first: 'main [data-help=repay]',
  },
] as const;

test.describe.configure({ mode: 'parallel' });

for (const { name, list, first, ...reader } of READERS) {
  test(`a running loan is short for ${name}, and what matters to them comes first`, async ({
    browser,
    baseURL,
    request,
    signIn,
    expectAccessible,
  }) => {
    test.setTimeout(180_000);
    const url = baseURL as string;
    const as = (phone: string) => signedIn(browser, url, (page) => signIn(page, phone));
    const state = 'phone' in reader ? await as(reader.phone) : undefined;
    const path = await finder(request, state ?? (await as(BORROWER)))(list, {
      status: 'funded',
      ...('title' in reader && { title: reader.title }),
    });
    for (const locale of LOCALES) {
      const page = await open(browser, url, locale, state, PHONE);
      await visit(page, path, locale);
      await settle(page, textsOf(locale));
      await expect(page.locator(first).first()).toBeInViewport({ ratio: 1 });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect.soft(height, `${name}, ${locale}`).toBeLessThanOrEqual(LONGEST_PX);
      await page.getByText(textsOf(locale)('proposal.about')).click();
      const recorded = page.getByRole('link', { name: textsOf(locale)('chain.badge.registered') });
      // The network of the demo has not always recorded a loan yet.
      for (const link of await recorded.all()) {
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      await expectAccessible(page);
      await page.context().close();
    }
  });
}

/** A tenth of what counts as good (https://web.dev/articles/cls): nothing that a reader would notice. */
const LEAST_SHIFT = 0.01;
const WINDOWS = [PHONE, { viewport: { width: 1280, height: 800 } }];
const SIGNED_IN = [
  { name: 'the borrower of a running loan', phone: BORROWER, list: OWN, wanted: { status: 'funded' } },
  { name: 'the owner of an open loan', phone: BORROWER, list: OWN, wanted: { allows: 'unpublish' } },
  { name: 'a person who may back it', phone: INVESTORS[0], list: THEIRS, wanted: { allows: 'invest' } },
  { name: 'a backer of a running loan', phone: INVESTORS[0], list: THEIRS, wanted: { status: 'funded' } },
  { name: 'an officer', phone: STAFF_OF_ROI, list: OF_ROI, wanted: { allows: 'releaseFunds' } },
] as const;

for (const { name, phone, list, wanted } of SIGNED_IN) {
  test(`a loan is drawn at once for ${name}, and nothing jumps`, async ({ browser, baseURL, request, signIn }) => {
    const url = baseURL as string;
    const state = await signedIn(browser, url, (page) => signIn(page, phone));
    const path = await finder(request, state)(list, wanted);
    for (const look of WINDOWS) {
      const page = await open(browser, url, 'en', state, look);
      await watchShifts(page);
      await visit(page, path, 'en');
      await page.waitForLoadState();
      await expect(page.locator('main [class*=skeleton_]')).toHaveCount(0);
      await settle(page, textsOf('en'));
      const { value, moved } = await shiftsOf(page);
      expect.soft(value, `${look.viewport.width} px: ${moved.join('; ')}`).toBeLessThan(LEAST_SHIFT);
      await page.context().close();
    }
  });
}

/** The bar that stays at the bottom of a phone; people who see it do not hear it. */
const barOf = (page: Page) => page.locator('main [aria-hidden=true]:has(button)');

test('the way to back a loan stays in sight on a phone, covers nothing, and is the button of the page', async ({
  browser,
  baseURL,
  request,
  signIn,
}) => {
  const url = baseURL as string;
  const text = textsOf('en');
  const state = await signedIn(browser, url, (page) => signIn(page, INVESTORS[0]));
  const path = await finder(request, state)(THEIRS, { allows: 'invest' });
  const page = await open(browser, url, 'en', state, PHONE);
  await visit(page, path, 'en');
  await settle(page, text);
  const real = page.getByRole('button', { name: text('money.actions.invest') });

  await test.step('not while the button itself is seen', async () => {
    await real.scrollIntoViewIfNeeded();
    await expect(barOf(page)).toBeHidden();
  });

  await test.step('above the navigation when it is not', async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await expect(barOf(page)).toBeInViewport({ ratio: 1 });
    const bar = (await barOf(page).boundingBox())!;
    const navigation = (await page.getByRole('navigation', { name: text('nav.label') }).boundingBox())!;
    expect(bar.y + bar.height).toBeLessThanOrEqual(navigation.y + 1);
  });

  await test.step('below everything else at the end of the page', async () => {
    // Panels that come after the heading move the end of the page down.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const bar = (await barOf(page).boundingBox())!;
      const report = (await page
        .getByRole('button', { name: text('report.action') })
        .last()
        .boundingBox())!;
      expect(report.y + report.height).toBeLessThanOrEqual(bar.y);
    }).toPass({ timeout: 10_000 });
  });

  await test.step('a press opens the dialog, and closing it leads back to the button', async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await barOf(page).locator('button').tap();
    await expect(page.getByLabel(text('money.invest.amount'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(real).toBeFocused();
  });
  await page.context().close();
});
