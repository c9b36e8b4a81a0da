import { randomInt } from 'node:crypto';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { FreshReceipt } from '@sathi/domain/payouts.ts';
import type { MfiId, MoneyAccountId, PayoutAccountId, PayoutId, UserId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type Reference, REFERENCE_NUMBERS, referenceOf } from '@sathi/domain/references.ts';
import type { WithdrawalMethod, WithdrawalState } from '@sathi/domain/withdrawals.ts';
import { sql, type RawBuilder, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { PayoutsTable } from '../../db/schema.ts';
import { standingOfReceipts } from '../pay-ins/standing.repository.ts';

/** Credit that its person asked out. */
export type PayoutRow = {
  readonly id: PayoutId;
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly timeZone: string;
  readonly userId: UserId;
  readonly amountCents: Cents;
  readonly payoutAccountId: PayoutAccountId;
  readonly reference: Reference;
  readonly state: WithdrawalState;
  readonly requestedAt: Date;
  readonly payableFrom: Date;
  /** As before, without the rest of its person. */
  readonly ownPayableFrom: Date;
  readonly accountId: MoneyAccountId | null;
  readonly paidMinor: Minor | null;
  readonly bankReference: string | null;
  readonly sentOn: CalendarDate | null;
  readonly sentAt: Date | null;
  readonly closedAt: Date | null;
  readonly reason: string | null;
  readonly method: WithdrawalMethod;
  /** The last four characters of the account's number; empty once its owner keeps the account no longer. */
  readonly accountLast4: string;
  readonly isInBatch: boolean;
  readonly isBelowZero: boolean;
};

/** Whether the credit of a person there is below zero, which holds what they asked out before (R29.5). */
export function isWalletBelowZero(userId: RawBuilder<unknown>, mfiId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from accounts where kind = 'wallet' and proposal_key = 0 and user_key = ${userId} and mfi_key = ${mfiId}
      and balance_cents < 0
  )`;
}

/** A request that is to be sent rests with its person, too (R33.4). */
const PAYABLE_FROM = sql`case when o.state = 'requested' then greatest(o.payable_from, u.payouts_rest_until)
  else o.payable_from end`;

async function selectPayouts(db: Db, condition: RawBuilder<unknown>): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select o.id, o.mfi_id as "mfiId", m.name as "mfiName", m.time_zone as "timeZone", o.user_id as "userId",
      o.amount_cents as "amountCents", o.payout_account_id as "payoutAccountId", o.reference, o.state,
      o.requested_at as "requestedAt", ${PAYABLE_FROM} as "payableFrom",
      o.payable_from as "ownPayableFrom", o.account_id as "accountId",
      o.paid_minor as "paidMinor", o.bank_reference as "bankReference", o.sent_on as "sentOn", o.sent_at as "sentAt",
      o.closed_at as "closedAt", o.reason, a.method, a.account_last4 as "accountLast4",
      exists (select from payout_batch_items i where i.payout_id = o.id and i.is_active) as "isInBatch",
      ${isWalletBelowZero(sql`o.user_id`, sql`o.mfi_id`)} as "isBelowZero"
    from payouts o join mfis m on m.id = o.mfi_id join payout_accounts a on a.id = o.payout_account_id
    join users u on u.id = o.user_id ${condition}`.execute(db);
  return rows;
}

/** Newest first. */
export async function listOwnPayouts(
  db: Db,
  userId: UserId,
  { limit, before }: { readonly limit: number; readonly before: number | null },
): Promise<PayoutRow[]> {
  return selectPayouts(
    db,
    sql`where o.user_id = ${userId} and (${before}::bigint is null or o.id < ${before}::bigint)
      order by o.id desc limit ${limit}`,
  );
}

/** The requests of a person that are to be sent or were sent. */
export async function listStandingPayouts(db: Db, userId: UserId): Promise<PayoutRow[]> {
  return selectPayouts(
    db,
    sql`where o.user_id = ${userId} and o.state in ('requested', 'sent', 'confirmed') order by o.id`,
  );
}

export async function findPayout(db: Db, id: PayoutId): Promise<PayoutRow | undefined> {
  return (await selectPayouts(db, sql`where o.id = ${id}`))[0];
}

