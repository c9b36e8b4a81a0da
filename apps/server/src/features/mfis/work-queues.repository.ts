import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { ANSWER_DAYS } from '@sathi/domain/defaults.ts';
import type { MfiId, PaymentId, ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PayChannel } from '@sathi/domain/pay-ins.ts';
import { UNSENT_DAYS } from '@sathi/domain/release-undoings.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { ASKED, localSum, OUTSTANDING, PAID, type SqlLocal, WITHDRAWN } from '../proposals/local-sums.repository.ts';
import { IS_UNSENT } from '../release-undoings/release-undoings.repository.ts';
import { awaitsAnother } from '../proposals/told-to-readers.repository.ts';

export type QueueRow = {
  readonly proposalId: ProposalId;
  readonly title: string;
  readonly userName: string;
  readonly place: string | null;
  readonly officerId: UserId | null;
  readonly amount: Cents;
  readonly local: LocalSum | null;
  readonly waitingSince: Date;
  readonly paymentId: PaymentId;
  readonly channel: PayChannel | null;
  readonly reference: string | null;
  readonly paidOn: CalendarDate;
  readonly hasSlip: boolean;
  readonly withdrawalId: WithdrawalId;
  readonly payableFrom: Date;
  readonly awaitsAnother: boolean;
  readonly ownerId: UserId;
  readonly total: number;
};

export const QUEUE_MAX = 50;

/** The rows that one officer looks after, behind this many of each queue. */
export type Mine = { readonly officerId: UserId; readonly before: number };

/** The columns of one queue: what waits, since when, and the first of two people where two decide. */
type Waiting = {
  readonly amount: RawBuilder<unknown>;
  readonly local: SqlLocal;
  readonly since: RawBuilder<unknown>;
  readonly first?: RawBuilder<unknown>;
  readonly more?: RawBuilder<unknown>;
};

const NOBODY = sql`null::bigint`;
const NOTHING_MORE = sql`null::bigint as "paymentId", null::bigint as "withdrawalId", null::timestamptz as "payableFrom"`;

/** Officers who left the office look after nothing there. */
const PROPOSAL_COLUMNS = sql`p.id as "proposalId", p.owner_id as "ownerId", p.title, p.place,
  u.first_name || ' ' || u.last_name as "userName",
  (select s.user_id from mfi_staff s where s.mfi_id = p.mfi_id and s.user_id = p.officer_id) as "officerId"`;

type Asked = { readonly mfiId: MfiId; readonly readerId: UserId; readonly now: Date; readonly mine?: Mine | undefined };

