import type { MfiId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type ProposalStatus, proposalStatusOf } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

type StatRow = { readonly status: number; readonly count: number; readonly balance: Cents; readonly amount: Cents };
export type StatBox = { readonly count: number; readonly balance: Cents; readonly amount: Cents };

/** R11.3. The balance is the collected amount, or the funded one once it is funded. */
export async function findMfiStats(db: Db, mfiId: MfiId) {
  const { rows } = await sql<StatRow>`
    select status, count(*)::int as count, sum(greatest(backed_cents, funded_cents))::bigint as balance,
      sum(amount_cents)::bigint as amount
    from proposals where mfi_id = ${mfiId} and deleted_at is null and status >= ${STATUS.published} group by status`.execute(
    db,
  );
  const box = (isIn: (status: ProposalStatus) => boolean): StatBox => {
    const matching = rows.filter((row) => isIn(proposalStatusOf(row.status)));
    const sum = (pick: (row: StatRow) => number) => matching.reduce((total, row) => total + pick(row), 0);
    return {
      count: sum((row) => row.count),
      balance: sum((row) => row.balance) as Cents,
      amount: sum((row) => row.amount) as Cents,
    };
  };
  return {
    inProgress: box((status) => status === 'published'),
    active: box((status) => status !== 'published'),
    repaid: box((status) => status === 'repaid'),
  };
}

/** Figures for a start page, of this MFI alone. */
export async function findShowcaseFigures(db: Db, mfiId: MfiId) {
  const { rows } = await sql<{ lent: Cents; repaid: Cents; borrowersCount: number; backersCount: number }>`
    select coalesce(sum(funded_cents), 0)::bigint as lent, coalesce(sum(repaid_cents), 0)::bigint as repaid,
      (count(distinct owner_id) filter (where funded_cents > 0))::int as "borrowersCount",
      (select count(distinct i.investor_id)::int from investments i join proposals b on b.id = i.proposal_id
        where b.mfi_id = ${mfiId} and i.released_at is null) as "backersCount"
    from proposals where mfi_id = ${mfiId} and deleted_at is null`.execute(db);
  return rows[0] as NonNullable<(typeof rows)[0]>;
}
