import { setImmediate } from 'node:timers/promises';
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
  app.addHook('preClose', untilNobodyWaits);
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

/** A turn of the event loop that took less had nothing else to do than to accept who had come. */
const CALM_TURN_MS = 1;
const TURNS_MAX = 500;

/**
 * A process that stops listening resets the connections that it has not accepted yet, and a proxy sends a change that was lost
 * with one of them to nobody else. So the last turn before is a calm one.
 */
async function untilNobodyWaits(): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const begun = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await setImmediate();
    if (performance.now() - begun < CALM_TURN_MS) return;
  }
}
