import { parse } from 'regexparam';
import { type DefaultParams, matchRoute } from 'wouter';
import { type LazyPage, lazyPage } from './lib/lazy-page.tsx';

export type Route = {
  patterns: readonly string[];
  page: LazyPage;
  /**
   * True where the server draws the page, as for a visitor; otherwise it sends the frame and the browser draws the
   * page. `for visitors` where the page differs so much for a person signed in that they are sent the frame.
   */
  isRendered?: true | 'for visitors';
  /** Visitors are sent to log in, unless they have a page of their own here, which the server draws. */
  needsSession?: boolean;
  visitorPage?: LazyPage;
  /** The texts that the page needs beside those for people; the page is then sent with them. */
  moreTexts?: 'staff' | 'money';
  /** The data that the server puts into the page beside the MFI. */
  preloads?: 'showcase' | 'proposal' | 'campaign' | 'open' | 'public' | 'partner' | 'figures';
};

const startPage = lazyPage('start/start-page', () => import('./pages/start/start-page.tsx'));
const registerPage = lazyPage('identity/register-page', () => import('./pages/identity/register-page.tsx'));
const loginPage = lazyPage('identity/login-page', () => import('./pages/identity/login-page.tsx'));
const verifyCodePage = lazyPage('identity/verify-code-page', () => import('./pages/identity/verify-code-page.tsx'));
const forgotPasswordPage = lazyPage(
  'identity/forgot-password-page',
  () => import('./pages/identity/forgot-password-page.tsx'),
);
const resetPasswordPage = lazyPage(
  'identity/reset-password-page',
  () => import('./pages/identity/reset-password-page.tsx'),
);
const choosePasswordPage = lazyPage(
  'identity/choose-password-page',
  () => import('./pages/identity/choose-password-page.tsx'),
);
const homePage = lazyPage('home/home-page', () => import('./pages/home/home-page.tsx'));
const newProposalPage = lazyPage(
  'new-proposal/new-proposal-page',
  () => import('./pages/new-proposal/new-proposal-page.tsx'),
);
const publishedPage = lazyPage('new-proposal/published-page', () => import('./pages/new-proposal/published-page.tsx'));
const openLoansPage = lazyPage('open-loans/open-loans-page', () => import('./pages/open-loans/open-loans-page.tsx'));
const publicLoansPage = lazyPage('public/public-loans-page', () => import('./pages/public/public-loans-page.tsx'));
const partnerPage = lazyPage('public/partner-page', () => import('./pages/public/partner-page.tsx'));
const figuresPage = lazyPage('public/figures-page', () => import('./pages/public/figures-page.tsx'));
const mfiPage = lazyPage('mfi/mfi-page', () => import('./pages/mfi/mfi-page.tsx'));
const mfiSettingsPage = lazyPage('mfi/mfi-settings-page', () => import('./pages/mfi/mfi-settings-page.tsx'));
const staffPage = lazyPage('mfi/staff-page', () => import('./pages/mfi/staff-page.tsx'));
const peoplePage = lazyPage('mfi/people-page', () => import('./pages/mfi/people-page.tsx'));
const phoneChangesPage = lazyPage('mfi/phone-changes-page', () => import('./pages/mfi/phone-changes-page.tsx'));
const morePage = lazyPage('mfi/more-page', () => import('./pages/mfi/more-page.tsx'));
const payoutsPage = lazyPage('mfi/payouts-page', () => import('./pages/mfi/payouts-page.tsx'));
const moneyDeskPage = lazyPage('mfi/money-desk-page', () => import('./pages/mfi/money-desk-page.tsx'));
const accountsPage = lazyPage('mfi/accounts-page', () => import('./pages/mfi/accounts-page.tsx'));
const roundPage = lazyPage('mfi/round-page', () => import('./pages/mfi/round-page.tsx'));
const tillsPage = lazyPage('mfi/tills-page', () => import('./pages/mfi/tills-page.tsx'));
const awaitedPage = lazyPage('mfi/awaited-page', () => import('./pages/mfi/awaited-page.tsx'));
const settlementsPage = lazyPage('mfi/settlements-page', () => import('./pages/mfi/settlements-page.tsx'));
const reportsPage = lazyPage('mfi/reports-page', () => import('./pages/mfi/reports-page.tsx'));
const freezesPage = lazyPage('mfi/freezes-page', () => import('./pages/mfi/freezes-page.tsx'));
const importsPage = lazyPage('mfi/imports-page', () => import('./pages/mfi/imports-page.tsx'));
const offersPage = lazyPage('offers/offers-page', () => import('./pages/offers/offers-page.tsx'));
const howToPayPage = lazyPage('pay-in/how-to-pay-page', () => import('./pages/pay-in/how-to-pay-page.tsx'));
const portfolioPage = lazyPage('portfolio/portfolio-page', () => import('./pages/portfolio/portfolio-page.tsx'));
const yearLetterPage = lazyPage('portfolio/year-letter-page', () => import('./pages/portfolio/year-letter-page.tsx'));
const profilePage = lazyPage('profile/profile-page', () => import('./pages/profile/profile-page.tsx'));
const securityPage = lazyPage('profile/security-page', () => import('./pages/profile/security-page.tsx'));
const yourDataPage = lazyPage('profile/your-data-page', () => import('./pages/profile/your-data-page.tsx'));
const proposalPage = lazyPage('proposal/proposal-page', () => import('./pages/proposal/proposal-page.tsx'));
const campaignsPage = lazyPage('campaigns/campaigns-page', () => import('./pages/campaigns/campaigns-page.tsx'));
const campaignProposalsPage = lazyPage(
  'campaigns/campaign-proposals-page',
  () => import('./pages/campaigns/campaign-proposals-page.tsx'),
);
const notificationsPage = lazyPage(
  'notifications/notifications-page',
  () => import('./pages/notifications/notifications-page.tsx'),
);
const unsubscribePage = lazyPage('mail/unsubscribe-page', () => import('./pages/mail/unsubscribe-page.tsx'));
const phoneNotMePage = lazyPage('mail/phone-not-me-page', () => import('./pages/mail/phone-not-me-page.tsx'));
const confirmEmailPage = lazyPage('mail/confirm-email-page', () => import('./pages/mail/confirm-email-page.tsx'));
const notMePage = lazyPage('mail/not-me-page', () => import('./pages/mail/not-me-page.tsx'));
const casperAssetsPage = lazyPage('chain/casper-assets-page', () => import('./pages/chain/casper-assets-page.tsx'));
const testNetworkPage = lazyPage('chain/test-network-page', () => import('./pages/chain/test-network-page.tsx'));
const chainDeployPage = lazyPage('chain/chain-deploy-page', () => import('./pages/chain/chain-deploy-page.tsx'));
const devUiPage = lazyPage('dev-ui/dev-ui-page', () => import('./pages/dev-ui/dev-ui-page.tsx'));
/** The page of every address that no other page has. */
export const notFoundPage = lazyPage('not-found/not-found-page', () => import('./pages/not-found/not-found-page.tsx'));

