import type { UserId } from '@sathi/domain/ids.ts';
import type { ReturnReason } from '@sathi/domain/proposals.ts';
import type { Tx } from '../../db/db.ts';
import { releaseBackings } from '../../ledger/release-backings.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import { closedProposal, creditHolder, type ProposalRow, setProposal } from './proposals.repository.ts';

export type Closing = {
  readonly kind: 'expired' | 'returned';
  readonly actorId: UserId | null;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly reason?: ReturnReason;
  readonly note?: string;
  readonly now: Date;
};

/** Gives every backing back and makes the proposal a draft that says why (T8, T9, T10). Its lock is held. */
export async function closeProposal(tx: Tx, proposal: ProposalRow, closing: Closing): Promise<void> {
  const { kind, actorId, idempotencyKey, requestHash, reason, note, now } = closing;
  const proposalId = proposal.id;
  const mfiId = creditHolder(proposal);
  const backers = await releaseBackings(tx, { proposalId, mfiId, actorId, idempotencyKey, requestHash, at: now });
  await setProposal(tx, proposalId, {
    ...closedProposal(kind),
    returnReason: reason ?? null,
    returnNote: note ?? null,
  });
  await insertProposalEvent(tx, {
    proposalId,
    kind,
    from: proposal.status,
    to: 'drafted',
    actorId,
    ...(reason && { reason }),
    ...(note && { note }),
    telling: { backers },
    at: now,
  });
}
