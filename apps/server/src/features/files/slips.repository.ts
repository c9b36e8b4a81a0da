import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export type SlipReaders = { readonly ownerId: UserId; readonly mfiId: MfiId };

/** The person of the slip, and the institution that it was shown to; none for one that nothing names. */
export async function listSlipReaders(db: Db, key: string): Promise<SlipReaders[]> {
  const { rows } = await sql<SlipReaders>`
    select p.owner_id as "ownerId", p.mfi_id as "mfiId"
    from payments y join proposals p on p.id = y.proposal_id where y.slip = ${key}
    union
    select user_id, mfi_id from pay_in_orders where told_slip = ${key}`.execute(db);
  return rows;
}
