import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Updates that were deleted before then (R13.7); those of deleted proposals go with their words. */
export async function deleteUpdates(db: Db, deletedBefore: Date): Promise<void> {
  await sql`delete from updates where deleted_at < ${deletedBefore}`.execute(db);
}
