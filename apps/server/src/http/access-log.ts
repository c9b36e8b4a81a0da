import { type FastifyInstance, LogController } from 'fastify';

/** The framework's own request lines hold the whole address, and addresses here hold phones and names. */
export const quietLog = new LogController({ disableRequestLogging: true });

/** One line for each answer: the route's pattern, never the address, and who by number. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        userId: request.caller?.viewer?.id,
      },
      'answered',
    );
  });
}
