import type { CallName } from '@sathi/contract/calls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '../errors/refusal-error.ts';
import { createAdmission, type Rank } from './admission.ts';
import { isRead } from './is-read.ts';
import { OWN_READ } from './limits/limit-calls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the room that the request takes, which may be before its answer; null when it takes none. */
    leaveRoom: (() => void) | null;
  }
  interface FastifyInstance {
    /** Does the work of a call, or of a page, that could not be answered from memory. @throws RefusalError `overloaded` */
    inRoom: <Result>(work: () => Promise<Result>, callName?: CallName) => Promise<Result>;
  }
  interface FastifyContextConfig {
    /** Visitors are answered from memory, which takes no room. */
    isShared?: boolean;
  }
}

/**
 * Limit their own number: a stream is open for as long as a page is looked at, a file is decoded, read and stored, public figures wait
 * for their turn.
 */
const APART: ReadonlySet<string> = new Set<CallName>([
  'streamUnread',
  'uploadFile',
  'uploadStatement',
  'findPublicFigures',
]);
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
  app.decorate('inRoom', async <Result>(work: () => Promise<Result>, callName?: CallName): Promise<Result> => {
    if (callName !== undefined && APART.has(callName)) return work();
    const leave = enter('read');
    return work().finally(leave);
  });
  app.decorateRequest('leaveRoom', null);
  // A read before anything asks the database who it is, a change once its body has come.
  const takeRoom = (request: FastifyRequest, reply: FastifyReply, rank: Rank): void => {
    if (isRead(request) !== (rank === 'read') || !takesRoom(app, request)) return;
    request.leaveRoom = enter(rank);
    // Its reader may go before there is an answer.
    reply.raw.once('close', request.leaveRoom);
  };
  app.addHook('onRequest', (request, reply, done) => {
    takeRoom(request, reply, 'read');
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    takeRoom(request, reply, 'change');
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.leaveRoom?.();
    done();
  });
}

/** Health takes none, nor do pages and what visitors are answered from memory: the work behind them does. */
function takesRoom(app: FastifyInstance, { routeOptions: { config }, headers }: FastifyRequest): boolean {
  if (config.callName === undefined || APART.has(config.callName)) return false;
  if (headers[OWN_READ] === app.ownReadToken) return false;
  return !config.isShared || headers.authorization !== undefined;
}
