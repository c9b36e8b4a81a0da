import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { LoanWithForgiving } from '@sathi/domain/portfolio.ts';
import type { Instalment } from '@sathi/domain/repayments.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { localSum, OUTSTANDING } from '../proposals/local-sums.repository.ts';

/** A released loan with its plan, and its MFI's settings for the rules about lateness. */
export type ReleasedLoan = {
  readonly proposalId: ProposalId;
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
  readonly forgivenCents: Cents;
  readonly timeZone: string;
  readonly graceDays: number;
  readonly instalments: readonly Instalment[];
  readonly localOutstanding: LocalSum | null;
  readonly isWrittenOff: boolean;
  /** The part of each backer, and the claims that were given up; null for a loan without such claims. */
  readonly given: Omit<LoanWithForgiving<UserId>, 'instalments'> | null;
};

async function selectReleased(db: Db, condition: RawBuilder<unknown>): Promise<ReleasedLoan[]> {
  const { rows } = await sql<ReleasedLoan>`
    select p.id as "proposalId", p.funded_cents as "fundedCents", p.repaid_cents as "repaidCents", p.forgiven_cents as "forgivenCents", p.written_off_at is not null as "isWrittenOff",
      m.time_zone as "timeZone", m.late_grace_days as "graceDays", (
        select coalesce(jsonb_agg(jsonb_build_object(
          'number', n.number, 'dueOn', n.due_on, 'amountCents', n.amount_cents) order by n.number), '[]'::jsonb)
        from instalments n where n.proposal_id = p.id
      ) as instalments, case when p.forgiven_cents > 0 then jsonb_build_object(
        'weights', (
          select jsonb_agg(jsonb_build_object('backer', w.investor_id, 'backedCents', w.cents) order by w.first) from (
            select investor_id, sum(amount_cents) as cents, min(id) as first from investments
            where proposal_id = p.id and released_at is null group by investor_id
          ) w
        ),
        'forgivings', (
          select jsonb_agg(jsonb_build_object('by', f.user_id, 'amountCents', f.amount_cents, 'repaidCents', (
            select coalesce(sum(y.amount_cents), 0) from payments y
            join journals a on a.proposal_id = y.proposal_id and a.payment_id = y.id and a.kind = 'payment_approved' and a.id < j.id
            where y.proposal_id = p.id and y.state = 'approved'
          )) order by j.id)
          from forgivings f join journals j on j.forgiving_id = f.id and j.proposal_id = f.proposal_id where f.proposal_id = p.id
        )
      ) end as given, ${localSum(OUTSTANDING)} as "localOutstanding"
    from proposals p join mfis m on m.id = p.mfi_id
    where p.funded_cents > 0 ${condition} order by p.id`.execute(db);
  return rows;
}

/** The loans with an outstanding amount. */
export async function listRunningLoans(db: Db, mfiId: MfiId): Promise<ReleasedLoan[]> {
  return selectReleased(db, sql`and p.mfi_id = ${mfiId} and p.deleted_at is null and p.status = ${STATUS.funded}`);
}

/** Those of these proposals whose money was released. */
export async function listReleasedLoans(db: Db, proposalIds: readonly ProposalId[]): Promise<ReleasedLoan[]> {
  return selectReleased(db, sql`and p.id = any (${proposalIds}::bigint[])`);
}

/** One backer's investment in a proposal, the part still owed to them, and those that they lost and gave up. */
export type Holding = {
  readonly proposalId: ProposalId;
  readonly backedCents: Cents;
  readonly owedCents: Cents;
  readonly lostCents: Cents;
  readonly forgivenCents: Cents;
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
        coalesce((select a.balance_cents from accounts a
          where a.kind = 'lost' and a.proposal_key = i.proposal_id and a.user_key = ${userId}), 0)::bigint as "lostCents",
        coalesce((select sum(f.amount_cents) from forgivings f
          where f.proposal_id = i.proposal_id and f.user_id = ${userId}), 0)::bigint as "forgivenCents",
        min(i.invested_at) as "firstBackedAt"
      from investments i where i.investor_id = ${userId} and i.released_at is null group by i.proposal_id
    ) h ${after} order by h."firstBackedAt" desc, h."proposalId" desc ${page ? sql`limit ${page.limit}` : sql``}`.execute(
    db,
  );
  return rows;
}

/** The amount that came back to this backer in each month, less what was taken back in it (`YYYY-MM`, in the time zone of each loan's MFI). */
export async function listReceivedByMonth(db: Db, userId: UserId): Promise<{ month: string; amountCents: Cents }[]> {
  const { rows } = await sql<{ month: string; amountCents: Cents }>`
    with own as (select id from accounts where kind = 'wallet' and proposal_key = 0 and user_key = ${userId}), moved as (
      select t.proposal_id, t.journal_id, t.amount_cents from own join transfers t on t.to_account_id = own.id
      union all
      select t.proposal_id, t.journal_id, -t.amount_cents from own join transfers t on t.from_account_id = own.id
    )
    select to_char(j.at at time zone m.time_zone, 'YYYY-MM') as month, sum(t.amount_cents)::bigint as "amountCents"
    from moved t
    join journals j on j.proposal_id = t.proposal_id and j.id = t.journal_id
      and j.kind in ('payment_approved', 'payment_reversed', 'written_off', 'forgiven')
    join proposals p on p.id = j.proposal_id
    join mfis m on m.id = p.mfi_id
    group by 1 order by 1`.execute(db);
  return rows;
}

export type CreditRow = {
  readonly mfiId: MfiId | null;
  readonly mfiName: string | null;
  readonly amountCents: Cents;
  readonly leavingCents: Cents;
};

/**
 * The common credit first, then that of each institution by its name, with what was asked out of it; a credit with
 * nothing in it is left out.
 */
export async function listCredits(db: Db, userId: UserId): Promise<CreditRow[]> {
  const { rows } = await sql<CreditRow>`
    select a.mfi_id as "mfiId", m.name as "mfiName",
      coalesce(sum(a.balance_cents) filter (where a.kind = 'wallet'), 0)::bigint as "amountCents",
      coalesce(sum(a.balance_cents) filter (where a.kind = 'leaving'), 0)::bigint as "leavingCents"
    from accounts a left join mfis m on m.id = a.mfi_id
    where a.kind in ('wallet', 'leaving') and a.proposal_key = 0 and a.user_key = ${userId}
    group by a.mfi_id, m.name having bool_or(a.balance_cents <> 0) order by m.name nulls first, a.mfi_id`.execute(db);
  return rows;
}

/** The instant at which a person took up the rest of an account that they had closed; null for everybody else. */
export async function findCameBackAt(db: Db, userId: UserId): Promise<Date | null> {
  const row = await db.selectFrom('users').select('cameBackAt').where('id', '=', userId).executeTakeFirst();
  return row?.cameBackAt ?? null;
}
