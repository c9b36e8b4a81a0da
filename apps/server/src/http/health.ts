import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import { pendingMigrations } from '../db/migrate.ts';

/** `/healthz`: the process answers. `/readyz`: its database does too, so traffic may come. */
export function healthRoutes(app: FastifyInstance, db: Db): void {
  app.get('/healthz', async () => ({ success: true, data: { status: 'alive' } }));
  app.get('/readyz', async (request, reply) => {
    try {
      if ((await pendingMigrations(db)).length > 0) throw new Error('migrations are pending');
      return { success: true, data: { status: 'ready' } };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ success: false, data: { status: 'not ready' } });
    }
  });
}
