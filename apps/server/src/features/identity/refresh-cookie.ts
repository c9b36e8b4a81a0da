import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/**
 * The path of the cookies, which only the identity service sees; `__Host-` would send them everywhere, because it
 * requires the path `/`.
 */
const PATH = '/api/identity';

export function createRefreshCookie(config: Pick<Config, 'publicUrl'>) {
  return cookieFor(config, 'refresh');
}

/** A cookie of the identity service that no script can read. */
export function cookieFor({ publicUrl }: Pick<Config, 'publicUrl'>, kind: 'refresh' | 'device') {
  const isSecure = (request: FastifyRequest): boolean =>
    request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
  const nameOf = (request: FastifyRequest): string => `${isSecure(request) ? '__Secure-' : ''}sathi_${kind}`;
  const attributesOf = (request: FastifyRequest) => ({
    path: PATH,
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: isSecure(request),
  });

  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[nameOf(request)],
    set(reply: FastifyReply, token: string, expires: Date): void {
      void reply.setCookie(nameOf(reply.request), token, { ...attributesOf(reply.request), expires });
    },
    clear(reply: FastifyReply): void {
      void reply.clearCookie(nameOf(reply.request), attributesOf(reply.request));
    },
  };
}
