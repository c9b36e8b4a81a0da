import type { ProposalStatus } from '@sathi/domain/proposals.ts';
import type { Locator, Page } from '@playwright/test';
import type { Texts } from './texts.ts';
import { BORROWER, INVESTORS, STAFF_OF_ROI } from './world.ts';

/** How to a thing that opens over or in the page. */
export type Opener = (page: Page, text: Texts) => Locator;
/** A page, and the dialogs and menus that are opened there one after the other. */
export type Screen = { readonly path: string; readonly opens?: readonly Opener[] };
/** The address of one proposal in a list of the signed-in person: the first that allows an action or has a status. */
export type Find = (
  list: string,
  wanted: { allows?: string; status?: ProposalStatus; title?: string },
) => Promise<string>;
export type Role = {
  readonly name: string;
  readonly phone?: string;
  /** One role stands for all in the gate. */
  readonly inGate?: true;
  readonly screens: (find: Find) => Promise<readonly Screen[]>;
};

const NO_SUCH_PAGE = '/App/Nowhere';
/** Every widget in every state, of which some are forever on their way. */
export const SAMPLES = '/dev/ui';
const SHOWN = '/api/mfi/showcase?name=ROI';
const THEIRS = '/api/borrow/proposalsNotByUserAddress?limit=50';
const OWN = '/api/borrow/proposalsByUserAddress?limit=50';
const OF_ROI = '/api/borrow/proposalsByMFIID?mfiId=3&limit=50';
/** One of the campaigns in the demo data; one of DCBS is published too. */
const CAMPAIGN_OF_ROI = '/App/proposalsByCampaign/ROI/1';
const CAMPAIGN_OF_DCBS = '/App/proposalsByCampaign?mfi=DCBS&id=2';

const at = (path: string, ...opens: readonly Opener[]): Screen => ({ path, opens });
/** A page of the way in, for a visitor who wants to back this loan. */
const onTheWayTo = (loan: string, path: string): Screen =>
  at(`${path}?back=${new URLSearchParams(loan.split('?')[1]).get('id')}`);
/** One of the buttons of the page that do this, under any label. */
const doing =
  (action: string, nth = 0): Opener =>
  (page) =>
    page.locator(`main [data-help=${action}]:enabled`).nth(nth);
const named =
  (key: string): Opener =>
  (page, text) =>
    page
      .locator('main')
      .getByRole('button', { name: text(key) })
      .first();
const inTopBar =
  (which: 'notifications' | 'menu'): Opener =>
  (page) =>
    page.locator('header button').filter({ visible: true }).nth({ notifications: -2, menu: -1 }[which]);
/** A row of a queue opens its case; on a phone that is all it does. */
const firstRow: Opener = (page) => page.getByRole('table').getByRole('link').first();
/** The one place of the navigation that is no page. */
const messages: Opener = (page) => page.getByRole('navigation').getByRole('button').first();

