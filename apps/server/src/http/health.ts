import { Server } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Outside } from '../outside/outside.ts';
import { createReadiness } from './readiness.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is about to stop: it still answers everything, and asks the proxy to go to another. */
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
  app.addHook('preClose', () => stopListening(app));
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

/** A turn of the event loop that took less had nothing else to do than to look for who had come. */
const CALM_TURN_MS = 0.05;
/** A connection that its client has already may reach the listener a moment later, on a machine with much to do. */
const SHORTEST_WAIT_MS = 10;
/** A process that is never calm stops listening all the same. */
const LONGEST_WAIT_MS = 1_000;

/**
 * A process that stops listening resets the connections that it has not accepted yet, and a proxy sends a change that was lost
 * with one of them to nobody else. One is accepted in a turn, so a turn that was short and accepted none leaves nobody behind:
 * the listener is closed at its end, by the method that does nothing else. Fastify then closes what is idle and waits for the rest.
 */
export async function stopListening({ server }: FastifyInstance): Promise<void> {
  let hasCome = false;
  server.on('connection', () => {
    hasCome = true;
  });
  const startedAt = performance.now();
  let waitedMs: number;
  let isCalm: boolean;
  do {
    hasCome = false;
    const begunAt = performance.now();
    await setImmediate();
    waitedMs = begunAt - startedAt;
    isCalm = !hasCome && performance.now() - begunAt <= CALM_TURN_MS;
  } while (waitedMs < SHORTEST_WAIT_MS || (!isCalm && waitedMs < LONGEST_WAIT_MS));
  Server.prototype.close.call(server);
}
