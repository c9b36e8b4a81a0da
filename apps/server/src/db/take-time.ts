import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Gives each statement of this transaction five minutes from now on: what reads all of the books takes longer than a request. */
export async function takeTime(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '5min'`.execute(tx);
}
