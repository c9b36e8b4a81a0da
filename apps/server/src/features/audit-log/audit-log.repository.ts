import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export type AuditLogRow = {
  readonly id: number;
  readonly at: Date;
  readonly actorId: UserId | null;
  readonly actorName: string | null;
  readonly action: string;
  readonly details: string;
  readonly enteredById: UserId | null;
  readonly enteredByName: string | null;
  readonly network: string;
  readonly hash: string | null;
};

/** Newest first, from before the row `beforeId`. */
export async function listAuditLog(
  db: Db,
  mfiId: MfiId,
  { beforeId, limit }: { readonly beforeId: number | null; readonly limit: number },
): Promise<AuditLogRow[]> {
  const { rows } = await sql<AuditLogRow>`
    select l.id, l.at, l.actor_id as "actorId", a.first_name || ' ' || a.last_name as "actorName", l.action, l.details,
      l.entered_by as "enteredById", e.first_name || ' ' || e.last_name as "enteredByName", l.network, k.hash
    from audit_log l
    left join audit_links k on k.log_id = l.id
    left join users a on a.id = l.actor_id
    left join users e on e.id = l.entered_by
    where l.mfi_id = ${mfiId} and (${beforeId}::bigint is null or l.id < ${beforeId}::bigint)
    order by l.id desc limit ${limit}`.execute(db);
  return rows;
}
