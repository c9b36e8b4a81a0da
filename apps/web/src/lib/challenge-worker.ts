// Chrome 92 and Safari before 15.4 lack `Object.hasOwn`; the page's fill-ins do not reach a worker.
import 'core-js/modules/es.object.has-own.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKeySlowly } from './derive-key-slowly.ts';

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];

/** Longer than the hardest challenge takes on a slow phone; it is good for five minutes. */
const PATIENCE_MS = 240_000;

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  // A browser offers no cryptography of its own to a page that came over a network without TLS.
  const derive = globalThis.isSecureContext ? deriveKey : deriveKeySlowly;
  void solveChallenge({ challenge: data, deriveKey: derive, timeout: PATIENCE_MS })
    .catch(() => null)
    .then((solution) => postMessage(solution));
});
