import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { CHALLENGE } from './limits.ts';

/** A step of 1,000 rounds in Chromium, throttled to a sixth of a server's core (decision 47). */
const STEP_ON_A_SLOW_PHONE_MS = 1.9;
const MOST_MS = 10_000;

test('the hardest proof of work keeps a slow phone busy for ten seconds at most', () => {
  const { challengeSteps } = readConfig({});
  const steps = challengeSteps * CHALLENGE.factorMax * (1 + CHALLENGE.spread);
  expect((steps * STEP_ON_A_SLOW_PHONE_MS * CHALLENGE.rounds) / 1000).toBeLessThanOrEqual(MOST_MS);
});
