import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { ClosedReason, ReturnReason } from '@sathi/domain/proposals.ts';
import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { OPEN_STATUSES, STATUS } from '../../db/proposal-status.ts';
import type { ProposalsTable } from '../../db/schema.ts';
import { releaseBackings } from '../../ledger/release-backings.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import { creditHolder, type ProposalRow, setProposal } from './proposals.repository.ts';

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
    ...closedProposal(kind, proposal),
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

/** A proposal after its backings were given back: a draft that says why, of the amount that was asked. */
function closedProposal(
  reason: ClosedReason,
  { amountCents, amountAskedCents, revision }: ProposalRow,
): Updateable<ProposalsTable> {
  return {
    amountCents: amountAskedCents ?? amountCents,
    amountAskedCents: null,
    revision: amountAskedCents === null ? revision : revision + 1,
    publishedAt: null,
    fundingDeadline: null,
    fundingDays: null,
    extendedAt: null,
    approvedBy: null,
    approvedAt: null,
    backedAt: null,
    backedCents: 0 as Cents,
    unpaidCents: 0 as Cents,
    closedReason: reason,
  };
}

/**
 * Published and past their deadline, or fully backed and not released for too long (T8, T9). Not those whose owner takes a part
 * while money for it may still come (R31.2). At most `limit`, oldest first.
 */
export async function listExpired(db: Db, now: Date, backedBefore: Date, limit: number): Promise<ProposalId[]> {
  const { rows } = await sql<{ id: ProposalId }>`
    (select p.id from proposals p join mfis m on m.id = p.mfi_id
      where p.deleted_at is null and p.status in ${OPEN_STATUSES} and p.funding_deadline < ${now} and not (
        p.accept_partial and p.unpaid_cents > 0 and ${now} < ((p.funding_deadline at time zone m.time_zone)::date
          + m.pay_days + m.lapse_grace_days + 1)::timestamp at time zone m.time_zone
      )
      order by p.funding_deadline, p.id limit ${limit})
    union all
    (select id from proposals where deleted_at is null and status = ${STATUS.backed} and backed_at < ${backedBefore}
      order by backed_at, id limit ${limit})`.execute(db);
  return rows.map((row) => row.id);
}
