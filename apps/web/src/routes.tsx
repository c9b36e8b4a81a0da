import campaignProposalsTexts from 'virtual:texts/pages/campaign-proposals-page.tsx';
import campaignsTexts from 'virtual:texts/pages/campaigns-page.tsx';
import casperAssetsTexts from 'virtual:texts/pages/casper-assets-page.tsx';
import chainDemoTexts from 'virtual:texts/pages/chain-demo-page.tsx';
import chainDeployTexts from 'virtual:texts/pages/chain-deploy-page.tsx';
import devUiTexts from 'virtual:texts/pages/dev-ui-page.tsx';
import forgotPasswordTexts from 'virtual:texts/pages/forgot-password-page.tsx';
import homeTexts from 'virtual:texts/pages/home-page.tsx';
import loginTexts from 'virtual:texts/pages/login-page.tsx';
import mfiTexts from 'virtual:texts/pages/mfi-page.tsx';
import mfiSettingsTexts from 'virtual:texts/pages/mfi-settings-page.tsx';
import notFoundTexts from 'virtual:texts/pages/not-found-page.tsx';
import notificationsTexts from 'virtual:texts/pages/notifications-page.tsx';
import portfolioTexts from 'virtual:texts/pages/portfolio-page.tsx';
import profileTexts from 'virtual:texts/pages/profile-page.tsx';
import proposalTexts from 'virtual:texts/pages/proposal-page.tsx';
import registerTexts from 'virtual:texts/pages/register-page.tsx';
import resetPasswordTexts from 'virtual:texts/pages/reset-password-page.tsx';
import startTexts from 'virtual:texts/pages/start-page.tsx';
import confirmEmailTexts from 'virtual:texts/pages/confirm-email-page.tsx';
import unsubscribeTexts from 'virtual:texts/pages/unsubscribe-page.tsx';
import verifyCodeTexts from 'virtual:texts/pages/verify-code-page.tsx';
import { type LazyPage, lazyPage } from './lib/lazy-page.tsx';

export type Route = {
  patterns: readonly string[];
  page: LazyPage;
  /** Drawn by the server for a visitor; otherwise the server sends the frame and the browser draws the page. */
  isRendered?: boolean;
  /** Visitors are sent to log in. */
  needsSession?: boolean;
  /** What the server puts into the page beside the MFI. */
  preloads?: 'showcase' | 'proposal' | 'campaign';
};

const startPage = lazyPage('start-page', () => import('./pages/start-page.tsx'), startTexts);
const registerPage = lazyPage('register-page', () => import('./pages/register-page.tsx'), registerTexts);
const loginPage = lazyPage('login-page', () => import('./pages/login-page.tsx'), loginTexts);
const verifyCodePage = lazyPage('verify-code-page', () => import('./pages/verify-code-page.tsx'), verifyCodeTexts);
const forgotPasswordPage = lazyPage(
  'forgot-password-page',
  () => import('./pages/forgot-password-page.tsx'),
  forgotPasswordTexts,
);
const resetPasswordPage = lazyPage(
  'reset-password-page',
  () => import('./pages/reset-password-page.tsx'),
  resetPasswordTexts,
);
const homePage = lazyPage('home-page', () => import('./pages/home-page.tsx'), homeTexts);
const mfiPage = lazyPage('mfi-page', () => import('./pages/mfi-page.tsx'), mfiTexts);
const mfiSettingsPage = lazyPage('mfi-settings-page', () => import('./pages/mfi-settings-page.tsx'), mfiSettingsTexts);
const portfolioPage = lazyPage('portfolio-page', () => import('./pages/portfolio-page.tsx'), portfolioTexts);
const profilePage = lazyPage('profile-page', () => import('./pages/profile-page.tsx'), profileTexts);
const proposalPage = lazyPage('proposal-page', () => import('./pages/proposal-page.tsx'), proposalTexts);
const campaignsPage = lazyPage('campaigns-page', () => import('./pages/campaigns-page.tsx'), campaignsTexts);
const campaignProposalsPage = lazyPage(
  'campaign-proposals-page',
  () => import('./pages/campaign-proposals-page.tsx'),
  campaignProposalsTexts,
);
const notificationsPage = lazyPage(
  'notifications-page',
  () => import('./pages/notifications-page.tsx'),
  notificationsTexts,
);
const unsubscribePage = lazyPage('unsubscribe-page', () => import('./pages/unsubscribe-page.tsx'), unsubscribeTexts);
const confirmEmailPage = lazyPage(
  'confirm-email-page',
  () => import('./pages/confirm-email-page.tsx'),
  confirmEmailTexts,
);
const casperAssetsPage = lazyPage(
  'casper-assets-page',
  () => import('./pages/casper-assets-page.tsx'),
  casperAssetsTexts,
);
const chainDemoPage = lazyPage('chain-demo-page', () => import('./pages/chain-demo-page.tsx'), chainDemoTexts);
const chainDeployPage = lazyPage('chain-deploy-page', () => import('./pages/chain-deploy-page.tsx'), chainDeployTexts);
const devUiPage = lazyPage('dev-ui-page', () => import('./pages/dev-ui-page.tsx'), devUiTexts);
/** Where no other page lives. */
export const notFoundPage = lazyPage('not-found-page', () => import('./pages/not-found-page.tsx'), notFoundTexts);

