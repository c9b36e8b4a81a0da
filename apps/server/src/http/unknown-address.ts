import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './error-handler.ts';

/**
 * Answers what no route is for: 404, or 405 with `Allow` where the address exists and has other methods. Call it before
 * the routes are made.
 */
export function answerUnknownAddresses(app: FastifyInstance): void {
  const addresses = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    // Pages and files of the web app: any address at all could be one.
    if (url.includes('*')) return;
    const address = url.replace(/(?<=.)\/$/, '');
    const known = addresses.get(address) ?? { pattern: patternOf(address), methods: new Set() };
    for (const each of [method].flat()) known.methods.add(each);
    addresses.set(address, known);
  });

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    const named = addresses.get(path);
    const methods = [...(named ? [named] : addresses.values())].flatMap((known) =>
      known.pattern.test(path) ? [...known.methods] : [],
    );
    if (methods.length === 0 || methods.includes(request.method)) return sendProblem(request, reply, 'not_found');
    void reply.header('allow', [...new Set(methods)].toSorted().join(', '));
    return sendProblem(request, reply, 'method_not_allowed');
  };
  app.setNotFoundHandler(answer);
  // The framework would ask a QUERY for its media type first, also where no address takes one.
  app.addHook('onRequest', (request, reply, done) => {
    if (isTakenForPart(request)) reply.callNotFound();
    else if (request.is404 && request.method === 'QUERY') answer(request, reply);
    else done();
  });

  /** The address is named by a route that lacks the method, and its last word was taken for the `:id` of another. */
  function isTakenForPart(request: FastifyRequest): boolean {
    if (!request.routeOptions.url?.includes(':')) return false;
    return addresses.get(pathOf(request))?.methods.has(request.method) === false;
  }
}

function pathOf({ url }: FastifyRequest): string {
  return url.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '');
}

function patternOf(address: string): RegExp {
  const parts = address.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)));
  return new RegExp(`^${parts.join('/')}$`);
}
