import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { userStats } from '@sathi/contract/user-stats.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { type LocalSum, sumsByCurrency } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type ProposalStatus, proposalStatusOf } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { isAccountOf } from '../../ledger/ledger.ts';

export type UserStats = DataOf<typeof userStats>;

type SumsRow = {
  readonly id: UserId;
  readonly funded: Cents;
  readonly paid: Cents;
  /** The sums of each loan, in the money in which it was paid out and is paid back. */
  readonly local: readonly { readonly funded: LocalSum; readonly paid: LocalSum }[];
  readonly invested: Cents;
  readonly stillOwed: Cents;
  readonly forgiven: Cents;
};

/**
 * For each of these people, the sums funded and repaid of their own loans, invested in others' and come back (R11.2).
 */
export async function listUserStats(db: Db, userIds: readonly UserId[]): Promise<Map<UserId, UserStats>> {
  const { rows } = await sql<SumsRow>`
    select u.id, own.funded, own.paid, own.local,
      (select coalesce(sum(i.amount_cents), 0)::bigint from investments i
        where i.investor_id = u.id and i.released_at is null) as invested,
      (select coalesce(sum(a.balance_cents), 0)::bigint from accounts a
        where a.kind in ('claim', 'lost') and ${isAccountOf(sql`u.id`)}) as "stillOwed",
      (select coalesce(sum(f.amount_cents), 0)::bigint from forgivings f where f.user_id = u.id) as forgiven
    from unnest((select ${userIds}::bigint[])) as u (id)
    cross join lateral (
      select coalesce(sum(p.funded_cents), 0)::bigint as funded, coalesce(sum(p.repaid_cents), 0)::bigint as paid,
        coalesce(jsonb_agg(jsonb_build_object(
          'funded', jsonb_build_object('amount', coalesce(p.payout_minor, p.funded_cents), 'currency', c.currency),
          'paid', jsonb_build_object('currency', c.currency, 'amount', case when p.payout_minor is null then p.repaid_cents else (
            select coalesce(sum(y.counted_minor), 0) from payments y where y.proposal_id = p.id and y.state = 'approved'
          ) end)
        )), '[]'::jsonb) as local
      from proposals p
      cross join lateral (select case when p.payout_minor is null then 'USD' else p.local_currency end as currency) c
      where p.owner_id = u.id and p.deleted_at is null and p.status in (${STATUS.funded}, ${STATUS.repaid})
    ) own`.execute(db);
  return new Map(rows.map((row) => [row.id, statsOf(row)]));
}

function statsOf({ funded, paid, local, invested, stillOwed, forgiven }: SumsRow): UserStats {
  return {
    funded: { amount: funded },
    paid,
    // The invested amount that is neither owed nor lost, nor given up, has come back.
    active: { amount: (invested - stillOwed - forgiven) as Cents },
    pasive: { amount: invested },
    sums: {
      funded: sumsByCurrency(local.map((loan) => loan.funded)),
      paid: sumsByCurrency(local.map((loan) => loan.paid)),
    },
  };
}

/** How many other loans than this one its owner has at all institutions, drafts left out, by status (R26.5). */
export async function countOtherLoans(
  db: Db,
  { id, ownerId }: { readonly id: ProposalId; readonly ownerId: UserId },
): Promise<{ status: ProposalStatus; count: number }[]> {
  const { rows } = await sql<{ code: number; count: number }>`
    select status as code, count(*)::int as count from proposals
    where owner_id = ${ownerId} and id <> ${id} and deleted_at is null and status >= ${STATUS.published}
    group by status order by status`.execute(db);
  return rows.map(({ code, count }) => ({ status: proposalStatusOf(code), count }));
}
