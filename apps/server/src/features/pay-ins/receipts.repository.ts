import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyAccountId, ProposalId, ReceiptId, TillId, UserId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PayChannel, ReceiptState } from '@sathi/domain/pay-ins.ts';
import type { Reference } from '@sathi/domain/references.ts';
import { sql } from 'kysely';
import { isUniqueViolation } from '../../db/errors.ts';
import type { Db, Tx } from '../../db/db.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { freeOwnReference, takeOwnReference } from '../repayments/own-references.repository.ts';

export type NewReceipt = {
  readonly mfiId: MfiId;
  readonly userId: UserId;
  readonly amountCents: Cents;
  /** The value day. */
  readonly receivedOn: CalendarDate;
  readonly bookedBy: UserId;
  /** The account by which the money came, and the sum that it booked, in its currency. */
  readonly accountId?: MoneyAccountId;
  readonly localMinor?: Minor;
  /** The worth on the value day beyond what is booked; null without a rate (R23.6). */
  readonly gainCents?: Cents | null;
  readonly channel?: PayChannel;
  /** The bank's own number, typed by staff: taken once for each channel (R22.1). */
  readonly ownReference?: string;
  /** Staff entered the receipt by hand: its money leaves only once another person is sure that it came (R25.10). */
  readonly enteredByHand?: boolean;
};
export type ReceiptRow = {
  readonly id: ReceiptId;
  readonly mfiId: MfiId;
  readonly userId: UserId;
  readonly amountCents: Cents;
  readonly bookedBy: UserId;
  readonly state: ReceiptState;
  readonly enteredByHand: boolean;
  readonly confirmedAt: Date | null;
};

/** @throws RefusalError `reference_used` */
export async function insertReceipt(tx: Tx, receipt: NewReceipt, bookedAt: Date): Promise<ReceiptId> {
  const { mfiId, channel = null, ownReference = null } = receipt;
  try {
    const row = await tx
      .insertInto('receipts')
      .values({ ...receipt, bookedAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await takeOwnReference(tx, { mfiId, channel, ownReference }, { receiptId: row.id });
    return row.id;
  } catch (error) {
    throw isUniqueViolation(error, 'receipts_own_reference') ? new RefusalError('reference_used') : error;
  }
}

/** Cash in a till is no money of the books until the till is received (R22.10). */
export async function insertCollected(
  tx: Tx,
  receipt: NewReceipt & { readonly tillId: TillId; readonly receiptNumber: string; readonly receiptCode: string },
  collectedAt: Date,
): Promise<ReceiptId> {
  const row = await tx
    .insertInto('receipts')
    .values({ ...receipt, state: 'collected', bookedAt: collectedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function setBooked(tx: Tx, id: ReceiptId, bookedBy: UserId, bookedAt: Date): Promise<void> {
  await tx.updateTable('receipts').set({ state: 'booked', bookedBy, bookedAt }).where('id', '=', id).execute();
}

const COLUMNS = ['id', 'mfiId', 'userId', 'amountCents', 'bookedBy', 'state', 'enteredByHand', 'confirmedAt'] as const;

export async function findReceipt(db: Db, mfiId: MfiId, id: ReceiptId): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').select(COLUMNS).where('id', '=', id).where('mfiId', '=', mfiId).executeTakeFirst();
}

/** Locks a receipt, whose money the caller has locked before it (R24.5). */
export async function lockReceipt(tx: Tx, mfiId: MfiId, id: ReceiptId): Promise<ReceiptRow | undefined> {
  return tx
    .selectFrom('receipts')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('mfiId', '=', mfiId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function setReversed(
  tx: Tx,
  id: ReceiptId,
  reversal: { readonly reversedBy: UserId; readonly reversedAt: Date; readonly reason: string },
): Promise<void> {
  await tx
    .updateTable('receipts')
    .set({ ...reversal, state: 'reversed' })
    .where('id', '=', id)
    .execute();
  await freeOwnReference(tx, { receiptId: id });
}

export async function setConfirmed(tx: Tx, id: ReceiptId, confirmedBy: UserId, confirmedAt: Date): Promise<void> {
  await tx.updateTable('receipts').set({ confirmedBy, confirmedAt }).where('id', '=', id).execute();
}

export type ListedReceipt = Omit<ReceiptRow, 'mfiId'> & {
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly userName: string;
  readonly reference: Reference;
  readonly localMinor: Minor | null;
  readonly currency: Currency | null;
  readonly receivedOn: CalendarDate;
  readonly ownReference: string | null;
  readonly gainCents: Cents | null;
  readonly bookedByName: string;
  readonly reason: string | null;
};
type Wanted = { readonly mfiId?: MfiId; readonly userId?: UserId | undefined; readonly state?: string | undefined };

/** The newest first, of an institution or of a person. */
export async function listReceipts(
  db: Db,
  { mfiId, userId, state }: Wanted,
  { limit, after }: { readonly limit: number; readonly after: number | null },
): Promise<ListedReceipt[]> {
  const { rows } = await sql<ListedReceipt>`
    select r.id, r.mfi_id as "mfiId", m.name as "mfiName", r.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as "userName",
      o.reference, r.amount_cents as "amountCents", r.local_minor as "localMinor", a.currency, r.received_on as "receivedOn",
      r.own_reference as "ownReference", r.gain_cents as "gainCents", r.state, r.entered_by_hand as "enteredByHand",
      r.confirmed_at as "confirmedAt", r.booked_by as "bookedBy", trim(b.first_name || ' ' || b.last_name) as "bookedByName", r.reason
    from receipts r
    join mfis m on m.id = r.mfi_id
    join users u on u.id = r.user_id
    join users b on b.id = r.booked_by
    join pay_in_orders o on o.user_id = r.user_id and o.mfi_id = r.mfi_id
    left join money_accounts a on a.id = r.account_id
    where (${mfiId ?? null}::bigint is null or r.mfi_id = ${mfiId ?? null}::bigint)
      and (${userId ?? null}::bigint is null or r.user_id = ${userId ?? null}::bigint)
      and (${state ?? null}::text is null or r.state = ${state ?? null}::text)
      and (${after}::bigint is null or r.id < ${after}::bigint)
    order by r.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The parts of each receipt that paid something at once, in the order in which they did. */
export async function listSettled(
  db: Db,
  ids: readonly ReceiptId[],
): Promise<Map<ReceiptId, { proposalId: ProposalId; amountCents: Cents }[]>> {
  const { rows } = await sql<{ receiptId: ReceiptId; proposalId: ProposalId; amountCents: Cents }>`
    select receipt_id as "receiptId", proposal_id as "proposalId", sum(amount_cents)::bigint as "amountCents"
    from journals where receipt_id = any (${ids}::bigint[]) and kind = 'settled'
    group by receipt_id, proposal_id order by receipt_id, min(id)`.execute(db);
  return Map.groupBy(rows, ({ receiptId }) => receiptId);
}
