import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

/** The work of a transaction ends within this time, and clocks are closer together. */
const WORK_MAX_MS = 15 * MINUTE_MS;

/**
 * The instant before which no more journals come to be seen. A commit that waits for a standby has no limit (decision 151), and
 * the instants in it are of its transaction's time, so the oldest that has written and is open counts. Everything until then is
 * seen by the statements that follow, not by one before.
 */
export async function writtenUntil(db: Db | Tx, now: Date): Promise<Date> {
  return new Date(now.getTime() - Math.max(WORK_MAX_MS, await longestOpenMs(db)));
}

/** The age of the oldest open transaction that has written; its age, since the clock of the rules is not that of the database. */
export async function longestOpenMs(db: Db | Tx): Promise<number> {
  // A role without pg_read_all_stats sees neither number nor start of other roles' work; the product has one role.
  const { rows } = await sql<{ ageMs: number | null }>`
    select (extract(epoch from clock_timestamp() - min(xact_start)) * 1000)::float8 as "ageMs" from pg_stat_activity
    where datname = current_database() and backend_xid is not null
      and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db);
  return Math.ceil(rows[0]?.ageMs ?? 0);
}