/** Every address and its page. Patterns ignore case, so `/App/resetPassword` and `/App/start` need no line of their own. */
export const ROUTES: readonly Route[] = [
  { patterns: ['/', '/start', '/App/Start/:mfi?'], page: startPage, isRendered: true, preloads: 'showcase' },
  { patterns: ['/App/Register/:mfi?'], page: registerPage, isRendered: true },
  { patterns: ['/App/Login/:mfi?', '/login'], page: loginPage, isRendered: true },
  { patterns: ['/App/VerifyCode/:mfi?/:phoneNumber?'], page: verifyCodePage },
  { patterns: ['/App/ForgotPassword/:mfi?'], page: forgotPasswordPage },
  { patterns: ['/App/ResetPassword/:mfi?'], page: resetPasswordPage },
  { patterns: ['/App/Home/:mfi?', '/App/Borrow/:mfi?', '/App/Invest/:mfi?'], page: homePage, needsSession: true },
  { patterns: ['/App/Profile/:mfi?'], page: profilePage, needsSession: true },
  { patterns: ['/App/MFIProposals/:mfi?'], page: mfiPage, needsSession: true },
  { patterns: ['/App/MFISettings/:mfi?'], page: mfiSettingsPage, needsSession: true },
  { patterns: ['/App/Portfolio/:mfi?'], page: portfolioPage, needsSession: true },
  { patterns: ['/App/proposal'], page: proposalPage, isRendered: true, preloads: 'proposal' },
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
  { patterns: ['/CasperAssets'], page: casperAssetsPage },
  { patterns: ['/CasperDemo'], page: chainDemoPage },
  { patterns: ['/CasperAssets/deploy/:hash'], page: chainDeployPage },
  { patterns: ['/dev/ui'], page: devUiPage },
];

export type RouteMatch = { route: Route; pattern: string; params: Record<string, string> };

/** The route of a path, or undefined when no page lives there. */
export function findRoute(path: string): RouteMatch | undefined {
  for (const route of ROUTES) {
    for (const pattern of route.patterns) {
      const params = paramsOf(pattern, path);
      if (params) return { route, pattern, params };
    }
  }
  return undefined;
}

/** Reads `/App/Login/:mfi?` as the router does: any case, an optional last slash. Undefined when the path differs. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (given.length > wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index];
    if (value === undefined) {
      if (!part.endsWith('?')) return undefined;
    } else if (part.startsWith(':')) {
      params[part.replace(/[:?]/g, '')] = decoded(value);
    } else if (part.toLowerCase() !== value.toLowerCase()) {
      return undefined;
    }
  }
  return params;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