async function queue(
  db: Db,
  { mfiId, readerId, mine }: Asked,
  { amount, local, since, first = NOBODY, more = NOTHING_MORE }: Waiting,
  rest: RawBuilder<unknown>,
  { proposals = sql`proposals`, total = sql`count(*) over ()` } = {},
): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.*, (${total})::int as total from (
      select ${PROPOSAL_COLUMNS}, ${amount} as amount, ${localSum(local)} as local, ${since} as "waitingSince",
        ${awaitsAnother(sql`${readerId}::bigint`, { first, cents: amount })} as "awaitsAnother", ${more}
      from ${proposals} p join mfis m on m.id = p.mfi_id join users u on u.id = p.owner_id ${rest}
        and p.mfi_id = ${mfiId} and p.deleted_at is null ${mine ? sql`and p.officer_id = ${mine.officerId}` : sql``}
    ) q order by q."waitingSince", q."proposalId", q."paymentId", q."withdrawalId"
    limit ${QUEUE_MAX} offset ${mine?.before ?? 0}`.execute(db);
  return rows;
}

/**
 * A queue that the proposals themselves are in, of which there may be any number: an index has its oldest, the figures of the
 * institution how many it has. `isIn` is the condition of that index for `p`, `isCounted` the same for the rows of figures.
 */
function queueOfProposals(
  db: Db,
  asked: Asked,
  waiting: Omit<Waiting, 'more'>,
  { isIn, isCounted }: { readonly isIn: RawBuilder<unknown>; readonly isCounted: RawBuilder<unknown> },
): Promise<QueueRow[]> {
  // Those of one officer are found by themselves.
  if (asked.mine) return queue(db, asked, waiting, sql`where ${isIn}`);
  return queue(db, asked, waiting, sql`where true`, {
    proposals: sql`(select * from proposals p where p.mfi_id = ${asked.mfiId} and p.deleted_at is null and ${isIn}
      order by ${waiting.since}, p.id limit ${QUEUE_MAX})`,
    total: sql`select sum(loans) from institution_figures where mfi_id = ${asked.mfiId} and ${isCounted}`,
  });
}

const TO_APPROVE = sql`(${STATUS.published}, ${STATUS.locked}, ${STATUS.backed}, ${STATUS.funded})`;

/** The queues of an MFI's staff or of one of them, oldest first, at most 50 rows of each with the total in every row. */
export async function listQueues(db: Db, asked: Asked) {
  const [toApprove, toRelease, withdrawalsToSend, paymentsToApprove, cannotPay, inDoubt] = await Promise.all([
    queueOfProposals(
      db,
      asked,
      { amount: sql`p.amount_cents`, local: ASKED, since: sql`p.published_at` },
      {
        isIn: sql`p.status in ${TO_APPROVE} and p.approved_at is null`,
        isCounted: sql`status in ${TO_APPROVE} and not is_approved`,
      },
    ),
    queueOfProposals(
      db,
      asked,
      {
        amount: sql`p.amount_cents`,
        local: ASKED,
        since: sql`greatest(p.backed_at, p.approved_at)`,
        first: sql`p.approved_by`,
      },
      {
        isIn: sql`p.status = ${STATUS.backed} and p.approved_at is not null`,
        isCounted: sql`status = ${STATUS.backed} and is_approved`,
      },
    ),
    queue(
      db,
      asked,
      {
        amount: sql`w.amount_cents`,
        local: WITHDRAWN,
        since: sql`w.requested_at`,
        more: sql`null::bigint as "paymentId", w.id as "withdrawalId",
          greatest(coalesce(w.payable_from, w.requested_at), u.payouts_rest_until) as "payableFrom"`,
      },
      // Those in a batch are sent with it.
      sql`join withdrawals w on w.proposal_id = p.id where w.state = 'requested' and not exists (
        select from payout_batch_items i where i.withdrawal_id = w.id and i.is_active
      )`,
    ),
    queue(
      db,
      asked,
      {
        amount: sql`y.amount_cents`,
        local: PAID,
        since: sql`y.entered_at`,
        first: sql`y.entered_by`,
        more: sql`y.id as "paymentId", null::bigint as "withdrawalId", null::timestamptz as "payableFrom", y.channel,
          y.own_reference as reference, coalesce(y.paid_on, (y.entered_at at time zone m.time_zone)::date) as "paidOn",
          y.slip is not null as "hasSlip"`,
      },
      sql`join payments y on y.proposal_id = p.id where y.state = 'pending' and y.till_id is null`,
    ),
    queueCannotPay(db, asked),
    queueInDoubt(db, asked),
  ]);
  return { toApprove, toRelease, withdrawalsToSend, paymentsToApprove, cannotPay, inDoubt };
}

const OWED = { amount: sql`p.funded_cents - p.repaid_cents - p.forgiven_cents`, local: OUTSTANDING };

/** The loans whose borrower said that they cannot pay (R28.1). */
const queueCannotPay = (db: Db, asked: Asked) =>
  queue(
    db,
    asked,
    { ...OWED, since: sql`h.asked_at` },
    sql`join hardships h on h.proposal_id = p.id where h.state = 'open' and p.status = ${STATUS.funded}`,
  );

/**
 * Questions whether a loan is in default, but for those put off; write-offs and undoings of a release that wait for another; and
 * money that was released long ago and never sent (R29.1, R29.3, R31.3, R31.4).
 */
const queueInDoubt = (db: Db, asked: Asked) =>
  queue(
    db,
    asked,
    { ...OWED, since: sql`d.since` },
    sql`join (
      select found.proposal_id, min(found.since) as since from (
      select q.proposal_id, greatest(q.asked_at, max(y.put_off_at) + ${ANSWER_DAYS}::int * interval '1 day') as since
      from loan_defaults q left join default_delays y on y.default_id = q.id where q.state = 'asked' group by q.id
      union all
      select proposal_id, entered_at from write_offs where state = 'entered'
      union all
      select proposal_id, entered_at from release_undoings where state = 'entered'
      union all
      select p.id, p.funded_at + ${UNSENT_DAYS}::int * interval '1 day' from proposals p
      where p.mfi_id = ${asked.mfiId} and p.status = ${STATUS.funded} and ${IS_UNSENT}
      ) found group by found.proposal_id
    ) d on d.proposal_id = p.id where d.since <= ${asked.now}`,
  );

/** Its local sum is what the loan still owes. */
export type QueuedLoan = Pick<QueueRow, 'proposalId' | 'title' | 'userName' | 'place' | 'officerId' | 'local'> & {
  /** Empty for a former member, who has none. */
  readonly phone: string;
  readonly isPhoneConfirmed: boolean;
};

/** The facts of these proposals for the rows of a queue, in no order. */
export async function listQueuedLoans(db: Db, ids: readonly ProposalId[]): Promise<QueuedLoan[]> {
  const { rows } = await sql<QueuedLoan>`
    select ${PROPOSAL_COLUMNS}, ${localSum(OUTSTANDING)} as local, case when u.closed_at is null then u.phone else '' end as phone,
      not exists (select from identities i where i.subject = u.subject
        and (i.phone_verified_at is null or i.phone_by_email)) as "isPhoneConfirmed"
    from proposals p join users u on u.id = p.owner_id
    where p.id = any (${ids}::bigint[])`.execute(db);
  return rows;
}

export async function listOfficers(db: Db, mfiId: MfiId): Promise<{ readonly id: UserId; readonly name: string }[]> {
  const { rows } = await sql<{ id: UserId; name: string }>`
    select u.id, u.first_name || ' ' || u.last_name as name from mfi_staff s join users u on u.id = s.user_id
    where s.mfi_id = ${mfiId} order by name, u.id`.execute(db);
  return rows;
}

export async function isOfficer(db: Db, mfiId: MfiId, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('mfiStaff')
    .select('id')
    .where('mfiId', '=', mfiId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
