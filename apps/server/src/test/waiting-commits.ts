import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { joinTransaction } from '../seed/joined-transaction.ts';

/**
 * Runs something beside a transaction that has written and is open, as one whose commit waits for a standby. It is told to the
 * program as begun so much earlier than it was.
 */
export async function besideOpenTransaction<Result>(
  db: Db,
  hoursAgo: number,
  run: (db: Db) => Promise<Result>,
): Promise<Result> {
  await sql
    .raw(`
    create schema if not exists earlier;
    create or replace view earlier.pg_stat_activity as
      select datname, pid, backend_type, backend_xid, xact_start - interval '${hoursAgo} hours' as xact_start
      from pg_catalog.pg_stat_activity`)
    .execute(db);
  return transaction(db, async (open) => {
    await sql`select pg_current_xact_id()`.execute(open);
    return transaction(db, async (tx) => {
      await sql`set local search_path = earlier, public, pg_catalog`.execute(tx);
      return run(joinTransaction(tx));
    });
  });
}
