import type { MfiId, PaymentId, ProposalId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';

type StatRow = { readonly status: number; readonly count: number; readonly balance: Cents; readonly amount: Cents };
export type StatBox = { readonly count: number; readonly balance: Cents; readonly amount: Cents };

/** R11.3. The balance is what was collected, or funded once it is. */
export async function findMfiStats(db: Db, mfiId: MfiId) {
  const { rows } = await sql<StatRow>`
    select status, count(*)::int as count, sum(greatest(backed_cents, funded_cents))::bigint as balance,
      sum(amount_cents)::bigint as amount
    from proposals where mfi_id = ${mfiId} and deleted_at is null and status >= 2 group by status`.execute(db);
  const box = (isIn: (status: number) => boolean): StatBox => {
    const matching = rows.filter((row) => isIn(row.status));
    const sum = (pick: (row: StatRow) => number) => matching.reduce((total, row) => total + pick(row), 0);
    return {
      count: sum((row) => row.count),
      balance: sum((row) => row.balance) as Cents,
      amount: sum((row) => row.amount) as Cents,
    };
  };
  return {
    inProgress: box((status) => status === 2),
    active: box((status) => status >= 3),
    repaid: box((status) => status === 6),
  };
}

export type QueueRow = {
  readonly proposalId: ProposalId;
  readonly title: string;
  readonly userName: string;
  readonly amount: Cents;
  readonly waitingSince: Date;
  readonly paymentId: PaymentId;
  readonly withdrawalId: WithdrawalId;
  readonly total: number;
};

const QUEUE_MAX = 50;
const NONE = sql`null::bigint as "paymentId", null::bigint as "withdrawalId"`;

async function queue(db: Db, columns: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.*, (count(*) over ())::int as total from (
      select p.id as "proposalId", p.title, u.first_name || ' ' || u.last_name as "userName", ${columns}
      from proposals p join users u on u.id = p.owner_id ${rest}
    ) q order by q."waitingSince", q."proposalId" limit ${QUEUE_MAX}`.execute(db);
  return rows;
}

/** What waits for the staff of an MFI, oldest first, at most 50 rows of each with the total in every row. */
export async function listQueues(db: Db, mfiId: MfiId) {
  const ofMfi = sql`p.mfi_id = ${mfiId} and p.deleted_at is null`;
  const [toApprove, toRelease, withdrawalsToSend, paymentsToApprove] = await Promise.all([
    queue(
      db,
      sql`p.amount_cents as amount, p.published_at as "waitingSince", ${NONE}`,
      sql`where ${ofMfi} and p.status in (2, 3, 4, 5) and p.approved_at is null`,
    ),
    queue(
      db,
      sql`p.amount_cents as amount, greatest(p.backed_at, p.approved_at) as "waitingSince", ${NONE}`,
      sql`where ${ofMfi} and p.status = 4 and p.approved_at is not null`,
    ),
    queue(
      db,
      sql`w.amount_cents as amount, w.requested_at as "waitingSince", null::bigint as "paymentId", w.id as "withdrawalId"`,
      sql`join withdrawals w on w.proposal_id = p.id and w.state = 'requested' where ${ofMfi}`,
    ),
    queue(
      db,
      sql`y.amount_cents as amount, y.entered_at as "waitingSince", y.id as "paymentId", null::bigint as "withdrawalId"`,
      sql`join payments y on y.proposal_id = p.id and y.state = 'pending' where ${ofMfi}`,
    ),
  ]);
  return { toApprove, toRelease, withdrawalsToSend, paymentsToApprove };
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
