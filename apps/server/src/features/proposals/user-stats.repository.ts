import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { userStats } from '@sathi/contract/user-stats.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type ProposalStatus, proposalStatusOf } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

/** R11.2: funded and repaid of one's own loans; invested in others' and come back from them. */
export async function findUserStats(db: Db, userId: UserId): Promise<DataOf<typeof userStats>> {
  const { rows } = await sql<{ funded: Cents; paid: Cents; invested: Cents; stillOwed: Cents; forgiven: Cents }>`
    select
      (select coalesce(sum(funded_cents), 0)::bigint from proposals
        where owner_id = ${userId} and deleted_at is null and status in (${STATUS.funded}, ${STATUS.repaid})) as funded,
      (select coalesce(sum(repaid_cents), 0)::bigint from proposals
        where owner_id = ${userId} and deleted_at is null and status in (${STATUS.funded}, ${STATUS.repaid})) as paid,
      (select coalesce(sum(amount_cents), 0)::bigint from investments
        where investor_id = ${userId} and released_at is null) as invested,
      (select coalesce(sum(balance_cents), 0)::bigint from accounts
        where kind in ('claim', 'lost') and user_id = ${userId}) as "stillOwed",
      (select coalesce(sum(amount_cents), 0)::bigint from forgivings where user_id = ${userId}) as forgiven`.execute(
    db,
  );
  const { funded, paid, invested, stillOwed, forgiven } = rows[0] as NonNullable<(typeof rows)[0]>;
  return {
    funded: { amount: funded },
    paid,
    // The invested amount that is neither owed nor lost, nor given up, has come back.
    active: { amount: (invested - stillOwed - forgiven) as Cents },
    pasive: { amount: invested },
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
