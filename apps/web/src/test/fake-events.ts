import type { DataOf } from '../lib/wire.ts';

/** A stream of events that a test writes, as `fake('streamUnread', …)` may answer. */
export function fakeEvents() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made;
    },
  });
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    /** Says how much is unread, in an event of this name. */
    say: (unreadMessagesCount: number, unreadNotificationsCount = 0, event = 'message') => {
      const counts: DataOf<'streamUnread'> = { unreadMessagesCount, unreadNotificationsCount };
      controller?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(counts)}\n\n`));
    },
    end: () => controller?.close(),
  };
}
