import type { Attempt } from '../http/idempotency.ts';

/** What a use case of the seed is asked with: without a key, so nothing of it is remembered for a repeated request. */
export const SEED_ATTEMPT: Attempt = {
  scope: 'seed',
  key: null,
  requestHash: 'seed',
  encode: () => ({ status: 200, response: null }),
};
