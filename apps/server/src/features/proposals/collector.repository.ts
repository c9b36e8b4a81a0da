import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Tx } from '../../db/db.ts';

type Collector = { readonly officerId: UserId | null; readonly area: string | null };

/** The member of staff who looks after it and collects its repayments, and where; @returns both as they are now */
export async function setCollector(tx: Tx, id: ProposalId, values: Partial<Collector>): Promise<Collector> {
  return tx
    .updateTable('proposals')
    .set(values)
    .where('id', '=', id)
    .returning(['officerId', 'area'])
    .executeTakeFirstOrThrow();
}
