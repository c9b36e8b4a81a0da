import type { Locator, Page } from '@playwright/test';
import type { Texts } from './texts.ts';
import { BORROWER, INVESTORS, STAFF_OF_ROI } from './world.ts';

/** How to a thing that opens over or in the page. */
export type Opener = (page: Page, text: Texts) => Locator;
/** Where a person goes, and what is opened there one after the other. */
export type Screen = { readonly path: string; readonly opens?: readonly Opener[] };
/** The address of one proposal in a list of the signed-in person: the first that allows an action or has a status. */
export type Find = (list: string, wanted: { allows?: string; status?: number; title?: string }) => Promise<string>;
export type Role = {
  readonly name: string;
  readonly phone?: string;
  readonly screens: (find: Find) => Promise<readonly Screen[]>;
};

const NO_SUCH_PAGE = '/App/Nowhere';
/** Every widget in every state, of which some are forever on their way. */
export const SAMPLES = '/dev/ui';
const SHOWN = '/api/mfi/showcase?name=ROI';
const THEIRS = '/api/borrow/proposalsNotByUserAddress?limit=50';
const OWN = '/api/borrow/proposalsByUserAddress?limit=50';
const OF_ROI = '/api/borrow/proposalsByMFIID?mfiId=3&limit=50';
/** Of those that the demo data have; one of DCBS is published too. */
const CAMPAIGN_OF_ROI = '/App/proposalsByCampaign/ROI/1';
const CAMPAIGN_OF_DCBS = '/App/proposalsByCampaign?mfi=DCBS&id=2';

const at = (path: string, ...opens: readonly Opener[]): Screen => ({ path, opens });
/** One of the buttons of the page that do this, whatever they are called. */
const doing =
  (action: string, nth = 0): Opener =>
  (page) =>
    page.locator(`main [data-demo=${action}]:enabled`).nth(nth);
const named =
  (key: string): Opener =>
  (page, text) =>
    page
      .locator('main')
      .getByRole('button', { name: text(key) })
      .first();
const inTopBar =
  (which: 'messages' | 'notifications' | 'menu'): Opener =>
  (page) =>
    page.locator('header button').nth({ messages: -3, notifications: -2, menu: -1 }[which]);

export const ROLES: readonly Role[] = [
  {
    name: 'a visitor',
    screens: async (find) => [
      ...['/', '/App/Start/DCBS', '/App/Login/ROI', '/App/ForgotPassword/ROI', '/App/ResetPassword/ROI'].map((path) =>
        at(path),
      ),
      at('/App/Register/ROI', named('identity.register.readTerms')),
      ...['/App/VerifyCode/ROI', NO_SUCH_PAGE, '/App/Unsubscribe?token=no', '/App/ConfirmEmail?token=no'].map((path) =>
        at(path),
      ),
      at(await find(SHOWN, {}), doing('share')),
      ...[CAMPAIGN_OF_DCBS, '/CasperAssets', '/CasperDemo', '/CasperAssets/deploy/nonsense', SAMPLES].map((path) =>
        at(path),
      ),
    ],
  },
  {
    name: 'a borrower',
    phone: BORROWER,
    screens: async (find) => [
      at('/App/Borrow/ROI', doing('addProposal'), inTopBar('messages'), inTopBar('notifications'), inTopBar('menu')),
      ...['/App/Home/ROI?tab=repaid', '/App/Home/ROI?tab=ignored', '/App/MFIProposals/ROI'].map((path) => at(path)),
      at(await find(OWN, { allows: 'publish' }), doing('delete'), doing('assign'), doing('edit')),
      at(await find(OWN, { allows: 'unpublish' }), doing('invite'), doing('share')),
      at(await find(OWN, { status: 3 }), doing('message'), doing('postUpdate')),
      at(await find(OWN, { allows: 'repay' }), doing('repay')),
      at(await find(OWN, { status: 6 })),
      ...['/App/Profile/ROI', '/App/Notifications/ROI'].map((path) => at(path)),
    ],
  },
  {
    name: 'an investor',
    phone: INVESTORS[0],
    screens: async (find) => [
      at('/App/Invest/ROI', named('home.moreFilters'), doing('back'), doing('seeBackers')),
      at(await find(THEIRS, { allows: 'invest' }), doing('back'), doing('ignore'), doing('message')),
      at(await find(THEIRS, { status: 5 })),
      at(await find(THEIRS, { status: 6 })),
      at(await find(THEIRS, { title: 'A second machine, so my sister can sew too' }), named('updates.album.open')),
      ...['/App/Portfolio/ROI', '/App/Campaigns/ROI', '/CasperAssets', '/CasperDemo'].map((path) => at(path)),
    ],
  },
  {
    name: 'an officer',
    phone: STAFF_OF_ROI,
    screens: async (find) => [
      at(
        '/App/MFIProposals/ROI',
        doing('approve'),
        doing('release'),
        doing('decidePayment'),
        doing('decidePayment', 1),
      ),
      at('/App/MFISettings/ROI'),
      at(await find(OF_ROI, { allows: 'releaseFunds' }), doing('release'), doing('return'), doing('assign')),
      at(await find(OF_ROI, { allows: 'decidePayment' }), doing('repay')),
      at(
        '/App/Campaigns/ROI',
        ...['campaignAdd', 'campaignEdit', 'invite', 'share', 'campaignMail', 'campaignArchive'].map((action) =>
          doing(action),
        ),
      ),
      at(CAMPAIGN_OF_ROI, doing('share')),
    ],
  },
];
