import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db, Tx } from '../db/db.ts';

const TOLD_WITHIN_MS = 20_000;

type Counts = { readonly written: number; readonly read: number };

/** Rows of a table that were written and read up to now, as PostgreSQL counts them. */
async function countsOf(db: Db, table: string): Promise<Counts> {
  // A connection tells its counts from time to time, and at once where it is asked to.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<Counts>`
    select (n_tup_ins + n_tup_upd + n_tup_del)::int as written, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_user_tables where relname = ${table}`.execute(db);
  return rows[0]!;
}

type Watched = {
  readonly before: () => Promise<unknown>;
  readonly work: () => Promise<unknown>;
  /** Rows of the table that each of the two writes, updates or deletes: by them the counts are known to be all there. */
  readonly changes: readonly [number, number];
};

/** How many rows of a table the work reads, by keys or one after the other; on PostgreSQL alone. */
export async function rowsRead(db: Db, table: string, { before, work, changes }: Watched): Promise<number> {
  const first = await countsOf(db, table);
  const countsAfter = async (written: number): Promise<Counts> => {
    await expect
      .poll(async () => (await countsOf(db, table)).written - first.written, { timeout: TOLD_WITHIN_MS })
      .toBe(written);
    return countsOf(db, table);
  };
  await before();
  const { read } = await countsAfter(changes[0]);
  await work();
  return (await countsAfter(changes[0] + changes[1])).read - read;
}

/** As {@link rowsRead}, of work that is done in one transaction: it is counted at once, whatever was written before. */
export async function rowsReadWithin(db: Db, table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const read = async (): Promise<number> => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
        from pg_stat_xact_user_tables where relname = ${table}`.execute(tx);
      return rows[0]!.read;
    };
    const before = await read();
    await work(tx);
    return (await read()) - before;
  });
}