export const ROLES: readonly Role[] = [
  {
    name: 'a visitor',
    screens: async (find) => [
      ...[
        '/',
        '/App/Start/DCBS',
        '/App/Login/ROI',
        '/App/ForgotPassword/ROI',
        '/App/ResetPassword/ROI',
        '/App/Offers/ROI',
      ].map((path) => at(path)),
      at('/App/Register/ROI'),
      onTheWayTo(await find(SHOWN, {}), '/App/Register/ROI'),
      onTheWayTo(await find(SHOWN, {}), '/App/Start/ROI'),
      ...['/App/Invest/ROI', '/App/Partner/DCBS', '/App/Figures/ROI', '/App/Place/Sylhet', '/App/Trade/livestock'].map(
        (path) => at(path),
      ),
      ...[
        '/App/VerifyCode/ROI',
        NO_SUCH_PAGE,
        '/App/Unsubscribe?token=no',
        '/App/ConfirmEmail?token=no',
        '/App/NotMe?token=no',
        '/App/PhoneNotMe?token=no',
      ].map((path) => at(path)),
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
      at('/App/Borrow/ROI', named('nav.more'), messages, inTopBar('notifications'), inTopBar('menu')),
      ...['/App/Home/ROI?tab=repaid', '/App/Home/ROI?tab=ignored', '/App/MFIProposals/ROI', '/App/Offers/ROI'].map(
        (path) => at(path),
      ),
      at(await find(OWN, { allows: 'publish' }), doing('delete'), doing('assign'), doing('edit')),
      at(await find(OWN, { allows: 'unpublish' }), doing('invite'), doing('share')),
      at(await find(OWN, { status: 'locked' }), doing('message'), doing('postUpdate'), doing('extend')),
      at(await find(OWN, { allows: 'repay' }), doing('repay')),
      at(await find(OWN, { status: 'repaid' })),
      ...['/App/Profile/ROI', '/App/Notifications/ROI'].map((path) => at(path)),
      at('/App/NewProposal/ROI', named('common.stepNext'), named('common.stepNext')),
      at((await find(OWN, { allows: 'unpublish' })).replace('/proposal', '/Published'), doing('share')),
      at('/App/Security/ROI', doing('security')),
      at('/App/YourData/ROI'),
    ],
  },
  {
    name: 'an investor',
    inGate: true,
    phone: INVESTORS[0],
    screens: async (find) => [
      at('/App/Invest/ROI', named('home.moreFilters'), doing('back'), named('nav.more')),
      at('/App/Invest/ROI?category=fishing', doing('saveSearch')),
      at(await find(THEIRS, { allows: 'invest' }), doing('back'), doing('ignore'), doing('message')),
      at(await find(THEIRS, { status: 'funded' })),
      at(await find(THEIRS, { status: 'repaid' })),
      at(await find(THEIRS, { title: 'A second machine, so my sister can sew too' }), named('updates.album.open')),
      ...[
        '/App/HowToPay/ROI',
        '/App/Portfolio/ROI',
        '/App/YearLetter/ROI',
        '/App/Campaigns/ROI',
        '/CasperAssets',
        '/CasperDemo',
      ].map((path) => at(path)),
    ],
  },
  {
    name: 'an officer',
    phone: STAFF_OF_ROI,
    screens: async (find) => [
      at('/App/MFIProposals/ROI', firstRow),
      at('/App/MFIProposals/ROI?queue=toRelease', firstRow),
      at('/App/MFIProposals/ROI?queue=paymentsToApprove', firstRow),
      at('/App/MFIProposals/ROI?view=loans'),
      at('/App/MFIMore/ROI'),
      at('/App/MFISettings/ROI'),
      at('/App/MFIPeople/ROI'),
      at('/App/MFIStaff/ROI', named('staff.add')),
      at('/App/MFIPhones/ROI', named('phoneChange.add')),
      at('/App/MFIMoney/ROI'),
      at('/App/MFIAccounts/ROI', doing('moneyAccount'), doing('rate')),
      at('/App/MFIPayouts/ROI'),
      at('/App/MFIAwaited/ROI', doing('receipt')),
      at('/App/MFIRound/ROI'),
      at('/App/MFITills/ROI'),
      at('/App/MFISettlements/ROI'),
      at('/App/MFIFreezes/ROI'),
      at('/App/MFIImports/ROI'),
      at('/App/MFIReports/ROI'),
      at(await find(OF_ROI, { title: 'Nets for the brackish pond' }), doing('writeOff')),
      at(await find(OF_ROI, { title: 'A loom for silk' })),
      at(await find(OF_ROI, { allows: 'releaseFunds' }), doing('release'), doing('return'), doing('assign')),
      at(await find(OF_ROI, { allows: 'approve' }), doing('approve'), doing('freeze')),
      at(
        await find(OF_ROI, { title: 'A cutting table and shelves' }),
        doing('repay'),
        doing('decidePayment'),
        doing('decidePayment', 1),
      ),
      at(
        await find(OF_ROI, { allows: 'releaseFunds' }),
        doing('release'),
        doing('return'),
        doing('translate'),
        doing('assign'),
      ),
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