/** Holds these payouts until the transaction ends, in the order of all changes: after proposals, before batches (R24.5). */
export async function lockPayouts(tx: Tx, ids: readonly PayoutId[]): Promise<void> {
  await sql`select id from payouts where id = any (${ids}::bigint[]) order by id for no key update`.execute(tx);
}

export async function lockPayout(tx: Tx, id: PayoutId): Promise<PayoutRow | undefined> {
  await lockPayouts(tx, [id]);
  return findPayout(tx, id);
}

export async function insertPayout(
  tx: Tx,
  payout: {
    readonly mfiId: MfiId;
    readonly userId: UserId;
    readonly amountCents: Cents;
    readonly payoutAccountId: PayoutAccountId;
    readonly requestedAt: Date;
    readonly payableFrom: Date;
  },
): Promise<PayoutId> {
  const [reference] = await freshReferences(tx, 1);
  const row = { ...payout, reference: reference ?? '' };
  return (await tx.insertInto('payouts').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function setPayout(tx: Tx, id: PayoutId, values: Updateable<PayoutsTable>): Promise<void> {
  await tx.updateTable('payouts').set(values).where('id', '=', id).execute();
}

/** The payouts that were sent before this instant and never answered by their person. */
export async function listUnconfirmedPayouts(db: Db, sentBefore: Date, limit: number): Promise<{ id: PayoutId }[]> {
  return db
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', 'sent')
    .where('sentAt', '<', sentBefore)
    .orderBy('sentAt')
    .limit(limit)
    .execute();
}

/** How many wait to be sent outside of batches, and since when the oldest does. */
export async function countPayoutsToSend(db: Db, mfiId: MfiId): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(requested_at) as "oldestAt" from payouts o
    where mfi_id = ${mfiId} and state = 'requested'
      and not exists (select from payout_batch_items i where i.payout_id = o.id and i.is_active)`.execute(db);
  return rows[0] ?? { count: 0, oldestAt: null };
}

/** References that no request for money ever had (R19.4). */
export async function freshReferences(tx: Tx, count: number): Promise<Reference[]> {
  const drawn = new Set<Reference>();
  while (drawn.size < count) {
    const wanted = Array.from({ length: count - drawn.size }, () =>
      referenceOf('payout', randomInt(REFERENCE_NUMBERS)),
    );
    const { rows } = await sql<{ reference: Reference }>`
      select reference from payout_batch_items where reference = any (${wanted}::text[])
      union select reference from payouts where reference = any (${wanted}::text[])
      union select payout_reference from withdrawals where payout_reference = any (${wanted}::text[])`.execute(tx);
    const taken = new Set(rows.map(({ reference }) => reference));
    for (const reference of wanted) if (!taken.has(reference)) drawn.add(reference);
  }
  return [...drawn];
}

/**
 * The money of a person that came to an institution, as far as it may be held back: what it left as credit, and what it paid
 * and was given back (R25.6). A receipt that is old and sure holds nothing. The day of money that a person typed is their word, so
 * it is as old as its entry in the books.
 */
export async function listFreshReceipts(
  db: Db,
  { mfiId, userId }: { readonly mfiId: MfiId; readonly userId: UserId },
  since: CalendarDate,
): Promise<FreshReceipt[]> {
  const { rows } = await sql<FreshReceipt>`
    select (r.amount_cents - coalesce(s.cents, 0))::bigint as "toCreditCents", d.held_from as "heldFrom",
      r.entered_by_hand and r.confirmed_at is null as "isUnconfirmed",
      coalesce((
        select l.payer_account from line_parts t join statement_lines l on l.id = t.line_id
        where t.receipt_id = r.id and t.undone_at is null and t.amount_minor > 0 limit 1
      ), '') as "payerAccount"
    from receipts r join mfis m on m.id = r.mfi_id
    left join ${standingOfReceipts({ mfiId, userId })} s on s.receipt_id = r.id
    cross join lateral (
      select greatest(r.received_on, case when r.entered_by_hand or r.till_id is not null
        then (r.booked_at at time zone m.time_zone)::date end) as held_from
    ) d
    where r.user_id = ${userId} and r.mfi_id = ${mfiId} and r.state = 'booked'
      and (d.held_from > ${since}::date or (r.entered_by_hand and r.confirmed_at is null))`.execute(db);
  return rows;
}
