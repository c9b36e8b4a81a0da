import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Tx } from '../../db/db.ts';

export async function insertIgnored(tx: Tx, userId: UserId, proposalId: ProposalId, ignoredAt: Date): Promise<void> {
  await tx
    .insertInto('ignoredProposals')
    .values({ userId, proposalId, ignoredAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteIgnored(tx: Tx, userId: UserId, proposalId: ProposalId): Promise<void> {
  await tx.deleteFrom('ignoredProposals').where('userId', '=', userId).where('proposalId', '=', proposalId).execute();
}
