import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyAccountId, PaymentId, ProposalId, ReceiptId, TillId, UserId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { TillState } from '@sathi/domain/tills.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { RefusalError } from '../../errors/refusal-error.ts';

export type TillRow = {
  readonly id: TillId;
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly number: number;
  readonly accountId: MoneyAccountId;
  readonly currency: Currency;
  readonly officerId: UserId;
  readonly officerName: string;
  readonly day: CalendarDate;
  readonly floatMinor: Minor;
  /** The float and what was taken. */
  readonly expectedMinor: Minor;
  readonly state: TillState;
  readonly closedBy: UserId | null;
  readonly countedMinor: Minor | null;
  readonly closeReason: string | null;
  readonly receivedBy: UserId | null;
  readonly receivedMinor: Minor | null;
  readonly receiveReason: string | null;
  /** Cash was refused, and neither entered anew nor handed back (R22.5). */
  readonly hasRefused: boolean;
  /** Entries that another than the receiver has to decide (R19.9). */
  readonly hasLeft: boolean;
};

const SELECT = sql`
  select t.id, t.mfi_id as "mfiId", m.name as "mfiName", t.number, t.account_id as "accountId", a.currency,
    t.officer_id as "officerId", trim(u.first_name || ' ' || u.last_name) as "officerName", t.day,
    t.float_minor as "floatMinor", (t.float_minor + coalesce((
      select sum(e.amount_minor) from till_entries e where e.till_id = t.id and e.state = 'taken'
    ), 0))::bigint as "expectedMinor",
    t.state, t.closed_by as "closedBy", t.counted_minor as "countedMinor", t.close_reason as "closeReason",
    t.received_by as "receivedBy", t.received_minor as "receivedMinor", t.receive_reason as "receiveReason",
    exists (
      select from till_entries e where e.till_id = t.id and e.state = 'refused' and (
        -- The other entry of its number is other cash.
        e.refused_as = 'number_used' or not exists (
          select from till_entries o where o.till_id = t.id and o.number = e.number and o.state <> 'refused'
            and o.numbered_by is not distinct from e.numbered_by
        )
      )
    ) as "hasRefused",
    t.state = 'received' and (
      exists (select from payments y where y.till_id = t.id and y.state = 'pending')
      or exists (select from receipts r where r.till_id = t.id and r.state = 'collected')
    ) as "hasLeft"
  from tills t join mfis m on m.id = t.mfi_id join users u on u.id = t.officer_id
  join money_accounts a on a.id = t.account_id`;

/** The newest first; `before` is the id to continue below. */
export async function listTills(
  db: Db,
  { mfiId, day }: { readonly mfiId: MfiId; readonly day: CalendarDate | undefined },
  { limit, before }: { readonly limit: number; readonly before: number | null },
): Promise<TillRow[]> {
  const { rows } = await sql<TillRow>`${SELECT}
    where t.mfi_id = ${mfiId} and (${day ?? null}::date is null or t.day = ${day ?? null}::date)
      and (${before}::bigint is null or t.id < ${before}::bigint)
    order by t.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Locked before the money that is in it, so that entries, counting and receiving wait for each other. */
export async function lockTill(tx: Tx, mfiId: MfiId, id: TillId): Promise<TillRow | undefined> {
  await sql`select id from tills where id = ${id} and mfi_id = ${mfiId} for no key update`.execute(tx);
  const { rows } = await sql<TillRow>`${SELECT} where t.id = ${id} and t.mfi_id = ${mfiId}`.execute(tx);
  return rows[0];
}

export type NewTill = {
  readonly mfiId: MfiId;
  readonly accountId: MoneyAccountId;
  readonly officerId: UserId;
  readonly day: CalendarDate;
  readonly floatMinor: Minor;
  readonly openedAt: Date;
};

/** Whether an officer has a till of this day already. */
export async function hasTillOf(
  tx: Tx,
  { mfiId, officerId, day }: Pick<NewTill, 'mfiId' | 'officerId' | 'day'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('tills')
    .select('id')
    .where('mfiId', '=', mfiId)
    .where('officerId', '=', officerId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row !== undefined;
}

/** Numbered on from the last one of the institution, whose lock the caller holds. @throws RefusalError `till_open` */
export async function insertTill(tx: Tx, till: NewTill): Promise<{ readonly id: TillId; readonly number: number }> {
  const { mfiId, accountId, officerId, day, floatMinor, openedAt } = till;
  try {
    const { rows } = await sql<{ id: TillId; number: number }>`
      insert into tills (mfi_id, number, account_id, officer_id, day, float_minor, opened_at)
      select ${mfiId}::bigint, coalesce(max(number), 0) + 1, ${accountId}::bigint, ${officerId}::bigint, ${day}::date,
        ${floatMinor}::bigint, ${openedAt}::timestamptz
      from tills where mfi_id = ${mfiId}
      returning id, number`.execute(tx);
    return rows[0] as (typeof rows)[0];
  } catch (error) {
    throw isUniqueViolation(error, 'tills_of_a_day') ? new RefusalError('till_open') : error;
  }
}

/** Closed ones, which another than their officer counts again (R22.6). */
export async function countTillsToReceive(db: Db, mfiId: MfiId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tills where mfi_id = ${mfiId} and state = 'closed'`.execute(db);
  return rows[0]?.count ?? 0;
}

