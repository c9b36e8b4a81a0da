import { streamUnread } from '@sathi/contract/messages.ts';
import type { FastifyInstance } from 'fastify';
import { refuseOtherActor } from '../../http/actor.ts';
import { type Caller, signedIn } from '../../http/call.ts';
import type { ReadCaller } from '../../http/viewer.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { createUnreadStreams } from './unread-streams.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that gather answers before they pass them on would keep the events to themselves.
  'x-accel-buffering': 'no',
  // The connection ends with the stream, so that it does not keep a server that wants to stop.
  connection: 'close',
} as const;

/** Server-sent events with the unread counts. The token is in a header, so a page reads them with `fetch`. */
export async function unreadStreamRoutes(
  app: FastifyInstance,
  outside: Outside,
  callers: { readonly read: ReadCaller },
): Promise<void> {
  const streams = await createUnreadStreams(outside, callers.read);
  app.addHook('preClose', async () => streams.endAll());
  app.addHook('onClose', streams.close);

  app.route({
    method: streamUnread.method,
    url: streamUnread.path,
    config: { callName: streamUnread.name },
    onRequest: async (request) => {
      if (request.caller === null) throw new RefusalError('sign_in_required');
    },
    handler: async (request, reply) => {
      refuseOtherActor(found(request.caller), [request.query], {});
      const viewer = signedIn(request);
      // HEAD gets the headers of the stream, without a stream that nobody would read.
      if (request.method === 'HEAD') return reply.headers(HEADERS).send();
      const token = request.headers.authorization?.split(' ')[1] ?? '';
      return reply.headers(HEADERS).send(streams.open(viewer.id, request.caller as Caller, token));
    },
  });
}
