import type { FastifyInstance } from 'fastify';
import { RefusalError } from '../errors/refusal-error.ts';
import { isRead } from './is-read.ts';

/** Reached from a mail program's own page; the token in its address is its only proof (RFC 8058). */
const MADE_BY_MAIL_PROGRAMS = 'unsubscribe';

/**
 * Tells an answer of Sathi from one of a machine on the way: the service worker (`apps/web/src/service-worker.ts`) draws its saved
 * copy in the place of a gateway's error or the sign-in page of a hot spot. Also sent with pages and the files of the web app.
 */
export const OWN_MARK = { 'served-by': 'sathi' } as const;

/** The headers of every answer; pages and files set their own policy on top. */
export function secureHeaders(app: FastifyInstance, publicUrl: string | null): void {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const publicHost = publicUrl === null ? null : new URL(publicUrl).host;

  const ofAll = {
    ...OWN_MARK,
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ofAll);
    if (!request.url.startsWith('/api/') && !request.url.startsWith('/files/')) return done();
    // Answers of the API are for one reader at one moment; a picture says otherwise of itself.
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    if (request.routeOptions.config.callName === MADE_BY_MAIL_PROGRAMS) return done();
    if (isRead(request)) return done();
    refuseForeignOrigin(request.headers.origin, [request.headers.host, publicHost]);
    done();
  });
}

/** A browser names the page that made it send a change; only our own may (OWASP ASVS 3.5). */
function refuseForeignOrigin(origin: string | undefined, hosts: ReadonlyArray<string | null | undefined>): void {
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  if (host === null || !hosts.includes(host)) throw new RefusalError('not_permitted');
}
