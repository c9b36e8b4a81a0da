import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Instalment } from '@sathi/domain/repayments.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** A released loan with its plan, and what the rules about lateness need of its MFI. */
export type ReleasedLoan = {
  readonly proposalId: ProposalId;
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
  readonly timeZone: string;
  readonly graceDays: number;
  readonly instalments: readonly Instalment[];
};

async function selectReleased(db: Db, condition: RawBuilder<unknown>): Promise<ReleasedLoan[]> {
  const { rows } = await sql<ReleasedLoan>`
    select p.id as "proposalId", p.funded_cents as "fundedCents", p.repaid_cents as "repaidCents",
      m.time_zone as "timeZone", m.late_grace_days as "graceDays", (
        select coalesce(jsonb_agg(jsonb_build_object(
          'number', n.number, 'dueOn', n.due_on, 'amountCents', n.amount_cents) order by n.number), '[]'::jsonb)
        from instalments n where n.proposal_id = p.id
      ) as instalments
    from proposals p join mfis m on m.id = p.mfi_id
    where p.funded_cents > 0 ${condition} order by p.id`.execute(db);
  return rows;
}

/** Those with something outstanding. */
export async function listRunningLoans(db: Db, mfiId: MfiId): Promise<ReleasedLoan[]> {
  return selectReleased(db, sql`and p.mfi_id = ${mfiId} and p.deleted_at is null and p.repaid_cents < p.funded_cents`);
}

/** Those of these proposals whose money was released. */
export async function listReleasedLoans(db: Db, proposalIds: readonly ProposalId[]): Promise<ReleasedLoan[]> {
  return selectReleased(db, sql`and p.id = any (${proposalIds}::bigint[])`);
}

/** What one backer put into a proposal, what of it came back, and what is still owed to them. */
export type Holding = {
  readonly proposalId: ProposalId;
  readonly backedCents: Cents;
  readonly owedCents: Cents;
  readonly firstBackedAt: Date;
};

/** Backings that were released are no holdings. `after` is the first backing and id of the last one seen; newest first. */
export async function listHoldings(
  db: Db,
  userId: UserId,
  page?: { readonly limit: number; readonly after: { readonly value: unknown; readonly id: number } | null },
): Promise<Holding[]> {
  const after = page?.after
    ? sql`where (h."firstBackedAt", h."proposalId") < (${page.after.value}::timestamptz, ${page.after.id}::bigint)`
    : sql``;
  const { rows } = await sql<Holding>`
    select * from (
      select i.proposal_id as "proposalId", sum(i.amount_cents)::bigint as "backedCents",
        (select a.balance_cents from accounts a
          where a.kind = 'claim' and a.proposal_key = i.proposal_id and a.user_key = ${userId}) as "owedCents",
        min(i.invested_at) as "firstBackedAt"
      from investments i where i.investor_id = ${userId} and i.released_at is null group by i.proposal_id
    ) h ${after} order by h."firstBackedAt" desc, h."proposalId" desc ${page ? sql`limit ${page.limit}` : sql``}`.execute(
    db,
  );
  return rows;
}

/** What came back to this backer in each month (`YYYY-MM`, in the time zone of each loan's MFI). */
export async function listReceivedByMonth(db: Db, userId: UserId): Promise<{ month: string; amountCents: Cents }[]> {
  const { rows } = await sql<{ month: string; amountCents: Cents }>`
    select to_char(j.at at time zone m.time_zone, 'YYYY-MM') as month, sum(t.amount_cents)::bigint as "amountCents"
    from accounts w
    join transfers t on t.to_account_id = w.id
    join journals j on j.proposal_id = t.proposal_id and j.id = t.journal_id and j.kind = 'payment_approved'
    join proposals p on p.id = j.proposal_id
    join mfis m on m.id = p.mfi_id
    where w.kind = 'wallet' and w.proposal_key = 0 and w.user_key = ${userId}
    group by 1 order by 1`.execute(db);
  return rows;
}

export async function findCredit(db: Db, userId: UserId): Promise<Cents> {
  const row = await db
    .selectFrom('accounts')
    .select('balanceCents')
    .where('kind', '=', 'wallet')
    .where('proposalKey', '=', 0)
    .where('userKey', '=', userId)
    .executeTakeFirst();
  return (row?.balanceCents ?? 0) as Cents;
}
