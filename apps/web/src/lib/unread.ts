import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';
import type { DataOf } from './wire.ts';

export type UnreadCounts = DataOf<'streamUnread'>;
/** `news` grows with every message of the server: also when no number changed, there may be new text to read. */
export type Unread = { readonly counts: UnreadCounts | null; readonly news: number };

const NOTHING: Unread = { counts: null, news: 0 };

const unread = createStore<Unread>(NOTHING);

/** How much is unread, as `chrome/unread-stream.tsx` hears it from the server. */
export function useUnread(): Unread {
  return useSyncExternalStore(unread.subscribe, unread.get, () => NOTHING);
}

/** Takes what the server says; null when nobody listens to it any more. */
export function tellUnread(counts: UnreadCounts | null): void {
  unread.set(counts === null ? NOTHING : { counts, news: unread.get().news + 1 });
}

/** Remembers a count that came with another answer, until the server says more. */
export function rememberUnreadMessages(unreadMessagesCount: number): void {
  const { counts, news } = unread.get();
  if (counts) unread.set({ counts: { ...counts, unreadMessagesCount }, news });
}
