import type { ProposalId, UserId, WriteOffId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Db, Tx } from '../../db/db.ts';

export type WriteOffRow = {
  readonly id: WriteOffId;
  readonly state: 'entered' | 'approved';
  readonly reason: string;
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
  readonly amountCents: Cents | null;
};

/** The write-off of a loan, or its entry; undefined for none. */
export async function findWriteOff(db: Db, proposalId: ProposalId): Promise<WriteOffRow | undefined> {
  const row = await db
    .selectFrom('writeOffs')
    .select(['id', 'state', 'reason', 'enteredBy', 'enteredAt', 'amountCents'])
    .where('proposalId', '=', proposalId)
    .where('state', '<>', 'ended')
    .executeTakeFirst();
  return row as WriteOffRow | undefined;
}

export async function insertWriteOff(
  tx: Tx,
  entry: Pick<WriteOffRow, 'reason' | 'enteredBy' | 'enteredAt'> & { readonly proposalId: ProposalId },
): Promise<WriteOffId> {
  const row = await tx
    .insertInto('writeOffs')
    .values({ ...entry, state: 'entered' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function setWriteOffApproved(
  tx: Tx,
  id: WriteOffId,
  approval: { readonly approvedBy: UserId; readonly closedAt: Date; readonly amountCents: Cents },
): Promise<void> {
  await tx
    .updateTable('writeOffs')
    .set({ ...approval, state: 'approved' })
    .where('id', '=', id)
    .execute();
}

/** An entry that another has not confirmed in time ends (R34.3). */
export async function endWriteOffs(db: Db, enteredBefore: Date, closedAt: Date): Promise<void> {
  await db
    .updateTable('writeOffs')
    .set({ state: 'ended', closedAt })
    .where('state', '=', 'entered')
    .where('enteredAt', '<=', enteredBefore)
    .execute();
}
