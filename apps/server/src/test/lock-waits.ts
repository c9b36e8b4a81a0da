import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** How many statements of this PostgreSQL database wait for a lock that another holds. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}
