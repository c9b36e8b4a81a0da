import type { ProposalId, ReleaseUndoingId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { REMOVED_WORDS } from '@sathi/domain/own-data.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

export type ReleaseUndoingRow = {
  readonly id: ReleaseUndoingId;
  readonly reason: string;
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
};

/** The entry that waits for a second person; undefined for none. */
export async function findOpenUndoing(db: Db, proposalId: ProposalId): Promise<ReleaseUndoingRow | undefined> {
  return db
    .selectFrom('releaseUndoings')
    .select(['id', 'reason', 'enteredBy', 'enteredAt'])
    .where('proposalId', '=', proposalId)
    .where('state', '=', 'entered')
    .executeTakeFirst();
}

export async function insertUndoing(
  tx: Tx,
  entry: Omit<ReleaseUndoingRow, 'id'> & { readonly proposalId: ProposalId },
): Promise<ReleaseUndoingId> {
  const { id } = await tx
    .insertInto('releaseUndoings')
    .values({ ...entry, state: 'entered' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setUndoingApproved(
  tx: Tx,
  id: ReleaseUndoingId,
  approval: {
    readonly approvedBy: UserId;
    readonly closedAt: Date;
    readonly releasedAt: Date;
    readonly amountCents: Cents;
  },
): Promise<void> {
  await tx
    .updateTable('releaseUndoings')
    .set({ ...approval, state: 'approved' })
    .where('id', '=', id)
    .execute();
}

/** An entry that another has not confirmed in time ends (R34.3). */
export async function endUndoings(db: Db, enteredBefore: Date, closedAt: Date): Promise<void> {
  await db
    .updateTable('releaseUndoings')
    .set({ state: 'ended', closedAt })
    .where('state', '=', 'entered')
    .where('enteredAt', '<=', enteredBefore)
    .execute();
}

/**
 * Ends what belongs to the plan of a release: the plan itself, its changes, a request because of hardship and the question
 * whether the loan is in default.
 */
export async function endPlan(tx: Tx, proposalId: ProposalId, at: Date): Promise<void> {
  await sql`delete from instalments where proposal_id = ${proposalId}`.execute(tx);
  await sql`update plan_changes set state = 'ended', closed_at = ${at}, before = null
    where proposal_id = ${proposalId} and state in ('entered', 'approved', 'accepted')`.execute(tx);
  await sql`update hardships set state = 'ended', closed_at = ${at}
    where proposal_id = ${proposalId} and state = 'open'`.execute(tx);
  await sql`update loan_defaults set state = 'ended', cause = null, reason = null, decided_by = null, closed_at = ${at}
    where proposal_id = ${proposalId} and state <> 'ended'`.execute(tx);
}

export type UnsentLoan = {
  readonly proposalId: ProposalId;
  readonly ownerId: UserId;
  readonly title: string;
  readonly mfiName: string;
  readonly fundedAt: Date;
};

/** Loans released before then of which nothing was sent, repaid or given up (R31.4). */
export async function listUnsentLoans(db: Db, fundedBefore: Date): Promise<UnsentLoan[]> {
  const { rows } = await sql<UnsentLoan>`
    select p.id as "proposalId", p.owner_id as "ownerId", p.title, m.name as "mfiName", p.funded_at as "fundedAt"
    from proposals p join mfis m on m.id = p.mfi_id
    where p.status = ${STATUS.funded} and p.deleted_at is null and p.funded_at <= ${fundedBefore} and ${IS_UNSENT}
    order by p.id`.execute(db);
  return rows;
}

/** The condition that no money of the released loan `p` has moved. */
export const IS_UNSENT = sql`(p.sent_cents = 0 and p.repaid_cents = 0 and p.forgiven_cents = 0 and p.pending_cents = 0
  and p.written_off_at is null)`;

/** Erases the words of staff about these releases; that one was undone stays (R13.4, R13.6). */
export async function eraseUndoingReasons(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`update release_undoings set reason = ${REMOVED_WORDS} where ${which}`.execute(tx);
}
