import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/** Only the identity service ever sees the cookie; `__Host-` would send it everywhere, because it requires the path `/`. */
const PATH = '/api/identity';

export type RefreshCookie = ReturnType<typeof createRefreshCookie>;

export function createRefreshCookie({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const isSecure = (request: FastifyRequest): boolean =>
    request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
  const nameOf = (request: FastifyRequest): string => (isSecure(request) ? '__Secure-sathi_refresh' : 'sathi_refresh');
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
