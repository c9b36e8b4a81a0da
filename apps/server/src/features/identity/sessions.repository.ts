import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export type CallerRow = {
  readonly tokenHash: string;
  readonly subject: string;
  readonly sessionId: number;
  readonly userId: UserId | null;
  readonly publicAddress: string | null;
  readonly mfiIds: MfiId[];
};

/** Whom these access tokens belong to, for those that are alive at `now`. Roles are read here, at each request. */
export async function listCallers(db: Db, tokenHashes: readonly string[], now: Date): Promise<CallerRow[]> {
  const { rows } = await sql<CallerRow>`
    select s.access_token_hash as "tokenHash", s.subject, s.id as "sessionId", u.id as "userId",
      u.public_address as "publicAddress",
      coalesce((select array_agg(m.mfi_id order by m.mfi_id) from mfi_staff m where m.user_id = u.id), '{}') as "mfiIds"
    from sessions s
    left join users u on u.subject = s.subject
    where s.access_token_hash = any (${tokenHashes}) and s.access_expires_at > ${now}`.execute(db);
  return rows;
}
