import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { campaignRoutes } from './features/campaigns/campaigns.routes.ts';
import { chainRoutes } from './features/chain/chain.routes.ts';
import { devInboxRoutes } from './features/dev-inbox/dev-inbox.routes.ts';
import { createCallerReader } from './features/identity/caller-reader.ts';
import { fileRoutes } from './features/files/files.routes.ts';
import { giftRoutes } from './features/gifts/gifts.routes.ts';
import { guideRoutes } from './features/guide/guide.routes.ts';
import { identityRoutes } from './features/identity/identity.routes.ts';
import { deriveKeys } from './config/secret.ts';
import { invitationRoutes } from './features/invitations/invitations.routes.ts';
import { cancellingRoutes } from './features/investments/cancelling.routes.ts';
import { giftBackingRoutes } from './features/investments/gift-backing.routes.ts';
import { investmentRoutes } from './features/investments/investments.routes.ts';
import { relendRoutes } from './features/investments/relend.routes.ts';
import { analyticsRoutes } from './features/analytics/analytics.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { approvalRoutes } from './features/proposals/approvals.routes.ts';
import { messageRoutes } from './features/messages/messages.routes.ts';
import { unreadStreamRoutes } from './features/messages/unread-stream.routes.ts';
import { freezeRoutes } from './features/freezes/freezes.routes.ts';
import { holidayRoutes } from './features/mfis/holidays.routes.ts';
import { loanFigureRoutes } from './features/loan-figures/loan-figures.routes.ts';
import { loanLimitRoutes } from './features/mfis/loan-limits.routes.ts';
import { mfiOfficeRoutes } from './features/mfis/mfi-office.routes.ts';
import { moneyAccountRoutes } from './features/money-accounts/money-accounts.routes.ts';
import { moneySettingsRoutes } from './features/mfis/money-settings.routes.ts';
import { mfiRoutes } from './features/mfis/mfis.routes.ts';
import { ownMoneyRoutes } from './features/own-money/own-money.routes.ts';
import { ownDataRoutes } from './features/own-data/own-data.routes.ts';
import { portfolioRoutes } from './features/portfolio/portfolio.routes.ts';
import { extendingRoutes } from './features/proposals/extending.routes.ts';
import { ownLoanRoutes } from './features/proposals/own-loans.routes.ts';
import { offerRoutes } from './features/proposals/offers.routes.ts';
import { proposalRoutes } from './features/proposals/proposals.routes.ts';
import { publicFiguresRoutes } from './features/proposals/public-figures.routes.ts';
import { rateRoutes } from './features/rates/rates.routes.ts';
import { accountDayRoutes } from './features/statements/account-days.routes.ts';
import { lineRoutes } from './features/statements/lines.routes.ts';
import { statementRoutes } from './features/statements/statements.routes.ts';
import { repaymentRoutes } from './features/repayments/repayments.routes.ts';
import { tillRoutes } from './features/tills/tills.routes.ts';
import { reportRoutes } from './features/reports/reports.routes.ts';
import { shareLinkRoutes } from './features/share/share-links.routes.ts';
import { crawlerRoutes } from './features/share/crawlers.routes.ts';
import { savedSearchRoutes } from './features/saved-searches/saved-searches.routes.ts';
import { settlementRoutes } from './features/settlements/settlements.routes.ts';
import { shareRoutes } from './features/share/share.routes.ts';
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts';
import { contactRoutes } from './features/contacts/contacts.routes.ts';
import { defaultRoutes } from './features/defaults/defaults.routes.ts';
import { releaseUndoingRoutes } from './features/release-undoings/release-undoings.routes.ts';
import { forgivingRoutes } from './features/forgiving/forgiving.routes.ts';
import { hardshipRoutes } from './features/hardships/hardships.routes.ts';
import { importRoutes } from './features/imports/imports.routes.ts';
import { pauseRoutes } from './features/pauses/pauses.routes.ts';
import { planRoutes } from './features/plans/plans.routes.ts';
import { peopleRoutes } from './features/people/people.routes.ts';
import { phoneChangeRoutes } from './features/phone-changes/phone-changes.routes.ts';
import { staffRoutes } from './features/staff/staff.routes.ts';
import { updateRoutes } from './features/updates/updates.routes.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { orderRoutes } from './features/pay-ins/orders.routes.ts';
import { receiptRoutes } from './features/pay-ins/receipts.routes.ts';
import { payoutAccountRoutes } from './features/withdrawals/payout-accounts.routes.ts';
import { batchRoutes } from './features/withdrawals/batches.routes.ts';
import { payoutRoutes } from './features/withdrawals/payouts.routes.ts';
import { payoutCareRoutes } from './features/withdrawals/payout-care.routes.ts';
import { withdrawalRoutes } from './features/withdrawals/withdrawals.routes.ts';
import { newRequestId } from './config/request-id.ts';
import { logAnswers, quietLog, requestLog } from './http/access-log.ts';
import { apiDocs } from './http/api-docs.ts';
import { tellPositions } from './http/causality.ts';
import { handleError } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { readJsonBodies } from './http/json-body.ts';
import { refuseOverload } from './http/overload.ts';
import { decorateKept, keepAnswers } from './http/kept-answers.ts';
import { sendTogether } from './http/send-together.ts';
import { limitCalls } from './http/limits/limit-calls.ts';
import { secureHeaders } from './http/security-headers.ts';
import { answerUnknownAddresses } from './http/unknown-address.ts';
import { refuseUnreadable } from './http/unreadable-request.ts';
import { carryRequestIds } from './http/request-ids.ts';
import { readCallers } from './http/viewer.ts';
import { createJobs } from './jobs.ts';
import type { Outside } from './outside/outside.ts';

