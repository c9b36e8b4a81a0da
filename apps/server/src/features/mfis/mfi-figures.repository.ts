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

/** Institutions with more rows of figures than so many have them folded; so few are added up in no time. */
const FOLDED_FROM = 200;
/** Rows that one statement folds. An institution has far fewer statuses and currencies than these. */
const FOLDED_AT_ONCE = 10_000;

/**
 * Folds the figures of each institution into a row for each status and currencies. Two that fold at once take different rows, and
 * a reader sees the rows from before or their sum.
 */
export async function foldFigures(db: Db): Promise<void> {
  const { rows } = await sql<{ mfiId: MfiId }>`
    select mfi_id as "mfiId" from institution_figures group by mfi_id having count(*) > ${FOLDED_FROM}`.execute(db);
  for (const { mfiId } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- each fold begins where the one before it ended
    while ((await foldSome(db, mfiId)) === FOLDED_AT_ONCE);
  }
}

async function foldSome(db: Db, mfiId: MfiId): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from institution_figures where mfi_id = ${mfiId} and id = any (array(
        select id from institution_figures where mfi_id = ${mfiId} order by id limit ${FOLDED_AT_ONCE} for update skip locked
      )) returning *
    ), folded as (
      insert into institution_figures (mfi_id, status, is_approved, balance_currency, amount_currency,
        loans, balance_cents, amount_cents, balance_minor, amount_minor)
      select mfi_id, status, is_approved, balance_currency, amount_currency,
        sum(loans), sum(balance_cents), sum(amount_cents), sum(balance_minor), sum(amount_minor)
      from taken group by mfi_id, status, is_approved, balance_currency, amount_currency
      having (sum(loans), sum(balance_cents), sum(amount_cents), sum(balance_minor), sum(amount_minor)) <> (0, 0, 0, 0, 0)
    )
    select count(*)::int as taken from taken`.execute(db);
  return rows[0]?.taken ?? 0;
}
