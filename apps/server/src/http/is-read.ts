import type { FastifyRequest } from 'fastify';

/** A request that changes nothing. HEAD asks for the headers of a GET. */
export function isRead({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
