import type { PaymentId, ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

/** The period within which backings of one proposal ring the bell of its owner once. */
export type Hour = { readonly from: Date; readonly until: Date };

export type Backings = {
  readonly amountCents: Cents;
  readonly latestAt: Date;
  /** Null when they are several people's. */
  readonly onlyBackerId: UserId | null;
};

/** What was put behind a proposal within the hour; undefined for nothing. */
export async function findBackings(
  db: Db,
  proposalId: ProposalId,
  { from, until }: Hour,
): Promise<Backings | undefined> {
  const { rows } = await sql<Backings>`
    select sum(amount_cents)::bigint as "amountCents", max(invested_at) as "latestAt",
      case when min(investor_id) = max(investor_id) then min(investor_id) end as "onlyBackerId"
    from investments
    where proposal_id = ${proposalId} and invested_at >= ${from} and invested_at < ${until} having count(*) > 0`.execute(
    db,
  );
  return rows[0];
}

/**
 * What a bell that has rung says now. It rings again only for more than it said, so whoever comes late with less, or twice,
 * changes nothing.
 * @returns whether it rings again
 */
export async function raiseNotification(
  tx: Tx,
  dedupeKey: string,
  { amountCents, latestAt, onlyBackerId }: Backings,
): Promise<boolean> {
  const raised = await tx
    .updateTable('notifications')
    .set({ amountCents, at: latestAt, actorId: onlyBackerId, readAt: null })
    .where('dedupeKey', '=', dedupeKey)
    .where('amountCents', '<', amountCents)
    .returning('id')
    .executeTakeFirst();
  return raised !== undefined;
}

export type ToldWithdrawal = { readonly amountCents: Cents; readonly reason: string | null };

export async function findToldWithdrawal(
  db: Db,
  proposalId: ProposalId,
  id: WithdrawalId,
): Promise<ToldWithdrawal | undefined> {
  return db
    .selectFrom('withdrawals')
    .select(['amountCents', 'reason'])
    .where('proposalId', '=', proposalId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export type ToldPayment = {
  readonly amountCents: Cents;
  readonly state: 'pending' | 'approved' | 'rejected';
  readonly enteredBy: UserId;
  readonly reason: string | null;
};

export async function findToldPayment(db: Db, proposalId: ProposalId, id: PaymentId): Promise<ToldPayment | undefined> {
  return db
    .selectFrom('payments')
    .select(['amountCents', 'state', 'enteredBy', 'reason'])
    .where('proposalId', '=', proposalId)
    .where('id', '=', id)
    .executeTakeFirst();
}
