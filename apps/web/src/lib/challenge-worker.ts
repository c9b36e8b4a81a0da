import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];

/** Longer than the hardest challenge takes on a slow phone; it is good for five minutes. */
const PATIENCE_MS = 240_000;

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solveChallenge({ challenge: data, deriveKey, timeout: PATIENCE_MS })
    .catch(() => null)
    .then((solution) => postMessage(solution));
});
