import type { PaymentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { ReturnReason } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Language } from '../http/language.ts';

export type ToldProposal = {
  readonly id: ProposalId;
  readonly title: string;
  readonly mfiName: string;
  readonly ownerId: UserId;
  readonly amountCents: Cents;
  readonly outstandingCents: Cents;
};

export async function findToldProposal(db: Db, id: ProposalId): Promise<ToldProposal | undefined> {
  const { rows } = await sql<ToldProposal>`
    select p.id, p.title, m.name as "mfiName", p.owner_id as "ownerId", p.amount_cents as "amountCents",
      p.funded_cents - p.repaid_cents as "outstandingCents"
    from proposals p join mfis m on m.id = p.mfi_id where p.id = ${id}`.execute(db);
  return rows[0];
}

export type SimilarProposal = Pick<ToldProposal, 'id' | 'title' | 'mfiName' | 'ownerId'>;

/** A few open proposals that are most like this one: of its institution, then of about its amount. Some may be a reader's own. */
export async function listSimilar(db: Db, id: ProposalId, now: Date): Promise<SimilarProposal[]> {
  const { rows } = await sql<SimilarProposal>`
    select p.id, p.title, m.name as "mfiName", p.owner_id as "ownerId"
    from proposals closed
    join proposals p on p.id <> closed.id and p.status in (2, 3) and p.deleted_at is null and p.funding_deadline > ${now}
    join mfis m on m.id = p.mfi_id
    where closed.id = ${id}
    order by p.mfi_id <> closed.mfi_id, abs(p.amount_cents - closed.amount_cents), p.id limit 20`.execute(db);
  return rows;
}

export type ToldEvent = { readonly kind: string; readonly reason: ReturnReason | null; readonly note: string | null };

export async function findToldEvent(db: Db, proposalId: ProposalId, eventId: number): Promise<ToldEvent | undefined> {
  const row = await db
    .selectFrom('proposalEvents')
    .select(['kind', 'reason', 'note'])
    .where('proposalId', '=', proposalId)
    .where('id', '=', eventId)
    .executeTakeFirst();
  return row && { ...row, reason: row.reason as ReturnReason | null };
}

export type Reader = {
  readonly userId: UserId;
  readonly email: string;
  readonly language: Language;
  /** What lies in their wallet. */
  readonly creditCents: Cents;
  /** What of theirs is in the proposal now. */
  readonly backedCents: Cents;
};

/** These people, as far as they can be written to. */
export async function listReaders(db: Db, proposalId: ProposalId, userIds: readonly UserId[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id as "userId", u.email, u.language, coalesce(w.balance_cents, 0)::bigint as "creditCents",
      coalesce((
        select sum(i.amount_cents) from investments i
        where i.proposal_id = ${proposalId} and i.investor_id = u.id and i.released_at is null
      ), 0)::bigint as "backedCents"
    from users u left join accounts w on w.kind = 'wallet' and w.proposal_key = 0 and w.user_key = u.id
    where u.id = any (${userIds}) order by u.id`.execute(db);
  return rows;
}

export async function listBackerIds(db: Db, proposalId: ProposalId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('investments')
    .select('investorId')
    .distinct()
    .where('proposalId', '=', proposalId)
    .where('releasedAt', 'is', null)
    .execute();
  return rows.map(({ investorId }) => investorId);
}

/** Staff of the proposal's institution. */
export async function listStaffIds(db: Db, proposalId: ProposalId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('proposals as p')
    .innerJoin('mfiStaff as s', 's.mfiId', 'p.mfiId')
    .select('s.userId')
    .where('p.id', '=', proposalId)
    .execute();
  return rows.map(({ userId }) => userId);
}

export type PaymentShare = { readonly userId: UserId; readonly shareCents: Cents };

/** What a payment brought to each backer, from the ledger. */
export async function listPaymentShares(db: Db, proposalId: ProposalId, paymentId: PaymentId): Promise<PaymentShare[]> {
  const { rows } = await sql<PaymentShare>`
    select a.user_id as "userId", sum(t.amount_cents)::bigint as "shareCents"
    from journals j
    join transfers t on t.proposal_id = j.proposal_id and t.journal_id = j.id
    join accounts a on a.id = t.to_account_id and a.kind = 'wallet'
    where j.proposal_id = ${proposalId} and j.payment_id = ${paymentId} and j.kind = 'payment_approved'
    group by a.user_id order by a.user_id`.execute(db);
  return rows;
}
