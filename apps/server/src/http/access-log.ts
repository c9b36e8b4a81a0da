import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { namesRequest } from '../config/log.ts';
import { spanOfRequest } from '../config/request-id.ts';
import type { Outside } from '../outside/outside.ts';
import type { EndedSpan } from '../outside/tracing.ts';

/** The framework's own request lines hold the whole address, and addresses here hold phones and names. */
export const quietLog = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });

/** The log of one request. It names the request also where Node has lost for whom it works, as after an answer. */
export const requestLog: NonNullable<FastifyServerOptions['childLoggerFactory']> = (log, bindings, options) =>
  namesRequest(log.child(bindings, options));

/**
 * One line for each answer: the route's pattern, never the address, and who by number. The figures of the process know
 * the pattern alone.
 */
export function logAnswers(app: FastifyInstance, { metrics, tracing }: Pick<Outside, 'metrics' | 'tracing'>): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    metrics.requestsOpen.inc();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    metrics.requestsOpen.dec();
    metrics.requests.inc({ method, route, status: reply.statusCode });
    // A stream is open for as long as its reader looks.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (!isStream) {
      metrics.requestSeconds.observe({ method, route }, reply.elapsedTime / 1000);
      tracing?.record(spanOf(route, request, reply));
    }
    request.log.info(
      {
        method,
        route,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        userId: request.caller?.viewer?.id,
      },
      'answered',
    );
    done();
  });
}

function spanOf(route: string, { id, method }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): EndedSpan {
  return {
    kind: 'request',
    name: `${method} ${route}`,
    place: spanOfRequest(id),
    parent: null,
    durationMs: elapsedTime,
    attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode },
    hasFailed: statusCode >= 500,
  };
}
