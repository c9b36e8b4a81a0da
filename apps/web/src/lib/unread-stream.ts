import { CALLS } from '@sathi/contract/calls.ts';
import { useSyncExternalStore } from 'react';
import { accessToken } from './session.ts';
import type { DataOf } from './wire.ts';

export type UnreadCounts = DataOf<'streamUnread'>;
/** `news` grows with every message of the server: also when no number changed, there may be new text to read. */
export type Unread = { readonly counts: UnreadCounts | null; readonly news: number };

const NOTHING: Unread = { counts: null, news: 0 };
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** The server sends a sign of life every 25 seconds; a connection that is silent for longer is dead. */
const SILENCE_MS = 60_000;

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
  void keepReading(reading.signal);
}

function stop(): void {
  reading?.abort();
  reading = null;
}

function show(next: Unread): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Until the page is hidden or the person signs out. Each retry waits longer, and not all pages retry at once. */
async function keepReading(signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted && accessToken() !== null) {
    const outcome = await readOnce(signal);
    failures = outcome === 'ended' ? 0 : failures + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    if (outcome !== 'renewed') await wait(pause * (0.5 + Math.random() / 2), signal);
  }
}

/** `ended` after a message has come; `renewed` when the token was exchanged, so that it may be tried at once. */
async function readOnce(outer: AbortSignal): Promise<'ended' | 'renewed' | 'failed'> {
  const token = accessToken();
  const broken = new AbortController();
  const breakOff = () => broken.abort();
  outer.addEventListener('abort', breakOff);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hear = () => {
    clearTimeout(timer);
    timer = setTimeout(breakOff, SILENCE_MS);
  };
  let hasSpoken = false;
  try {
    hear();
    const response = await fetch(CALLS.streamUnread[1], {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      signal: broken.signal,
    });
    if (response.status === 401 && token !== null) return await renew(token);
    if (!response.ok || response.body === null) return 'failed';
    const { createParser } = await import('eventsource-parser');
    const parser = createParser({
      onEvent: ({ data }) => {
        hasSpoken = true;
        show({ counts: JSON.parse(data) as UnreadCounts, news: state.news + 1 });
      },
    });
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      hear();
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } catch {
    // Broken off, by us or by the network; the caller decides about the next try.
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', breakOff);
  }
  return hasSpoken ? 'ended' : 'failed';
}

async function renew(rejected: string): Promise<'renewed' | 'failed'> {
  const { refreshAccess } = await import('./access.ts');
  return (await refreshAccess(rejected)) ? 'renewed' : 'failed';
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
