import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusalError } from '../refusal-error.ts';
import type { Caller } from './call.ts';

/** `fresh` asks the database; otherwise an answer of the last few seconds may do. Null for a dead token. */
export type ReadCaller = (accessToken: string, options: { readonly fresh: boolean }) => Promise<Caller | null>;

/** Forgets at once who is behind the tokens of an account whose sessions ended. */
export type CallerMemory = { readonly forget: (subject: string) => void };

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyInstance {
    requestHashKey: Buffer;
  }
  interface FastifyContextConfig {
    callName?: string;
  }
}

/** Signing in must be possible with an old token still at hand. */
const IGNORES_DEAD_TOKENS = /^\/api\/identity\/(?!sign-out|current-user)/;

/** Pages and pictures are read by everybody; sending a picture takes a person. */
function needsCaller({ url, method }: FastifyRequest): boolean {
  return url.startsWith('/api/') || (url.startsWith('/files/') && method !== 'GET');
}

/** Turns the bearer token into `request.caller`. The body never says who is asking. */
export function readCallers(app: FastifyInstance, readCaller: ReadCaller): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
    if (request.headers.authorization === undefined || !needsCaller(request)) return;
    request.caller = token ? await readCaller(token, { fresh: request.method !== 'GET' }) : null;
    if (request.caller === null && !IGNORES_DEAD_TOKENS.test(request.url)) throw new RefusalError('session_ended');
  });
}
