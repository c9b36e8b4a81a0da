// Types only: it adds `request.cookies`, which the application registers.
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Moments } from '../db/moments.ts';
import type { Outside } from '../outside/outside.ts';
import { OWN_READ } from './limits/limit-calls.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** How many transactions had ended when the primary showed all of this answer; undefined until it was asked. */
    position: bigint | undefined;
  }
}

/** The cookie says nothing more once all that is kept is younger than what it tells: after a second. */
const SECONDS_MOST = 60;
const NAME = 'sathi_seen';
const NAME_ON_HTTPS = `__Host-${NAME}`;

/** How much this reader has seen of the changes, as the number of ended transactions; 0 without a cookie that says it. */
export function seenBy({ cookies }: FastifyRequest): bigint {
  const told = cookies[NAME_ON_HTTPS] ?? cookies[NAME] ?? '';
  return /^\d{1,18}$/.test(told) ? BigInt(told) : 0n;
}

/**
 * Has each answer tell its reader how much it shows, so that no other process answers with less. Two answers on their way at
 * once both show what the reader had seen before; the one that arrives last is remembered.
 */
export function tellPositions(
  app: FastifyInstance,
  { config: { publicUrl } }: Pick<Outside, 'config'>,
  moments: Pick<Moments, 'now'>,
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!showsData(app, reply)) return payload;
    const position = reply.position ?? (await moments.now().then(({ ended }) => ended, noPosition));
    if (position <= seenBy(request)) return payload;
    const secure = request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: SECONDS_MOST } as const;
    void reply.setCookie(secure ? NAME_ON_HTTPS : NAME, String(position), attributes);
    // A proxy that keeps the answer for all would hand on what one of them has seen.
    if (reply.getHeader('cache-control') === 'no-cache') reply.header('cache-control', 'private, no-cache');
    return payload;
  });
}

/** A primary that is away tells nothing, and its answers are none that another could fall behind. */
const noPosition = (): bigint => 0n;

/** Whether the answer may show anything of the database: of the interface or a page, and not that there was no room for it. */
function showsData({ ownReadToken }: FastifyInstance, { request, position, statusCode }: FastifyReply): boolean {
  if (statusCode >= 500 || statusCode === 429 || request.headers[OWN_READ] === ownReadToken) return false;
  return position !== undefined || request.url.startsWith('/api/') || request.routeOptions.url === '/*';
}
