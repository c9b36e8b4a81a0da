import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { createCallerReader } from './features/identity/caller-reader.ts';
import { deriveKey } from './secret.ts';
import { investmentRoutes } from './features/investments/investments.routes.ts';
import { mfiRoutes } from './features/mfis/mfis.routes.ts';
import { proposalRoutes } from './features/proposals/proposals.routes.ts';
import { repaymentRoutes } from './features/repayments/repayments.routes.ts';
import { withdrawalRoutes } from './features/withdrawals/withdrawals.routes.ts';
import { handleError, sendProblem } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { readJsonBodies } from './http/json-body.ts';
import { limitRates } from './http/rate-limit.ts';
import { readCallers } from './http/viewer.ts';
import type { Outside } from './outside.ts';

const BODY_BYTES_MAX = 64 * 1024;
const HEADER_BYTES_MAX = 8 * 1024;

/** The whole HTTP application, not yet listening: `main.ts` listens, tests inject. */
export async function createApp(outside: Outside): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    http: { maxHeaderSize: HEADER_BYTES_MAX },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    disableRequestLogging: true,
    loggerInstance: outside.log,
  });
  // The contract's own schemas decode and encode in `mount`; to the framework values pass as they are.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, 'not_found'));
  app.decorate('requestHashKey', deriveKey(outside.secret, 'requests'));
  readJsonBodies(app);
  await app.register(cookie);

  const callers = await createCallerReader(outside);
  app.addHook('onClose', callers.close);
  readCallers(app, callers.read);
  if (outside.config.rateLimits) limitRates(app, outside.now);
  healthRoutes(app, outside.db);
  mfiRoutes(app, outside);
  proposalRoutes(app, outside);
  investmentRoutes(app, outside);
  withdrawalRoutes(app, outside);
  repaymentRoutes(app, outside);
  return app;
}
