import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Tx } from '../db/db.ts';
import type { Change } from '../http/call.ts';

/** The change of a person at its time in the seeded year, without a key: no answer is kept for a repeated request. */
export function seedChange(tx: Tx, viewer: SignedIn, now: Date): Change {
  return { tx, viewer, now, attempt: { key: null, requestHash: 'seed' } };
}
