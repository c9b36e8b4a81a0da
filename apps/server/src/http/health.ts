import type { FastifyInstance } from 'fastify';
import type { Outside } from '../outside/outside.ts';
import { createReadiness } from './readiness.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set before the process stops: it still answers everything, and asks the proxy to go to another. */
    isLeaving: boolean;
  }
}

/** `/healthz`: the process answers. `/readyz`: it can do its work, and stays for more, so traffic may come. */
export function healthRoutes(app: FastifyInstance, outside: Outside): void {
  const ready = createReadiness(outside);
  app.decorate('isLeaving', false);
  app.addHook('onSend', async (_, reply) => {
    if (app.isLeaving) reply.header('connection', 'close');
  });
  app.get('/healthz', async () => ({ success: true, data: { status: 'alive' } }));
  app.get('/readyz', async (request, reply) => {
    try {
      if (!app.isLeaving) await ready();
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ success: false, data: { status: 'not ready' } });
    }
    if (app.isLeaving) return reply.code(503).send({ success: false, data: { status: 'leaving' } });
    return { success: true, data: { status: 'ready' } };
  });
}
