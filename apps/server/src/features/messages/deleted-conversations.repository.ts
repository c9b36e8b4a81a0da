import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Messages of proposals that were deleted before then, with all their dependent rows (R13.7). */
export async function deleteConversations(db: Db, deletedBefore: Date): Promise<void> {
  const gone = sql`(select p.id from proposals p where p.deleted_at < ${deletedBefore})`;
  await sql`
    delete from message_reports r using messages m where m.id = r.message_id and m.proposal_id in ${gone}`.execute(db);
  await sql`delete from message_reads r where r.proposal_id in ${gone}`.execute(db);
  await sql`delete from messages m where m.proposal_id in ${gone}`.execute(db);
}
