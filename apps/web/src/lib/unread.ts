import { useSyncExternalStore } from 'react';
import type { DataOf } from './wire.ts';

export type UnreadCounts = DataOf<'streamUnread'>;
/** `news` grows with every message of the server: also when no number changed, there may be new text to read. */
export type Unread = { readonly counts: UnreadCounts | null; readonly news: number };

const NOTHING: Unread = { counts: null, news: 0 };

let state: Unread = NOTHING;
const listeners = new Set<() => void>();

/** How much is unread, as `chrome/unread-stream.tsx` hears it from the server. */
export function useUnread(): Unread {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => NOTHING,
  );
}

/** Takes what the server says; null when nobody listens to it any more. */
export function tellUnread(counts: UnreadCounts | null): void {
  show(counts === null ? NOTHING : { counts, news: state.news + 1 });
}

/** Remembers a count that came with another answer, until the server says more. */
export function rememberUnreadMessages(unreadMessagesCount: number): void {
  if (state.counts) show({ ...state, counts: { ...state.counts, unreadMessagesCount } });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(next: Unread): void {
  state = next;
  for (const listener of listeners) listener();
}
