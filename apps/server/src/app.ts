import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { campaignRoutes } from './features/campaigns/campaigns.routes.ts';
import { chainRoutes } from './features/chain/chain.routes.ts';
import { devInboxRoutes } from './features/dev-inbox/dev-inbox.routes.ts';
import { createCallerReader } from './features/identity/caller-reader.ts';
import { fileRoutes } from './features/files/files.routes.ts';
import { guideRoutes } from './features/guide/guide.routes.ts';
import { identityRoutes } from './features/identity/identity.routes.ts';
import { deriveKey } from './secret.ts';
import { invitationRoutes } from './features/invitations/invitations.routes.ts';
import { investmentRoutes } from './features/investments/investments.routes.ts';
import { analyticsRoutes } from './features/analytics/analytics.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { approvalRoutes } from './features/proposals/approvals.routes.ts';
import { messageRoutes } from './features/messages/messages.routes.ts';
import { unreadStreamRoutes } from './features/messages/unread-stream.routes.ts';
import { mfiOfficeRoutes } from './features/mfis/mfi-office.routes.ts';
import { mfiRoutes } from './features/mfis/mfis.routes.ts';
import { portfolioRoutes } from './features/portfolio/portfolio.routes.ts';
import { proposalRoutes } from './features/proposals/proposals.routes.ts';
import { repaymentRoutes } from './features/repayments/repayments.routes.ts';
import { shareRoutes } from './features/share/share.routes.ts';
import { updateRoutes } from './features/updates/updates.routes.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { withdrawalRoutes } from './features/withdrawals/withdrawals.routes.ts';
import { logAnswers, quietLog } from './http/access-log.ts';
import { apiDocs } from './http/api-docs.ts';
import { handleError, sendProblem } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { readJsonBodies } from './http/json-body.ts';
import { limitRates } from './http/rate-limit.ts';
import { secureHeaders } from './http/security-headers.ts';
import { refuseUnreadable } from './http/unreadable-request.ts';
import { readCallers } from './http/viewer.ts';
import type { Outside } from './outside.ts';

const BODY_BYTES_MAX = 64 * 1024;
const HEADER_BYTES_MAX = 8 * 1024;

/** The whole HTTP application, not yet listening: `main.ts` listens, tests inject. */
export async function createApp(outside: Outside): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    http: { maxHeaderSize: HEADER_BYTES_MAX },
    // Anybody may write `X-Forwarded-For`, so it counts only when it comes from a proxy that is known.
    trustProxy: outside.config.trustProxy === null ? false : [...outside.config.trustProxy],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    logController: quietLog,
    loggerInstance: outside.log,
    // What cannot be read as a request at all is refused in the same form as everything else.
    frameworkErrors: handleError,
    clientErrorHandler: refuseUnreadable,
  });
  // The contract's own schemas decode and encode in `mount`; to the framework values pass as they are.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, 'not_found'));
  app.decorate('requestHashKey', deriveKey(outside.secret, 'requests'));
  readJsonBodies(app);
  await app.register(cookie);
  secureHeaders(app, outside.config.publicUrl);
  await apiDocs(app);

  const callers = await createCallerReader(outside);
  app.addHook('onClose', callers.close);
  readCallers(app, callers.read);
  logAnswers(app);
  if (outside.config.rateLimits) limitRates(app, outside.now);
  healthRoutes(app, outside.db);
  identityRoutes(app, outside, callers);
  userRoutes(app, outside, callers);
  devInboxRoutes(app, outside);
  fileRoutes(app, outside);
  guideRoutes(app);
  campaignRoutes(app, outside);
  mfiRoutes(app, outside);
  mfiOfficeRoutes(app, outside);
  proposalRoutes(app, outside);
  approvalRoutes(app, outside);
  investmentRoutes(app, outside);
  invitationRoutes(app, outside);
  withdrawalRoutes(app, outside);
  repaymentRoutes(app, outside);
  portfolioRoutes(app, outside);
  notificationRoutes(app, outside);
  analyticsRoutes(app, outside);
  messageRoutes(app, outside);
  await unreadStreamRoutes(app, outside, callers);
  updateRoutes(app, outside);
  chainRoutes(app, outside);
  shareRoutes(app, outside);
  return app;
}
