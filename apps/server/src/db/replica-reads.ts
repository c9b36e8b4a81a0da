import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Moment, Moments } from './moments.ts';

/** Why the primary read: the replica was away, all its connections read, it is no replica, was behind, showed more, or failed. */
export type NotRead = 'away' | 'busy' | 'unlike' | 'behind' | 'ahead' | 'failed';
export type ReplicaReads = {
  /**
   * Reads on one connection to the replica, once that shows all that the moment shows. An answer is given when the
   * primary shows all of it, too, at the moment `shownAt`.
   */
  readonly read: <Answer>(
    moment: Moment,
    make: (db: Db) => Promise<Answer>,
  ) => Promise<{ readonly answer: Answer; readonly shownAt: Moment } | NotRead>;
};

/** Replaying takes a moment, and so does a commit that waits for a standby to confirm it. */
const PAUSES_MS = [0, 1, 3, 6, 10, 20];
const REST_MS = 5_000;
/** The most readings at once: as many as the pool has connections, so that none waits for one that is only busy. */
const READINGS_MOST = 10;

export function createReplicaReads(replica: Db, moments: Pick<Moments, 'now'>): ReplicaReads {
  let restsUntilMs = -1;
  let readings = 0;

  const read: ReplicaReads['read'] = async (moment, make) => {
    if (performance.now() < restsUntilMs) return 'away';
    if (readings >= READINGS_MOST) return 'busy';
    readings += 1;
    let hasBegun = false;
    try {
      return await replica.connection().execute(async (db) => {
        const whyNot = await waitFor(db, moment);
        if (whyNot !== null) return whyNot;
        hasBegun = true;
        const answer = await make(db);
        hasBegun = false;
        const shown = await findShown(db);
        // A replica that became a server of its own takes changes of its own.
        if (!shown.isReplica) return 'unlike';
        const shownAt = await shownBy(moment, moments, shown);
        return shownAt === null ? 'ahead' : { answer, shownAt };
      });
    } catch {
      // A reading that fails may be refused to its reader, or have been in the way of the replay; the primary decides.
      if (hasBegun) return 'failed';
      restsUntilMs = performance.now() + REST_MS;
      return 'away';
    } finally {
      readings -= 1;
    }
  };
  return { read };
}

async function waitFor(db: Db, { lsn, server }: Moment): Promise<NotRead | null> {
  for (const pauseMs of PAUSES_MS) {
    if (pauseMs > 0) await sleep(pauseMs);
    const { rows } = await sql<{ isReplica: boolean; has: boolean; system: string; timeline: number }>`
      select pg_is_in_recovery() as "isReplica", coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as has,
        (select system_identifier::text from pg_control_system()) as system,
        (select min_recovery_end_timeline from pg_control_recovery()) as timeline`.execute(db);
    const found = rows[0] as (typeof rows)[0];
    if (!found.isReplica || found.system !== server.system || found.timeline !== server.timeline) return 'unlike';
    if (found.has) return null;
  }
  return 'behind';
}

/** The most that a replica shows: no id from `nextId` on, and not the oldest that runs. It does not tell the others that run. */
export type Shown = { readonly isReplica: boolean; readonly oldestId: bigint; readonly nextId: bigint };

async function findShown(db: Db): Promise<Shown> {
  const { rows } = await sql<{ isReplica: boolean; oldest: string; next: string }>`
    select pg_is_in_recovery() as "isReplica", pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as next
    from pg_current_snapshot() as s`.execute(db);
  const { isReplica, oldest, next } = rows[0] as (typeof rows)[0];
  return { isReplica, oldestId: BigInt(oldest), nextId: BigInt(next) };
}

/** Whether the primary showed at this moment all that the replica can have shown. */
export function isShownAt(moment: Pick<Moment, 'nextId' | 'running'>, { oldestId, nextId }: Shown): boolean {
  return moment.nextId >= nextId && moment.running.every((id) => id >= nextId || id === oldestId);
}

/**
 * A replica replays a commit before the primary shows it, when the commit still waits for a standby. Shown too early it
 * would be gone again from the next answer of the primary.
 */
async function shownBy(moment: Moment, { now }: Pick<Moments, 'now'>, shown: Shown): Promise<Moment | null> {
  if (isShownAt(moment, shown)) return moment;
  for (const pauseMs of PAUSES_MS) {
    if (pauseMs > 0) await sleep(pauseMs);
    const later = await now();
    if (isShownAt(later, shown)) return later;
  }
  return null;
}
