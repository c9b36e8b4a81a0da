import type { PaymentId, ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PaymentState } from '@sathi/domain/repayments.ts';
import type { ReturnReason } from '@sathi/domain/proposals.ts';
import type { WithdrawalState } from '@sathi/domain/withdrawals.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { OPEN_STATUSES } from '../../db/proposal-status.ts';
import { LENT, localSum, OUTSTANDING, PAID, WITHDRAWN } from '../proposals/local-sums.repository.ts';
import { knownTitle } from '../proposals/known-title.repository.ts';

export type ToldProposal = {
  readonly proposalId: ProposalId;
  readonly title: string;
  readonly mfiName: string;
  readonly timeZone: string;
  readonly ownerId: UserId;
  readonly monthsToRepay: number;
  readonly amountCents: Cents;
  readonly outstandingCents: Cents;
  /** Both in the money of the loan, for its owner and the staff alone; null for dollars (R23.7). */
  readonly inLoan: LocalSum | null;
  readonly outstandingInLoan: LocalSum | null;
  readonly isDefaulted: boolean;
  /** Whether a part of the loan was given up. */
  readonly isForgiven: boolean;
};

/**
 * A proposal with the title that all who are told may know, even when they are told late of one that has become a
 * draft.
 */
export async function findToldProposal(db: Db, id: ProposalId): Promise<ToldProposal | undefined> {
  const { rows } = await sql<ToldProposal>`
    select p.id as "proposalId", ${knownTitle(sql`null::bigint`)} as title, m.name as "mfiName",
      m.time_zone as "timeZone", p.owner_id as "ownerId", p.months_to_repay as "monthsToRepay", p.amount_cents as "amountCents",
      p.funded_cents - p.repaid_cents - p.forgiven_cents as "outstandingCents",
      p.defaulted_at is not null as "isDefaulted", p.forgiven_cents > 0 as "isForgiven",
      ${localSum(LENT)} as "inLoan", ${localSum(OUTSTANDING)} as "outstandingInLoan"
    from proposals p join mfis m on m.id = p.mfi_id where p.id = ${id}`.execute(db);
  return rows[0];
}

export type SimilarProposal = Pick<ToldProposal, 'proposalId' | 'title' | 'mfiName' | 'ownerId'>;

/** A few open proposals that are most like this one: of its institution, then of about its amount. Some may be a reader's own. */
export async function listSimilar(db: Db, id: ProposalId, now: Date): Promise<SimilarProposal[]> {
  const { rows } = await sql<SimilarProposal>`
    select p.id as "proposalId", p.title, m.name as "mfiName", p.owner_id as "ownerId"
    from proposals closed
    join proposals p on p.id <> closed.id and p.status in ${OPEN_STATUSES} and p.deleted_at is null and p.hidden_at is null
      and p.funding_deadline > ${now}
    join mfis m on m.id = p.mfi_id
    where closed.id = ${id}
    order by p.mfi_id <> closed.mfi_id, abs(p.amount_cents - closed.amount_cents), p.id limit 20`.execute(db);
  return rows;
}

export type ToldEvent = {
  readonly kind: string;
  readonly reason: ReturnReason | null;
  readonly note: string | null;
  /** Whether the amount became the sum that came together (R5.5). */
  readonly isInPart: boolean;
};

export async function findToldEvent(db: Db, proposalId: ProposalId, eventId: number): Promise<ToldEvent | undefined> {
  const row = await db
    .selectFrom('proposalEvents')
    .select(['kind', 'reason', 'note', 'before'])
    .where('proposalId', '=', proposalId)
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { kind, reason, note, before } = row;
  return { kind, reason: reason as ReturnReason | null, note, isInPart: kind === 'backed' && before !== null };
}

/** The period within which backings of one proposal ring the bell of its owner once. */
export type Hour = { readonly from: Date; readonly until: Date };

export type Backings = {
  readonly amountCents: Cents;
  readonly latestAt: Date;
  /** Null when they are several people's, or anonymous (R13.1). */
  readonly onlyBackerId: UserId | null;
};

/** The backings of a proposal within the hour that were not taken back; undefined for none. */
export async function findBackings(
  db: Db,
  proposalId: ProposalId,
  { from, until }: Hour,
): Promise<Backings | undefined> {
  const { rows } = await sql<Backings>`
    select sum(amount_cents)::bigint as "amountCents", max(invested_at) as "latestAt",
      case when min(investor_id) = max(investor_id) and not bool_or(anonymous) then min(investor_id) end as "onlyBackerId"
    from investments
    where proposal_id = ${proposalId} and released_at is null
      and invested_at >= ${from} and invested_at < ${until} having count(*) > 0`.execute(db);
  return rows[0];
}

/**
 * Changes the words of a rung bell. It rings again only for more than before or for a later backing, so a job that comes twice
 * changes nothing; the sum is less where backings were taken back since.
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
    .where((is) => is.or([is('amountCents', '<', amountCents), is('at', '<', latestAt)]))
    .returning('id')
    .executeTakeFirst();
  return raised !== undefined;
}

export type ToldWithdrawal = Pick<ToldProposal, 'amountCents' | 'inLoan'> & {
  readonly reason: string | null;
  readonly state: WithdrawalState;
  readonly sentAt: Date | null;
  readonly closedAt: Date | null;
};

export async function findToldWithdrawal(
  db: Db,
  proposalId: ProposalId,
  id: WithdrawalId,
): Promise<ToldWithdrawal | undefined> {
  const { rows } = await sql<ToldWithdrawal>`
    select w.amount_cents as "amountCents", ${localSum(WITHDRAWN)} as "inLoan", w.reason, w.state,
      w.sent_at as "sentAt", w.closed_at as "closedAt"
    from withdrawals w where w.proposal_id = ${proposalId} and w.id = ${id}`.execute(db);
  return rows[0];
}

export type ToldPayment = Pick<ToldProposal, 'amountCents' | 'inLoan'> & {
  readonly state: PaymentState;
  readonly enteredBy: UserId;
  readonly reason: string | null;
  readonly receiptNumber: string | null;
  readonly receiptCode: string | null;
};

export async function findToldPayment(db: Db, proposalId: ProposalId, id: PaymentId): Promise<ToldPayment | undefined> {
  const { rows } = await sql<ToldPayment>`
    select y.amount_cents as "amountCents", ${localSum(PAID)} as "inLoan", y.state, y.entered_by as "enteredBy", y.reason,
      y.receipt_number as "receiptNumber", y.receipt_code as "receiptCode"
    from payments y join proposals p on p.id = y.proposal_id
    where y.proposal_id = ${proposalId} and y.id = ${id}`.execute(db);
  return rows[0];
}
