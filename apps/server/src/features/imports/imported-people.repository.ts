import type { MfiId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';

/**
 * How many people the institution brought along since then, without those of undone imports, who are never told. Held until the
 * end of the transaction: another import of it waits to count.
 */
export async function lockImportedCount(tx: Tx, mfiId: MfiId, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${mfiId}`}, 2))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(lines_count), 0)::int as count from imports
    where mfi_id = ${mfiId} and entered_at >= ${since} and (undone_at is null or told_at is not null)`.execute(tx);
  return rows[0]?.count ?? 0;
}
