import type { MfiId } from '@sathi/domain/ids.ts';
import type { Collection } from '@sathi/domain/pay-ins.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Db } from '../../db/db.ts';

/** The settings of an institution by which lines are booked. */
export type Desk = { readonly timeZone: string; readonly collection: Collection; readonly autoBook: boolean };

export async function findDesk(db: Db, mfiId: MfiId): Promise<Desk> {
  const row = await db
    .selectFrom('mfis')
    .select(['timeZone', 'collection', 'autoBook'])
    .where('id', '=', mfiId)
    .executeTakeFirst();
  return found(row);
}
