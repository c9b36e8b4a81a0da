import type { Db } from '../../db/db.ts';
import type { Outside } from '../../outside/outside.ts';
import { createBatcher } from '../batch.ts';
import { createCounters, type Taken, type Use } from './counters.ts';

/**
 * A process takes this part of an allowance at once. What it does not use it keeps, so that each process may let through
 * one such part above the limit.
 */
const LEASE_PART = 12;
const LEASES_MAX = 100_000;

type Lease = { left: number; used: number; emptyUntilMs: number };

export type Leases = {
  readonly take: (uses: readonly Use[]) => Promise<readonly Taken[]>;
  /** How much is used, without using any. */
  readonly look: (uses: readonly Use[]) => Promise<readonly Taken[]>;
};

/**
 * Uses of allowances that all processes share, taken in batches: most requests find what they need in the memory of their
 * process, and one that is refused is refused from there until the allowance comes back. Only for uses that need not be
 * exact; those that arrive together ask the database together.
 */
export function createLeases(db: Db, outside: Pick<Outside, 'realNow' | 'secret'>): Leases {
  const counters = createCounters(outside);
  const leases = new Map<string, Lease>();
  const fetch = createBatcher<Use, Taken>((uses) => counters.take(db, uses));

  const leaseOf = (name: string): Lease => {
    const lease = leases.get(name) ?? { left: 0, used: 0, emptyUntilMs: 0 };
    // Re-inserting keeps the map in the order of use, so that the one forgotten first is the one unused longest.
    leases.delete(name);
    leases.set(name, lease);
    if (leases.size > LEASES_MAX) leases.delete(leases.keys().next().value as string);
    return lease;
  };

  const takeOne = async (use: Use): Promise<Taken> => {
    const nowMs = outside.realNow().getTime();
    const lease = leaseOf(JSON.stringify(use.of));
    if (lease.left === 0 && nowMs >= lease.emptyUntilMs) await renew(lease, use, nowMs);
    const waitSeconds = Math.max(1, Math.ceil((lease.emptyUntilMs - nowMs) / 1000));
    if (lease.left === 0) return { granted: 0, used: lease.used, waitSeconds };
    lease.left -= 1;
    return { granted: 1, used: lease.used - lease.left, waitSeconds: 1 };
  };

  const renew = async (lease: Lease, use: Use, nowMs: number): Promise<void> => {
    const wanted = Math.max(1, Math.floor(use.allowance.count / LEASE_PART));
    const taken = await fetch({ ...use, wanted });
    lease.left += taken.granted;
    lease.used = taken.used;
    lease.emptyUntilMs = taken.granted > 0 ? 0 : nowMs + taken.waitSeconds * 1000;
  };

  return {
    take: (uses) => Promise.all(uses.map(takeOne)),
    look: (uses) => Promise.all(uses.map((use) => fetch({ ...use, wanted: 0 }))),
  };
}
