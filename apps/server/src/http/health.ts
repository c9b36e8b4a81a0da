import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** `/healthz`: the process answers. `/readyz`: its database does too, so traffic may come. */
export function healthRoutes(app: FastifyInstance, db: Db): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ success: true, data: { status: 'alive' } }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      // The last table of the last migration: reachable and migrated in one question.
      await sql`select from transfers limit 1`.execute(db);
      return { success: true, data: { status: 'ready' } };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ success: false, data: { status: 'not ready' } });
    }
  });
}
