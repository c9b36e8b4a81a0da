import type { Locator, Page } from '@playwright/test';
import { type Texts, textsOf } from './texts.ts';
import { LOCALES, open, settle, signedIn, type StorageState, visit } from './walk.ts';
import { BORROWER, expect, INVESTORS, STAFF_OF_ROI, test } from './world.ts';

const PHONE = { width: 360, height: 740 };
const HIGHEST_CARD = 250;
/** An invitation on a desk. */
const HIGHEST_ROW = 120;
/** The name, the filled button, sharing and the rest. */
const MOST_STOPS = 4;
const STOPS = 'a[href], button, input, select, textarea, [tabindex="0"]';

const LISTS: readonly { path: string; phone?: string }[] = [
  { path: '/App/Start/ROI' },
  { path: '/App/Invest/ROI' },
  { path: '/App/proposalsByCampaign/ROI/1' },
  { path: '/App/Borrow/ROI', phone: BORROWER },
  { path: '/App/Home/ROI?tab=repaid', phone: BORROWER },
  { path: '/App/Invest/ROI', phone: INVESTORS[0] },
  { path: '/App/MFIProposals/ROI?view=loans', phone: STAFF_OF_ROI },
];

// They change nothing, so one server may show all of them, or each worker's own some.
test.describe.configure({ mode: 'parallel' });

for (const locale of LOCALES) {
  test(`three cards fit on a phone, with few stops for the keyboard, in ${locale}`, async ({
    browser,
    baseURL,
    signIn,
  }) => {
    test.setTimeout(120_000);
    const states = new Map<string, StorageState>();
    for (const { path, phone } of LISTS) {
      await test.step(path, async () => {
        if (phone !== undefined && !states.has(phone)) {
          states.set(phone, await signedIn(browser, baseURL as string, (page) => signIn(page, phone)));
        }
        const state = phone === undefined ? undefined : states.get(phone);
        const page = await open(browser, baseURL as string, locale, state, { viewport: PHONE });
        await visit(page, path, locale);
        await settle(page, textsOf(locale));
        const cards = page.getByRole('main').getByRole('listitem').getByRole('article');
        expect(await cards.count(), path).toBeGreaterThan(0);
        for (const { text, height, stops } of await cards.evaluateAll(measureAll, STOPS)) {
          expect.soft(height, text).toBeLessThanOrEqual(HIGHEST_CARD);
          expect.soft(stops, text).toBeLessThanOrEqual(MOST_STOPS);
        }
        await page.context().close();
      });
    }
  });

  test(`the rest of what can be done with a card is in its menu, in words, in ${locale}`, async ({
    browser,
    baseURL,
    signIn,
    expectAccessible,
  }) => {
    const text = textsOf(locale);
    const state = await signedIn(browser, baseURL as string, (page) => signIn(page, INVESTORS[0]));
    const page = await open(browser, baseURL as string, locale, state, { viewport: PHONE });
    await visit(page, '/App/Invest/ROI', locale);
    const list = page.getByRole('list', { name: text('home.tab.invest') });
    const more = list.getByRole('button', { name: text('nav.more') }).first();
    await more.click();
    for (const item of await page.getByRole('menuitem').all()) await expect(item).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await openBackers(page, more, text);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await page.context().close();
  });
}

test('an invitation is one row on a desk', async ({ browser, baseURL, signIn }) => {
  const state = await signedIn(browser, baseURL as string, (page) => signIn(page, INVESTORS[0]));
  const page = await open(browser, baseURL as string, 'en', state, { viewport: { width: 1280, height: 800 } });
  await visit(page, '/App/Invest/ROI', 'en');
  const invited = page.getByRole('region', { name: textsOf('en')('invitations.own.title') }).getByRole('article');
  await invited.first().waitFor();
  const [first] = await invited.evaluateAll(measureAll, STOPS);
  expect(first?.height, first?.text).toBeLessThanOrEqual(HIGHEST_ROW);
  await page.context().close();
});

/** A card beyond the window has the height of its place, so each is brought in before it is measured. */
async function measureAll(cards: Element[], selector: string) {
  const measured: { text: string; height: number; stops: number }[] = [];
  for (const card of cards as HTMLElement[]) {
    card.scrollIntoView({ block: 'center' });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { height } = card.getBoundingClientRect();
    measured.push({ text: card.innerText, height, stops: card.querySelectorAll(selector).length });
  }
  return measured;
}

async function openBackers(page: Page, more: Locator, text: Texts): Promise<void> {
  await more.press('Enter');
  await page.getByRole('menuitem', { name: text('money.actions.seeBackers') }).click();
  await expect(page.locator('dialog[open]')).toBeVisible();
}
