import { isLoopbackName } from '../config/production.ts';
import type { FastifyRequest } from 'fastify';

/** The headers with which proxies tell whose request they pass on. */
const FORWARDING = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Whether this machine asked, by itself and for itself: a connection of its own, a name of its own, and no proxy between.
 * The connection counts and not `request.ip`, which a trusted proxy names.
 */
export function isFromHere({ socket, headers, hostname, raw }: FastifyRequest): boolean {
  // The language of a proxy that was left as it came: it names neither the host nor whose request it passes on.
  if (raw.httpVersion === '1.0') return false;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return isLoopbackName(address) && isLoopbackName(hostname) && FORWARDING.every((name) => headers[name] === undefined);
}
