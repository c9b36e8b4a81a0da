import { useSyncExternalStore } from 'react';
import type { DataOf } from './wire.ts';

export type UnreadCounts = DataOf<'streamUnread'>;
/** `news` grows with every message of the server: also when no number changed, there may be new text to read. */
export type Unread = { readonly counts: UnreadCounts | null; readonly news: number };

const NOTHING: Unread = { counts: null, news: 0 };

let state: Unread = NOTHING;
const listeners = new Set<() => void>();
let reading: AbortController | null = null;

/** How much is unread, live while the page is seen. One connection, however many parts of the page ask. */
export function useUnread(): Unread {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => NOTHING,
  );
}

/** Remembers a count that came with another answer, until the stream says more. */
export function rememberUnreadMessages(unreadMessagesCount: number): void {
  if (state.counts) show({ ...state, counts: { ...state.counts, unreadMessagesCount } });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', follow);
    addEventListener('online', reconnect);
    follow();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', follow);
    removeEventListener('online', reconnect);
    stop();
    state = NOTHING;
  };
}

/** A hidden page is not read, and its connection would be missed by another; on return all counts are read anew. */
function follow(): void {
  if (document.visibilityState === 'hidden') stop();
  else if (reading === null) start();
}

function reconnect(): void {
  stop();
  follow();
}

function start(): void {
  reading = new AbortController();
  void read(reading.signal);
}

/** Its code comes after the page. Where it cannot be had, the next look at the page or the next network tries again. */
async function read(signal: AbortSignal): Promise<void> {
  try {
    const { keepReading } = await import('./unread-reading.ts');
    await keepReading(signal, (counts) => show({ counts, news: state.news + 1 }));
  } catch {
    if (!signal.aborted) stop();
  }
}

function stop(): void {
  reading?.abort();
  reading = null;
}

function show(next: Unread): void {
  state = next;
  for (const listener of listeners) listener();
}