/** Every address and its page. Patterns ignore case, so `/App/resetPassword` and `/App/start` need no line of their own. */
export const ROUTES: readonly Route[] = [
  { patterns: ['/', '/start', '/App/Start/:mfi?'], page: startPage, isRendered: true, preloads: 'showcase' },
  { patterns: ['/App/Register/:mfi?'], page: registerPage, isRendered: true },
  { patterns: ['/App/Login/:mfi?', '/login'], page: loginPage, isRendered: true },
  { patterns: ['/App/VerifyCode/:mfi?/:phoneNumber?'], page: verifyCodePage },
  { patterns: ['/App/ForgotPassword/:mfi?'], page: forgotPasswordPage },
  { patterns: ['/App/ResetPassword/:mfi?'], page: resetPasswordPage },
  { patterns: ['/App/Home/:mfi?', '/App/Borrow/:mfi?'], page: homePage, needsSession: true },
  { patterns: ['/App/NewProposal/:mfi?'], page: newProposalPage, needsSession: true },
  { patterns: ['/App/Offers/:mfi?'], page: offersPage },
  { patterns: ['/App/Published'], page: publishedPage, needsSession: true },
  {
    patterns: ['/App/Invest/:mfi?'],
    page: homePage,
    needsSession: true,
    visitorPage: openLoansPage,
    preloads: 'open',
  },
  {
    patterns: ['/App/Place/:place', '/App/Trade/:category'],
    page: publicLoansPage,
    isRendered: true,
    preloads: 'public',
  },
  { patterns: ['/App/Partner/:mfi?'], page: partnerPage, isRendered: true, preloads: 'partner' },
  { patterns: ['/App/Figures/:mfi?'], page: figuresPage, isRendered: true, moreTexts: 'money', preloads: 'figures' },
  { patterns: ['/App/Profile/:mfi?'], page: profilePage, needsSession: true },
  { patterns: ['/App/ChoosePassword/:mfi?'], page: choosePasswordPage, needsSession: true },
  { patterns: ['/App/Security/:mfi?'], page: securityPage, needsSession: true },
  { patterns: ['/App/YourData/:mfi?'], page: yourDataPage, needsSession: true },
  { patterns: ['/App/MFIProposals/:mfi?'], page: mfiPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFISettings/:mfi?'], page: mfiSettingsPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIPeople/:mfi?'], page: peoplePage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIStaff/:mfi?'], page: staffPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIPhones/:mfi?'], page: phoneChangesPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIMore/:mfi?'], page: morePage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIPayouts/:mfi?'], page: payoutsPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIMoney/:mfi?'], page: moneyDeskPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIAccounts/:mfi?'], page: accountsPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIRound/:mfi?'], page: roundPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFITills/:mfi?'], page: tillsPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIAwaited/:mfi?'], page: awaitedPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFISettlements/:mfi?'], page: settlementsPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIReports/:mfi?'], page: reportsPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIFreezes/:mfi?'], page: freezesPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/MFIImports/:mfi?'], page: importsPage, needsSession: true, moreTexts: 'staff' },
  { patterns: ['/App/HowToPay/:mfi?'], page: howToPayPage, needsSession: true },
  { patterns: ['/App/Portfolio/:mfi?'], page: portfolioPage, needsSession: true },
  { patterns: ['/App/YearLetter/:mfi?'], page: yearLetterPage, needsSession: true },
  { patterns: ['/App/proposal'], page: proposalPage, isRendered: 'for visitors', preloads: 'proposal' },
  { patterns: ['/App/Campaigns/:mfi?'], page: campaignsPage, needsSession: true },
  {
    patterns: ['/App/proposalsByCampaign/:mfi?/:id?'],
    page: campaignProposalsPage,
    isRendered: true,
    preloads: 'campaign',
  },
  { patterns: ['/App/Notifications/:mfi?'], page: notificationsPage, needsSession: true },
  { patterns: ['/App/Unsubscribe'], page: unsubscribePage },
  { patterns: ['/App/ConfirmEmail'], page: confirmEmailPage },
  { patterns: ['/App/NotMe'], page: notMePage },
  { patterns: ['/App/PhoneNotMe'], page: phoneNotMePage },
  { patterns: ['/CasperAssets'], page: casperAssetsPage, moreTexts: 'staff' },
  { patterns: ['/CasperDemo'], page: testNetworkPage, moreTexts: 'staff' },
  { patterns: ['/CasperAssets/deploy/:hash'], page: chainDeployPage, moreTexts: 'staff' },
  { patterns: ['/dev/ui'], page: devUiPage },
];

export type RouteMatch = { route: Route; pattern: string; params: DefaultParams };

export function pageOf(route: Route | undefined, isSignedIn: boolean): LazyPage {
  return (!isSignedIn && route?.visitorPage) || (route?.page ?? notFoundPage);
}

/** The route of a path, or undefined when no page lives there. */
export function findRoute(path: string): RouteMatch | undefined {
  for (const route of ROUTES) {
    for (const pattern of route.patterns) {
      const [isMatch, params] = matchRoute(parse, pattern, decoded(path));
      if (isMatch) return { route, pattern, params };
    }
  }
  return undefined;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
