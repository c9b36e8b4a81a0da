import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { userStats } from '@sathi/contract/user-stats.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { type LocalSum, sumsByCurrency } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type ProposalStatus, proposalStatusOf } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

/** R11.2: funded and repaid of one's own loans; invested in others' and come back from them. */
export async function findUserStats(db: Db, userId: UserId): Promise<DataOf<typeof userStats>> {
  const sums = await findOwnSums(db, userId);
  const { rows } = await sql<{ funded: Cents; paid: Cents; invested: Cents; stillOwed: Cents }>`
    select
      (select coalesce(sum(funded_cents), 0)::bigint from proposals
        where owner_id = ${userId} and deleted_at is null and status in (${STATUS.funded}, ${STATUS.repaid})) as funded,
      (select coalesce(sum(repaid_cents), 0)::bigint from proposals
        where owner_id = ${userId} and deleted_at is null and status in (${STATUS.funded}, ${STATUS.repaid})) as paid,
      (select coalesce(sum(amount_cents), 0)::bigint from investments
        where investor_id = ${userId} and released_at is null) as invested,
      (select coalesce(sum(balance_cents), 0)::bigint from accounts
        where kind = 'claim' and user_id = ${userId}) as "stillOwed"`.execute(db);
  const { funded, paid, invested, stillOwed } = rows[0] as NonNullable<(typeof rows)[0]>;
  return {
    funded: { amount: funded },
    paid,
    // The invested amount that is no longer owed has come back.
    active: { amount: (invested - stillOwed) as Cents },
    pasive: { amount: invested },
    sums,
  };
}

/** The money of a person's own loans, in which each was paid out and is paid back. */
async function findOwnSums(db: Db, userId: UserId) {
  const { rows } = await sql<{ funded: LocalSum; paid: LocalSum }>`
    select jsonb_build_object('amount', coalesce(p.payout_minor, p.funded_cents), 'currency', c.currency) as funded,
      jsonb_build_object('currency', c.currency, 'amount', case when p.payout_minor is null then p.repaid_cents else (
        select coalesce(sum(y.counted_minor), 0) from payments y where y.proposal_id = p.id and y.state = 'approved'
      ) end) as paid
    from proposals p
    cross join lateral (select case when p.payout_minor is null then 'USD' else p.local_currency end as currency) c
    where p.owner_id = ${userId} and p.deleted_at is null and p.status in (${STATUS.funded}, ${STATUS.repaid})`.execute(
    db,
  );
  return { funded: sumsByCurrency(rows.map((row) => row.funded)), paid: sumsByCurrency(rows.map((row) => row.paid)) };
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
