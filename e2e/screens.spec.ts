import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import { type Locale, type Texts, textsOf } from './texts.ts';
import { BORROWER, expect, INVESTORS, STAFF_OF_ROI, test } from './world.ts';

/** Where a person goes, and the button whose dialog is looked at as well. */
type Screen = { readonly path: string; readonly opens?: string };
type Role = { readonly name: string; readonly phone?: string; readonly screens: (find: Find) => Promise<Screen[]> };
/** The address of one proposal in a list of the signed-in person: the first that `allows` an action or has a status. */
type Find = (list: string, wanted: { allows?: string; status?: number }) => Promise<string>;
type Listed = { id: string; mfiName: string; status: number; allowedActions: string[] };
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const LOCALES: readonly Locale[] = ['en', 'be', 'ar'];
/** Between them both colour schemes: a phone in the sun, a desk in the evening. */
const LOOKS = [
  { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;
const NO_SUCH_PAGE = '/App/Nowhere';
const THEIRS = '/api/borrow/proposalsNotByUserAddress?limit=50';
const OWN = '/api/borrow/proposalsByUserAddress?limit=50';
const OF_ROI = '/api/borrow/proposalsByMFIID?mfiId=3&limit=50';

const ROLES: readonly Role[] = [
  {
    name: 'a visitor',
    screens: async (find) => [
      ...['/', '/App/Start/DCBS', '/App/Login/ROI', '/App/ForgotPassword/ROI', '/App/ResetPassword/ROI'].map(at),
      { path: '/App/Register/ROI', opens: 'identity.register.readTerms' },
      ...[
        '/App/proposalsByCampaign/ROI/1',
        '/App/VerifyCode/ROI',
        NO_SUCH_PAGE,
        await find('/api/mfi/showcase?name=ROI', {}),
      ].map(at),
    ],
  },
  {
    name: 'a borrower',
    phone: BORROWER,
    screens: async (find) => [
      { path: '/App/Borrow/ROI', opens: 'home.addProposal' },
      ...['/App/Home/ROI?tab=repaid', '/App/Home/ROI?tab=ignored', '/App/MFIProposals/ROI'].map(at),
      { path: await find(OWN, { allows: 'unpublish' }), opens: 'money.actions.edit' },
      { path: await find(OWN, { allows: 'repay' }), opens: 'money.actions.repay' },
    ],
  },
  {
    name: 'an investor',
    phone: INVESTORS[0],
    screens: async (find) => [
      { path: '/App/Invest/ROI', opens: 'home.moreFilters' },
      { path: await find(THEIRS, { allows: 'invest' }), opens: 'money.actions.invest' },
      { path: await find(THEIRS, { status: 6 }) },
    ],
  },
  {
    name: 'an officer',
    phone: STAFF_OF_ROI,
    screens: async (find) => [
      { path: '/App/MFIProposals/ROI' },
      { path: '/App/Campaigns/ROI', opens: 'campaigns.add' },
      { path: '/App/Campaigns/ROI', opens: 'campaigns.write' },
      { path: '/App/Campaigns/ROI', opens: 'campaigns.details' },
      { path: '/App/proposalsByCampaign/ROI/1' },
      { path: await find(OF_ROI, { allows: 'releaseFunds' }), opens: 'money.actions.releaseFunds' },
      { path: await find(OF_ROI, { allows: 'decidePayment' }), opens: 'money.actions.repay' },
    ],
  },
];

function at(path: string): Screen {
  return { path };
}

for (const role of ROLES) {
  test.describe(`the screens of ${role.name}`, () => {
    let state: StorageState | undefined;

    for (const locale of LOCALES) {
      test(`are accessible and fit in ${locale}`, async ({ browser, baseURL, request, signIn, expectAccessible }) => {
        const url = baseURL as string;
        if (role.phone !== undefined) state ??= await signedIn(browser, url, (page) => signIn(page, role.phone ?? ''));
        const context = await browser.newContext({
          baseURL: url,
          reducedMotion: 'reduce',
          ...(state && { storageState: state }),
        });
        await context.addCookies([{ name: 'language', value: locale, url }]);
        await context.addInitScript((language) => localStorage.setItem('language', language), locale);
        const page = await context.newPage();
        const complaints = listen(page);
        const text = textsOf(locale);
        for (const { path, opens } of await role.screens(finder(request, state))) {
          await visit(page, path, text);
          for (const look of LOOKS) {
            await wear(page, look);
            await expectFit(page);
            await expectAccessible(page);
          }
          if (opens !== undefined) {
            await wear(page, LOOKS[0]);
            await press(page, text(opens));
            await expectFit(page);
            await expectAccessible(page);
          }
        }
        expect(complaints).toEqual([]);
        await context.close();
      });
    }
  });
}

async function signedIn(browser: Browser, baseURL: string, signIn: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL });
  await signIn(await context.newPage());
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Everything the browser complains of. That an address unknown to us is not found is what it should say. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isExpected = message.location().url.endsWith(NO_SUCH_PAGE);
    if (message.type() === 'error' && !isExpected) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  return complaints;
}

async function visit(page: Page, path: string, text: Texts): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.getByText(text('common.loading'))).toHaveCount(0);
}

async function wear(page: Page, { viewport, colorScheme }: (typeof LOOKS)[number]): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
}

async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await expect(page.locator('dialog[open], [aria-expanded=true], main form').first()).toBeVisible();
}

/** Nothing sticks out to the side, and the page has its style. */
async function expectFit(page: Page): Promise<void> {
  const { tooWide, paper } = await page.evaluate(() => ({
    tooWide: document.documentElement.scrollWidth - innerWidth,
    paper: getComputedStyle(document.documentElement).getPropertyValue('--paper'),
  }));
  expect(tooWide, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
  expect(paper, `${page.url()} has no style`).not.toBe('');
}

function finder(request: APIRequestContext, state: StorageState | undefined): Find {
  const stored = new Map(state?.origins[0]?.localStorage.map(({ name, value }) => [name, value]));
  const token = stored.get('sathi.auth.accessToken');
  const me = stored.has('user') ? `&userId=${JSON.parse(stored.get('user') ?? '').id}` : '';
  return async (list, { allows, status }) => {
    const answer = await request.get(list + me, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    const { data } = (await answer.json()) as { data: Listed[] | { proposals: Listed[] } };
    const found = (Array.isArray(data) ? data : data.proposals).find(
      (proposal) =>
        (allows === undefined || proposal.allowedActions.includes(allows)) &&
        (status === undefined || proposal.status === status),
    );
    if (found === undefined) throw new Error(`no proposal in ${list} for ${allows ?? status}`);
    return `/App/proposal?${new URLSearchParams({ mfi: found.mfiName, id: found.id })}`;
  };
}
