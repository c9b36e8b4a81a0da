import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Updates that were deleted before then, and those of proposals that were, with their albums (R13.7). */
export async function deleteLogs(db: Db, deletedBefore: Date): Promise<void> {
  const gone = sql`(select p.id from proposals p where p.deleted_at < ${deletedBefore})`;
  await sql`delete from updates u where u.deleted_at < ${deletedBefore} or u.proposal_id in ${gone}`.execute(db);
  await sql`delete from gallery_images g where g.proposal_id in ${gone}`.execute(db);
}
