import type { MfiId } from '@sathi/domain/ids.ts';
import { type LocalSum, sumsByCurrency } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type ProposalStatus, proposalStatusOf } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

type StatRow = {
  readonly status: number;
  readonly count: number;
  readonly balance: Cents;
  readonly amount: Cents;
  readonly balanceSum: LocalSum;
  readonly amountSum: LocalSum;
};
export type StatBox = {
  readonly count: number;
  readonly balance: Cents;
  readonly amount: Cents;
  readonly sums: { readonly balance: LocalSum[]; readonly amount: LocalSum[] };
};

/** R11.3, from the kept figures. The balance is the collected amount, or the funded one once it is funded. */
export async function findMfiStats(db: Db, mfiId: MfiId) {
  const { rows } = await sql<StatRow>`
    select status, sum(loans)::int as count, sum(balance_cents)::bigint as balance, sum(amount_cents)::bigint as amount,
      jsonb_build_object('amount', sum(balance_minor), 'currency', balance_currency) as "balanceSum",
      jsonb_build_object('amount', sum(amount_minor), 'currency', amount_currency) as "amountSum"
    from institution_figures where mfi_id = ${mfiId}
    group by status, balance_currency, amount_currency having sum(loans) > 0`.execute(db);
  const box = (isIn: (status: ProposalStatus) => boolean): StatBox => {
    const matching = rows.filter((row) => isIn(proposalStatusOf(row.status)));
    const sum = (pick: (row: StatRow) => number) => matching.reduce((total, row) => total + pick(row), 0);
    return {
      count: sum((row) => row.count),
      balance: sum((row) => row.balance) as Cents,
      amount: sum((row) => row.amount) as Cents,
      sums: {
        balance: sumsByCurrency(matching.map((row) => row.balanceSum)),
        amount: sumsByCurrency(matching.map((row) => row.amountSum)),
      },
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
