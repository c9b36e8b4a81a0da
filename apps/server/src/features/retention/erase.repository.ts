import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Schema } from '../../db/schema.ts';

/** Rows that one statement deletes. */
const PIECE_ROWS = 5_000;

/** The old rows that go, for tables where some stay. */
const GOING: Partial<Record<keyof Schema, RawBuilder<unknown>>> = {
  invitations: sql`accepted_at is null`,
  // Jobs that told of a proposal's event stay: the audit holds each event against its job. An index has the others. Of those that
  // were given up only deliveries go, which no try can bring any more: they hold addresses, words and codes.
  outbox: sql`kind <> 'proposal_event' and (done_at is not null or kind in ('email', 'sms', 'push', 'message'))`,
};

/**
 * Deletes the rows of a table that are from before, by the column that says so. It does so in pieces that are committed one by one:
 * what an attack left, or what waited while the service was off, is more than the time of one statement. @returns how many
 */
export async function erase<Table extends keyof Schema>(
  db: Db,
  table: Table,
  column: keyof Schema[Table] & string,
  before: Date | string,
): Promise<number> {
  const isOld = sql`${sql.ref(column)} < ${before} and ${GOING[table] ?? sql`true`}`;
  for (let erased = 0; ; ) {
    // The condition is asked again of a row that somebody renews at that moment: older servers would take it by its old place.
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${isOld} limit ${PIECE_ROWS}
      )) and ${isOld}`.execute(db);
    erased += Number(numAffectedRows);
    if (numAffectedRows < PIECE_ROWS) return erased;
  }
}
