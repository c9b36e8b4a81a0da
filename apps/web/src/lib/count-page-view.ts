import { CALLS } from '@sathi/contract/calls.ts';
import type { Locale } from './locale.ts';
import type { BodyOf } from './wire.ts';

export type CountedRoute = BodyOf<'countPageView'>['route'];

/**
 * Counts the opening of a kind of page: its pattern and the language, no address, no cookie, no referrer. Not for a
 * reader who asks not to be tracked, though no reader could be. A count that does not arrive is not missed.
 */
export function countPageView(route: CountedRoute, language: Locale): void {
  if (!asksNotToBeCounted()) whenIdle(() => void send(route, language).catch(() => undefined));
}

export function asksNotToBeCounted(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/**
 * Outlives the page. A beacon would bring cookies and the address of the page along. The answer is read to its end:
 * until then one of the few connections to the server is taken.
 */
async function send(route: CountedRoute, language: Locale): Promise<void> {
  const [method, path] = CALLS.countPageView;
  const answer = await fetch(path, {
    method,
    body: JSON.stringify({ route, language }),
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  });
  await answer.arrayBuffer();
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 1_000);
}
