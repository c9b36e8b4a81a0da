import type { ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** The destinations of one person who left, or of all whose last payout was before then (R13.7). */
export type Forgotten = { readonly ownerId: UserId } | { readonly lastPayoutBefore: Date };

type Row = {
  readonly id: WithdrawalId;
  readonly proposalId: ProposalId;
  readonly ownerId: UserId;
  readonly amountCents: Cents;
  readonly sealed: string;
};

/** The withdrawals of one round of the job at most. */
const ROUND = 1000;

/** Withdrawals that are over and still name an account. While one of a person is open, none of theirs is forgotten by age. */
export async function listForgotten(db: Db, which: Forgotten): Promise<Row[]> {
  const isMeant =
    'ownerId' in which
      ? sql`w.owner_id = ${which.ownerId}`
      : sql`not exists (select from withdrawals l where l.owner_id = w.owner_id and (
          l.state in ('requested', 'sent') or coalesce(l.sent_at, l.closed_at, l.requested_at) >= ${which.lastPayoutBefore}
        ))`;
  const { rows } = await sql<Row>`
    select w.id, w.proposal_id as "proposalId", w.owner_id as "ownerId", w.amount_cents as "amountCents",
      w.sealed_destination as sealed
    from withdrawals w
    where w.state not in ('requested', 'sent') and w.destination_erased_at is null and ${isMeant}
    order by w.id limit ${ROUND}`.execute(db);
  return rows;
}

/** A destination that was sealed anew in between waits for the next round. */
export async function putForgotten(
  db: Db,
  { id, proposalId, sealed: before }: Row,
  sealed: string,
  at: Date,
): Promise<void> {
  await sql`
    update withdrawals set sealed_destination = ${sealed}, account_last4 = '', destination_erased_at = ${at}
    where proposal_id = ${proposalId} and id = ${id} and sealed_destination = ${before}`.execute(db);
}
