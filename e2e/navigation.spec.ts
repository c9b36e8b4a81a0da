import type { Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { BORROWER, expect, STAFF_OF_ROI, test } from './world.ts';

const text = textsOf('en');
const PHONE = { width: 360, height: 740 };
const places = (page: Page) => page.getByRole('navigation', { name: text('nav.label') });

test('the navigation leads about at one partner, is 56 px high on a phone and covers nothing', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, BORROWER);
  await page.goto('/App/proposal?mfi=DCBS&id=18');
  await places(page).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/App\/Home\/DCBS/);
  await places(page)
    .getByRole('link', { name: text('portfolio.title') })
    .click();
  await expect(page).toHaveURL(/\/App\/Portfolio\/DCBS/);
  await expect(page.getByRole('link', { name: /^DCBS, website/ })).toBeVisible();
  await expectAccessible(page);

  await places(page)
    .getByRole('link', { name: text('nav.me') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: text('common.profile') })).toBeVisible();
  const bar = await places(page).boundingBox();
  expect(bar?.height).toBeGreaterThanOrEqual(56);
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(PHONE.height);
  // Panels that come after the heading move the end of the page down.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const foot = await page.getByRole('contentinfo').boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
  }).toPass({ timeout: 10_000 });

  await places(page)
    .getByRole('button', { name: /^Messages/ })
    .click();
  await expect(page.getByRole('dialog', { name: /Messages/ })).toBeVisible();
});

for (const locale of ['en', 'be', 'ar'] as const) {
  test(`the top bar of a visitor keeps to one line of a small phone, in ${locale}`, async ({ openAs }) => {
    const page = await openAs(locale, { viewport: PHONE });
    await page.goto('/App/Start/DCBS');
    const buttons = page.getByRole('banner').getByRole('button');
    await expect(buttons).toHaveCount(2);
    const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });
}

test('a language chosen before the app has come is spoken as soon as it is there', async ({ page }) => {
  let letGo = (): void => undefined;
  const isOnItsWay = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isOnItsWay;
    await route.continue();
  });
  await page.goto('/App/Start/ROI', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: text('common.language') }).selectOption('be');
  letGo();
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
});

test('a page from the server stays while its words are on their way', async ({ page }) => {
  await page.route(/assets\/money-/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.addInitScript(() => {
    const watched = window as unknown as { skeletons: number };
    watched.skeletons = 0;
    const isShown = () => document.querySelector('main [class*=skeleton]') !== null;
    new MutationObserver(() => {
      if (isShown()) watched.skeletons += 1;
    }).observe(document, { subtree: true, childList: true });
  });
  const arrived = page.waitForResponse(/assets\/money-/);
  await page.goto('/App/Figures');
  await arrived;
  await expect(page.getByLabel(text('figures.whose'))).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { skeletons: number }).skeletons)).toBe(0);
});

test('the word Sathi leads staff home on a small phone too, in one line with the rest', async ({ page, signIn }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, STAFF_OF_ROI);
  const bar = page.getByRole('banner');
  const word = bar.getByRole('link', { name: text('common.productName'), exact: true });
  await expect(bar.getByRole('button')).toHaveCount(4);
  const tops = await bar
    .locator('a, button, select')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top / 8)));
  expect(new Set(tops).size).toBe(1);
  await word.click();
  await expect(page).toHaveURL(/\/App\/Home\/ROI/);
});

test('a page from the server keeps room for the rail, so nothing moves when it comes', async ({ page, signIn }) => {
  await signIn(page, BORROWER);
  await page.goto('/App/proposalsByCampaign/ROI/1');
  await expect(places(page)).toBeVisible();
  const main = await page.getByRole('main').boundingBox();
  await page.route('**/*.js', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await page.getByRole('main').boundingBox())?.x).toBe(main?.x);
});

test('staff reach every page of their office from the rail', async ({ page, signIn, expectAccessible }) => {
  await signIn(page, STAFF_OF_ROI);
  await expect(places(page).getByRole('link', { name: /^Queue.*waiting/ })).toHaveAttribute('aria-current', 'page');
  for (const [place, heading] of [
    ['nav.loans', /Proposals/],
    ['nav.payments', /Waiting for you/],
    ['nav.people', text('people.title')],
    ['nav.more', /More/],
  ] as const) {
    await places(page)
      .getByRole('link', { name: text(place) })
      .click();
    await expect(page.getByRole('main').getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(places(page).locator('[aria-current]')).toContainText(text(place));
    await expectAccessible(page);
  }
});

test('Home asks for its first answers once, while the app is on its way, and for no list that it does not show', async ({
  page,
  signIn,
}) => {
  await signIn(page, BORROWER);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/borrow\/|\/assets\/home-page/.test(pathname)) asked.push(pathname);
  });
  await page.route('**/assets/home-page-*.js', async (route) => {
    // The app waits for the answers, which do not wait for the app.
    await expect.poll(() => asked).toContain('/api/borrow/stats/');
    await route.continue();
  });
  await page.goto('/App/Home/ROI');
  await expect(page.getByRole('article').first()).toBeVisible();
  for (const address of ['/api/borrow/proposalsByUserAddress', '/api/borrow/stats/', '/api/borrow/invitations']) {
    expect(asked.filter((each) => each === address)).toEqual([address]);
  }
  expect(asked).not.toContain('/api/borrow/proposalsNotByUserAddress');
});