type Count = { readonly by: UserId; readonly at: Date; readonly countedMinor: Minor; readonly reason: string | null };

export async function setTillClosed(tx: Tx, id: TillId, { by, at, countedMinor, reason }: Count): Promise<void> {
  const closed = { state: 'closed', closedBy: by, closedAt: at, countedMinor, closeReason: reason } as const;
  await tx.updateTable('tills').set(closed).where('id', '=', id).execute();
}

export async function setTillReceived(tx: Tx, id: TillId, { by, at, countedMinor, reason }: Count): Promise<void> {
  const received = { state: 'received', receivedBy: by, receivedAt: at, receivedMinor: countedMinor } as const;
  await tx
    .updateTable('tills')
    .set({ ...received, receiveReason: reason })
    .where('id', '=', id)
    .execute();
}

/** Cash in a till that nobody has decided yet: for a loan of this owner, or of this person. */
export type HeldEntry = {
  readonly clientId: string;
  readonly number: number;
  readonly personId: UserId;
  readonly proposalId: ProposalId | null;
  readonly paymentId: PaymentId | null;
  readonly receiptId: ReceiptId | null;
  readonly amountCents: Cents;
  readonly paidOn: CalendarDate;
};

export async function listHeld(tx: Tx, tillId: TillId): Promise<HeldEntry[]> {
  const { rows } = await sql<HeldEntry>`
    select e.client_id as "clientId", e.number, coalesce(y.owner_id, r.user_id) as "personId", y.proposal_id as "proposalId",
      y.id as "paymentId", r.id as "receiptId", coalesce(y.amount_cents, r.amount_cents) as "amountCents",
      e.paid_on as "paidOn"
    from till_entries e
    left join payments y on y.id = e.payment_id and y.state = 'pending'
    left join receipts r on r.id = e.receipt_id and r.state = 'collected'
    where e.till_id = ${tillId} and e.state = 'taken' and (y.id is not null or r.id is not null)
    order by y.proposal_id nulls last, e.number`.execute(tx);
  return rows;
}

/** The proposals that are locked for the money of these people, so that all are locked in one order. */
export async function listPayersProposals(tx: Tx, mfiId: MfiId, userIds: readonly UserId[]): Promise<ProposalId[]> {
  const { rows } = await sql<{ id: ProposalId }>`
    select distinct i.proposal_id as id from investments i join proposals p on p.id = i.proposal_id
    where i.investor_id = any (${userIds}::bigint[]) and i.released_at is null and p.funded_cents = 0
      and p.mfi_id = ${mfiId}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The people whose credit repayments of these loans may move. */
export async function listClaimants(tx: Tx, proposalIds: readonly ProposalId[]): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select distinct user_id as "userId" from accounts
    where kind in ('claim', 'lost') and proposal_key = any (${proposalIds}::bigint[])`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export async function findTillOfficer(db: Db, mfiId: MfiId, id: TillId): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('tills')
    .select('officerId')
    .where('id', '=', id)
    .where('mfiId', '=', mfiId)
    .executeTakeFirst();
  return row?.officerId;
}
