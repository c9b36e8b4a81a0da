import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from './all.ts';
import { CALLS } from './calls.ts';

/** Section 7 of the specification, copied by hand in its order; the identity service is listed with the paths it got. */
const SPECIFIED = [
  'GET /api/users/:id',
  'PUT /api/users/:id',
  'POST /api/users',
  'GET /api/auth/',
  'GET /api/auth/userExists',
  'GET /api/mfi',
  'GET /api/mfi/stats',
  'POST /api/mfi/approveProposal',
  'POST /api/borrow',
  'PATCH /api/borrow/update',
  'DELETE /api/borrow',
  'GET /api/borrow/findOne',
  'GET /api/borrow/stats/',
  'GET /api/borrow/userStats',
  'GET /api/borrow/proposalsByUserAddress',
  'GET /api/borrow/proposalsNotByUserAddress',
  'GET /api/borrow/userIgnoredProposals',
  'GET /api/borrow/proposalsByMFIID',
  'POST /api/borrow/ignoreProposal',
  'POST /api/borrow/unignoreProposal',
  'POST /api/borrow/backProposal',
  'GET /api/borrow/proposalImages',
  'POST /api/borrow/proposalImage',
  'DELETE /api/borrow/proposalImage',
  'GET /api/borrow/backersList',
  'POST /api/borrow/proposalPayment',
  'GET /api/borrow/proposalPayments',
  'PATCH /api/borrow/approvePayment',
  'GET /api/messages/',
  'POST /api/messages/',
  'POST /api/messages/read',
  'POST /api/borrow/sendBackInvitations',
  'POST /api/borrow/sendCampaignInvite',
  'POST /api/borrow/sendNewUpdateEmail',
  'POST /api/borrow/sendThankYouEmail',
  'POST /api/borrow/sendThanksAfterRepaid',
  'GET /api/campaign/',
  'POST /api/campaign',
  'POST /api/campaign/addProposalTo',
  'DELETE /api/campaign/',
  'POST /api/identity/sign-up',
  'POST /api/identity/confirm-sign-up',
  'POST /api/identity/resend-code',
  'POST /api/identity/sign-in',
  'POST /api/identity/forgot-password',
  'POST /api/identity/confirm-forgot-password',
  'POST /api/identity/sign-out',
  'GET /api/identity/current-user',
];

/** What the HTTP contract adds to make those calls usable. */
const CONTRACT_ADDS = [
  'POST /api/identity/complete-new-password',
  'POST /api/identity/refresh',
  'GET /api/dev/inbox',
  'GET /api/mfi/all',
  'POST /api/mfi/releaseFunds',
  'POST /api/mfi/returnProposal',
  'POST /api/borrow/withdraw',
  'GET /api/borrow/withdrawals',
  'PATCH /api/borrow/withdrawal',
  'PATCH /api/borrow/rejectPayment',
  'GET /api/borrow/transactions',
  'PATCH /api/borrow/proposalImage',
  'GET /api/borrow/galleryImages',
  'POST /api/borrow/galleryImage',
  'DELETE /api/borrow/galleryImage',
  'GET /api/messages/unread/stream',
  'PATCH /api/campaign',
  'PUT /files/:folder/:name',
  'GET /files/:folder/:name',
  'POST /api/analytics/page-view',
  'GET /api/chain/status',
  'GET /api/chain/assets',
  'POST /api/chain/faucet',
  'POST /api/chain/mint',
  'POST /api/chain/redeem',
  'POST /api/chain/stake',
  'POST /api/chain/unstake',
  'POST /api/chain/back',
  'POST /api/chain/unback',
  'GET /api/chain/operations/:id',
  'GET /api/chain/proposals/:id',
];

/** Neither asked for nor forbidden: a page of our own needs each. */
const OUR_OWN = [
  'GET /api/mfi/showcase',
  'GET /api/mfi/queues',
  'GET /api/mfi/portfolio',
  'GET /api/mfi/export',
  'PATCH /api/mfi',
  'GET /api/borrow/portfolio',
  'GET /api/borrow/portfolio/loans',
  'GET /api/borrow/statement',
  'GET /api/borrow/statement.csv',
  'GET /api/borrow/history',
  'POST /api/identity/confirm-email',
  'GET /api/borrow/updateAudience',
  'GET /api/borrow/invitation',
  'POST /api/borrow/acceptInvitation',
  'GET /api/borrow/invitations',
  'POST /api/mail/unsubscribe',
  'GET /api/messages/conversations',
  'POST /api/messages/block',
  'POST /api/messages/unblock',
  'POST /api/messages/report',
  'GET /api/notifications',
  'POST /api/notifications/read',
  'GET /api/notifications/preferences',
  'PUT /api/notifications/preferences',
  'GET /api/campaign/audience',
  'GET /api/campaign/choices',
  'POST /api/campaign/sendEmail',
  'GET /api/chain/deploys/:hash',
];

/** Agreed and still to come. Whoever builds one takes its line away. */
const NOT_BUILT_YET: readonly string[] = [];

const BUILT = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
const PROMISED = [...SPECIFIED, ...CONTRACT_ADDS];

describe('section 7: every call of the specification', () => {
  test.each(PROMISED)('%s is built, or listed as not built yet', (call) => {
    expect([...BUILT, ...NOT_BUILT_YET]).toContain(call);
  });

  test('nothing is built that nobody asked for', () => {
    expect(BUILT.filter((call) => ![...PROMISED, ...OUR_OWN].includes(call))).toEqual([]);
  });

  test('what is not built yet is promised, and what is built is off that list', () => {
    expect(NOT_BUILT_YET.filter((call) => !PROMISED.includes(call))).toEqual([]);
    expect(NOT_BUILT_YET.filter((call) => BUILT.includes(call))).toEqual([]);
  });

  test('R13.9: nothing answers with a signing key', () => {
    expect(BUILT.filter((call) => /key|sign(?!-in|-up|-out)/i.test(call))).toEqual([]);
  });
});

describe('the list of calls the browser reads and the schemas the server reads', () => {
  test('name the same calls, once each', () => {
    expect(ENDPOINTS.map(({ name }) => name).sort()).toEqual(Object.keys(CALLS).sort());
    expect(new Set(BUILT).size).toBe(BUILT.length);
  });

  test('a GET has no body, and what the path names has a schema', () => {
    for (const { method, path, body, params } of ENDPOINTS) {
      if (method === 'GET') expect(body).toBeUndefined();
      expect(params !== undefined).toBe(path.includes(':'));
    }
  });

  /** Section 6 and the contract, copied by hand. */
  const PUBLIC = [
    'chainStatus',
    'completeNewPassword',
    'confirmEmail',
    'confirmForgotPassword',
    'confirmSignUp',
    'countPageView',
    'createUser',
    'findChainDeploy',
    'findChainRegistration',
    'findMfi',
    'findProposal',
    'forgotPassword',
    'listCampaigns',
    'listDevInbox',
    'listGalleryImages',
    'listMfis',
    'listUpdates',
    'mfiShowcase',
    'previewInvitation',
    'readFile',
    'refreshSession',
    'resendCode',
    'signIn',
    'signUp',
    'unsubscribe',
    'userExists',
  ];
  test('section 6: a visitor may make these calls and no other', () => {
    const open = ENDPOINTS.filter(({ access }) => access === 'public').map(({ name }) => name);
    expect(open.sort()).toEqual(PUBLIC);
  });

  test('R6.7: only a repayment may be entered in the name of somebody else', () => {
    expect(ENDPOINTS.filter(({ onBehalf }) => onBehalf).map(({ name }) => name)).toEqual(['enterPayment']);
  });
});
