import type { FastifyInstance } from 'fastify';
import { RefusalError } from '../refusal-error.ts';

/** Made from the page of whoever reads mails in a browser; the token in its address is all it goes by (RFC 8058). */
const MADE_BY_MAIL_PROGRAMS = 'unsubscribe';

/** What every answer carries; pages and files set their own policy on top. */
export function secureHeaders(app: FastifyInstance, publicUrl: string | null): void {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const publicHost = publicUrl === null ? null : new URL(publicUrl).host;

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    });
    if (!request.url.startsWith('/api/') && !request.url.startsWith('/files/')) return;
    // Answers of the API are for one reader at one moment; a picture says otherwise of itself.
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    if (request.routeOptions.config.callName === MADE_BY_MAIL_PROGRAMS) return;
    refuseForeignOrigin(request.method, request.headers.origin, [request.headers.host, publicHost]);
  });
}

/** A browser names the page that made it send a change; only our own may (OWASP ASVS 3.5). */
function refuseForeignOrigin(
  method: string,
  origin: string | undefined,
  hosts: ReadonlyArray<string | null | undefined>,
): void {
  if (method === 'GET' || origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  if (host === null || !hosts.includes(host)) throw new RefusalError('not_permitted');
}
