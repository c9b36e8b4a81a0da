import { randomUUID } from 'node:crypto';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { type ProposalAction, proposalRefusal } from '@sathi/domain/permissions.ts';
import {
  backedTooLongBefore,
  hasExpired,
  isVisible,
  type ProposalStatus,
  type ReturnReason,
  type SignedIn,
} from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { doOneByOne } from '../../one-by-one.ts';
import { releaseBackings } from '../../ledger/release-backings.ts';
import { found, RefusalError, refuseIf } from '../../refusal-error.ts';
import { setFunded } from './funding.repository.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import { closedProposal, listExpired, lockProposal, type ProposalRow, setProposal } from './proposals.repository.ts';

type StaffCommand = {
  readonly viewer: SignedIn;
  readonly attempt: Attempt;
  readonly now: Date;
  readonly proposalId: ProposalId;
  /** The institution the caller acts for: one of theirs, and the proposal's own. */
  readonly mfiId: MfiId;
};
export type Decided = { readonly id: ProposalId; readonly status: ProposalStatus; readonly isMFIApproved: boolean };

/** Staff have checked the proposal (R2.1, R2.2). Releases the money at once when the MFI has set that (R3.3). */
export async function approveProposal(db: Db, input: StaffCommand): Promise<Decided> {
  const { viewer, attempt, now, proposalId } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = await lockForStaff(tx, 'approve', input);
    await setProposal(tx, proposalId, { approvedBy: viewer.id, approvedAt: now });
    await insertProposalEvent(tx, { proposalId, kind: 'approved', actorId: viewer.id, at: now });
    if (proposal.status !== 'backed' || !proposal.mfi.releaseOnApproval) {
      return { id: proposalId, status: proposal.status, isMFIApproved: true };
    }
    await setFunded(tx, proposal, viewer.id, now);
    return { id: proposalId, status: 'funded', isMFIApproved: true };
  });
}

/** The MFI holds or advances the money (T11, R3.1). @throws RefusalError `not_approved` */
export async function releaseFunds(db: Db, input: StaffCommand): Promise<Decided> {
  const { viewer, attempt, now, proposalId } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = await lockForStaff(tx, 'releaseFunds', input);
    if (!proposal.isMfiApproved) throw new RefusalError('not_approved');
    await setFunded(tx, proposal, viewer.id, now);
    return { id: proposalId, status: 'funded', isMFIApproved: true };
  });
}

/** Back to the owner with a reason; every backing goes back where it came from (T10, R2.5). */
export async function returnProposal(
  db: Db,
  input: StaffCommand & { readonly reason: ReturnReason; readonly note: string },
): Promise<Decided> {
  const { viewer, attempt, now, proposalId, reason, note } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = await lockForStaff(tx, 'returnProposal', input);
    await close(tx, proposal, {
      kind: 'returned',
      actorId: viewer.id,
      idempotencyKey: attempt.key ?? randomUUID(),
      requestHash: attempt.requestHash,
      reason,
      note,
      now,
    });
    return { id: proposalId, status: 'drafted', isMFIApproved: false };
  });
}

/** Many end together, at the end of a day. */
const EXPIRY_BATCH = 1000;

/**
 * Closes what has reached its end: published and not fully backed by its deadline (T8), or fully backed and not released for
 * 30 days (T9). One short transaction each, so that one that fails holds up no other; safe to run twice and beside itself,
 * because each is judged again under its lock.
 *
 * @returns how many were closed
 */
export async function expireProposals(db: Db, now: Date): Promise<number> {
  const ids = await listExpired(db, now, backedTooLongBefore(now), EXPIRY_BATCH);
  return doOneByOne(ids, (id) =>
    transaction(db, async (tx) => {
      const proposal = await lockProposal(tx, id);
      if (proposal === undefined || !hasExpired(proposal, now)) return false;
      const key = `expiry:${proposal.publishedAt?.toISOString()}`;
      await close(tx, proposal, { kind: 'expired', actorId: null, idempotencyKey: key, requestHash: key, now });
      return true;
    }),
  );
}

type Closing = {
  readonly kind: 'expired' | 'returned';
  readonly actorId: UserId | null;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly reason?: ReturnReason;
  readonly note?: string;
  readonly now: Date;
};

async function close(tx: Tx, proposal: ProposalRow, closing: Closing): Promise<void> {
  const { kind, actorId, idempotencyKey, requestHash, reason, note, now } = closing;
  const proposalId = proposal.id;
  const backers = await releaseBackings(tx, { proposalId, actorId, idempotencyKey, requestHash, at: now });
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

/** A draft does not exist for staff; the caller must be staff of the proposal's own MFI (R2.1, security trap T2). */
async function lockForStaff(tx: Tx, action: ProposalAction, input: StaffCommand): Promise<ProposalRow> {
  const { viewer, proposalId, mfiId } = input;
  const proposal = found(await lockProposal(tx, proposalId));
  if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
  if (proposal.mfiId !== mfiId) throw new RefusalError('not_permitted');
  refuseIf(proposalRefusal(action, viewer, proposal));
  return proposal;
}
