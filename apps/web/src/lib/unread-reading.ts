import { CALLS } from '@sathi/contract/calls.ts';
import { createParser } from 'eventsource-parser';
import { accessToken } from './session.ts';
import type { DataOf } from './wire.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** The server sends a sign of life every 25 seconds; a connection that is silent for longer is dead. */
const SILENCE_MS = 60_000;

type UnreadCounts = DataOf<'streamUnread'>;
/** `isLoan` when a loan changed that the person owns, backs or looks after, or may have changed while the stream was broken. */
type OnCounts = (counts: UnreadCounts, isLoan: boolean) => void;

/**
 * Reads the counts until the page is hidden or the person signs out. Each retry waits longer, and not all pages retry
 * at once.
 */
export async function keepReading(signal: AbortSignal, onCounts: OnCounts): Promise<void> {
  let failures = 0;
  let isAgain = false;
  while (!signal.aborted && accessToken() !== null) {
    const outcome = await readOnce(signal, (counts, isLoan) => {
      onCounts(counts, isLoan || isAgain);
      isAgain = false;
    });
    isAgain = true;
    failures = outcome === 'ended' ? 0 : failures + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    if (outcome !== 'renewed') await wait(pause * (0.5 + Math.random() / 2), signal);
  }
}

/** `ended` after a message has come; `renewed` when the token was exchanged, so that it may be tried at once. */
async function readOnce(outer: AbortSignal, onCounts: OnCounts): Promise<'ended' | 'renewed' | 'failed'> {
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
    const parser = createParser({
      onEvent: ({ event, data }) => {
        hasSpoken = true;
        onCounts(JSON.parse(data) as UnreadCounts, event === 'loan');
      },
    });
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      hear();
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } catch {
    // The stream was broken off, here or by the network; the caller decides about the next try.
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