const BODY_BYTES_MAX = 64 * 1024;
const HEADER_BYTES_MAX = 8 * 1024;
/** Enough for a picture of ten megabytes on a line of 35 KB a second. The framework's own default is no limit. */
const REQUEST_TIMEOUT_MS = 300_000;

/** The whole HTTP application, not yet listening: `serve.ts` listens, tests inject. */
export async function createApp(outside: Outside): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: HEADER_BYTES_MAX },
    // Any client may write `X-Forwarded-For`, so it counts only when it comes from a proxy that is known.
    trustProxy: outside.config.trustProxy === null ? false : [...outside.config.trustProxy],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // A stopping server still answers requests on open connections, instead of refusing them in the framework's words.
    return503OnClosing: false,
    logController: quietLog,
    loggerInstance: outside.log,
    childLoggerFactory: requestLog,
    genReqId: newRequestId,
    // A message that cannot be parsed as a request is refused in the same form as all others.
    frameworkErrors: handleError,
    clientErrorHandler: refuseUnreadable,
  });
  carryRequestIds(app);
  app.setErrorHandler(handleError);
  app.decorate('requestHashKeys', deriveKeys(outside.secret, 'requests'));
  readJsonBodies(app);
  await app.register(cookie);
  secureHeaders(app, outside.config.publicUrl);
  answerUnknownAddresses(app);
  await apiDocs(app);

  refuseOverload(app);
  const callers = await createCallerReader(outside);
  app.addHook('onClose', callers.close);
  readCallers(app, callers.read);
  const kept = await keepAnswers(outside);
  decorateKept(app, kept);
  if (kept.places) tellPositions(app, outside, kept.places);
  logAnswers(app, outside);
  sendTogether(app);
  limitCalls(app, outside);
  healthRoutes(app, outside);
  identityRoutes(app, outside, callers);
  userRoutes(app, outside, callers);
  ownDataRoutes(app, outside, callers);
  devInboxRoutes(app, outside, createJobs(outside).handlers);
  fileRoutes(app, outside);
  guideRoutes(app);
  campaignRoutes(app, outside);
  mfiRoutes(app, outside);
  mfiOfficeRoutes(app, outside);
  moneySettingsRoutes(app, outside);
  moneyAccountRoutes(app, outside);
  rateRoutes(app, outside);
  statementRoutes(app, outside);
  lineRoutes(app, outside);
  accountDayRoutes(app, outside);
  settlementRoutes(app, outside);
  holidayRoutes(app, outside);
  loanLimitRoutes(app, outside);
  loanFigureRoutes(app);
  staffRoutes(app, outside);
  contactRoutes(app, outside);
  defaultRoutes(app, outside);
  releaseUndoingRoutes(app, outside);
  forgivingRoutes(app, outside);
  hardshipRoutes(app, outside);
  importRoutes(app, outside);
  pauseRoutes(app, outside);
  planRoutes(app, outside);
  peopleRoutes(app, outside);
  phoneChangeRoutes(app, outside);
  freezeRoutes(app, outside);
  reportRoutes(app, outside);
  auditLogRoutes(app, outside);
  proposalRoutes(app, outside);
  publicFiguresRoutes(app, outside);
  ownLoanRoutes(app, outside);
  approvalRoutes(app, outside);
  savedSearchRoutes(app, outside);
  investmentRoutes(app, outside);
  cancellingRoutes(app, outside);
  extendingRoutes(app, outside);
  offerRoutes(app, outside);
  giftBackingRoutes(app, outside);
  relendRoutes(app, outside);
  invitationRoutes(app, outside);
  withdrawalRoutes(app, outside);
  payoutAccountRoutes(app, outside);
  batchRoutes(app, outside);
  payoutCareRoutes(app, outside);
  payoutRoutes(app, outside);
  orderRoutes(app, outside);
  receiptRoutes(app, outside);
  giftRoutes(app, outside);
  ownMoneyRoutes(app, outside);
  repaymentRoutes(app, outside);
  tillRoutes(app, outside);
  portfolioRoutes(app, outside);
  notificationRoutes(app, outside);
  analyticsRoutes(app, outside);
  messageRoutes(app, outside);
  await unreadStreamRoutes(app, outside, callers);
  updateRoutes(app, outside);
  chainRoutes(app, outside);
  shareRoutes(app, outside);
  shareLinkRoutes(app, outside);
  crawlerRoutes(app, outside);
  return app;
}
