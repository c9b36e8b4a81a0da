import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { joinTransaction } from '../seed/joined-transaction.ts';
import type { World } from './world.ts';

const SEARCH_PATH = 'earlier, public, pg_catalog';

/** Connections to which all transactions are told as begun so much earlier than they were. */
export async function openBesideEarlier({ db, database }: World, interval: string) {
  await tellEarlier(db, interval);
  const url = new URL(database.url!);
  url.searchParams.set('options', `-c TimeZone=UTC -c search_path=${SEARCH_PATH.replaceAll(' ', '')}`);
  return openDatabase({ url: url.href });
}

async function tellEarlier(db: Db, interval: string): Promise<void> {
  await sql
    .raw(`
    create schema if not exists earlier;
    create or replace view earlier.pg_stat_activity as
      select datname, pid, backend_type, backend_xid, xact_start - interval '${interval}' as xact_start
      from pg_catalog.pg_stat_activity`)
    .execute(db);
}

/**
 * Runs something beside a transaction that has written and is open, as one whose commit waits for a standby. It is told to the
 * program as begun so much earlier than it was.
 */
export async function besideOpenTransaction<Result>(
  db: Db,
  hoursAgo: number,
  run: (db: Db) => Promise<Result>,
): Promise<Result> {
  await tellEarlier(db, `${hoursAgo} hours`);
  return transaction(db, async (open) => {
    await sql`select pg_current_xact_id()`.execute(open);
    return transaction(db, async (tx) => {
      await sql.raw(`set local search_path = ${SEARCH_PATH}`).execute(tx);
      return run(joinTransaction(tx));
    });
  });
}
