import type { CallName } from '@sathi/contract/calls.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusalError } from '../errors/refusal-error.ts';
import { createAdmission, type Rank } from './admission.ts';
import { isRead } from './is-read.ts';
import { OWN_READ } from './limits/limit-calls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the room that the request takes; null when it takes none. */
    leaveRoom: (() => void) | null;
  }
  interface FastifyInstance {
    /** Does work that could not be answered from memory. @throws RefusalError `overloaded` */
    inRoom: <Result>(work: () => Promise<Result>) => Promise<Result>;
  }
  interface FastifyContextConfig {
    /** Visitors are answered from memory, which takes no room. */
    isShared?: boolean;
    /** Limits its own number: its body may take minutes to arrive. */
    takesFile?: boolean;
  }
}

/** Open for as long as a page is looked at. */
const STREAM: CallName = 'streamUnread';
/** They do not all come back in the same second. */
const RETRY_SECONDS_MOST = 3;

/**
 * Refuses at once, with 503 and a time to come back, what could not be answered in time (`admission.ts`). The time of a slow
 * network counts on neither side: a request takes room once it has come as a whole, until its answer is made.
 */
export function refuseOverload(app: FastifyInstance): void {
  const admission = createAdmission(() => performance.now());
  const enter = (rank: Rank): (() => void) => {
    const leave = admission.enter(rank);
    if (leave !== null) return leave;
    throw new RefusalError('overloaded', { retryAfterSeconds: 1 + Math.floor(Math.random() * RETRY_SECONDS_MOST) });
  };
  app.decorate('inRoom', async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const leave = enter('read');
    return work().finally(leave);
  });
  app.decorateRequest('leaveRoom', null);
  // A read before anything asks the database who it is, a change once its body has come.
  app.addHook('onRequest', async (request, reply) => {
    if (!isRead(request) || !takesRoom(app, request)) return;
    request.leaveRoom = enter('read');
    // Its reader may go before there is an answer.
    reply.raw.once('close', request.leaveRoom);
  });
  app.addHook('preValidation', async (request, reply) => {
    if (isRead(request) || !takesRoom(app, request)) return;
    request.leaveRoom = enter('change');
    reply.raw.once('close', request.leaveRoom);
  });
  app.addHook('onSend', async (request) => request.leaveRoom?.());
}

/** Health takes none, nor do pages and what visitors are answered from memory: the work behind them does. */
function takesRoom(app: FastifyInstance, { routeOptions: { config }, headers }: FastifyRequest): boolean {
  if (config.callName === undefined || config.callName === STREAM || config.takesFile) return false;
  if (headers[OWN_READ] === app.ownReadToken) return false;
  return !config.isShared || headers.authorization !== undefined;
}
