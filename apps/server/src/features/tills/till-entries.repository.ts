import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { PaymentId, ReceiptId, TillId, UserId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { TillEntryState } from '@sathi/domain/tills.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type EntryRow = {
  readonly tillId: TillId;
  readonly clientId: string;
  readonly number: number;
  /** The closed till that numbered the receipt; null where it is this one. */
  readonly numberedBy: TillId | null;
  readonly numberedByNumber: number | null;
  readonly state: TillEntryState;
  readonly refusedAs: string | null;
  readonly reference: string;
  readonly amountMinor: Minor | null;
  readonly paidOn: CalendarDate | null;
  readonly note: string;
  readonly signedBy: string | null;
  readonly paymentId: PaymentId | null;
  readonly receiptId: ReceiptId | null;
  readonly receiptNumber: string | null;
  readonly receiptCode: string | null;
  /** The name of the borrower or the backer; empty where the reference is nobody's. */
  readonly name: string;
};

const SELECT = sql`
  select e.till_id as "tillId", e.client_id as "clientId", e.number, e.numbered_by as "numberedBy",
    n.number as "numberedByNumber", e.state, e.refused_as as "refusedAs", e.reference,
    e.amount_minor as "amountMinor", e.paid_on as "paidOn", e.note, e.signed_by as "signedBy",
    e.payment_id as "paymentId", e.receipt_id as "receiptId",
    coalesce(y.receipt_number, r.receipt_number) as "receiptNumber", coalesce(y.receipt_code, r.receipt_code) as "receiptCode",
    coalesce(trim(u.first_name || ' ' || u.last_name), '') as name
  from till_entries e
  left join tills n on n.id = e.numbered_by
  left join payments y on y.id = e.payment_id
  left join receipts r on r.id = e.receipt_id
  left join users u on u.id = coalesce(y.owner_id, r.user_id)`;

export async function listEntries(db: Db, tillIds: readonly TillId[]): Promise<Map<TillId, EntryRow[]>> {
  const { rows } = await sql<EntryRow>`${SELECT}
    where e.till_id = any (${tillIds}::bigint[]) order by e.numbered_by nulls first, e.number, e.id`.execute(db);
  return Map.groupBy(rows, ({ tillId }) => tillId);
}

export type LaterRow = { readonly numberedBy: TillId; readonly number: number; readonly till: number };

/** Receipts of these tills whose cash is in a later one, or was handed back from it. */
export async function listLater(db: Db, tillIds: readonly TillId[]): Promise<Map<TillId, LaterRow[]>> {
  const { rows } = await sql<LaterRow>`
    select e.numbered_by as "numberedBy", e.number, t.number as till
    from till_entries e join tills t on t.id = e.till_id
    where e.numbered_by = any (${tillIds}::bigint[]) and e.state <> 'refused' order by e.number, e.id`.execute(db);
  return Map.groupBy(rows, ({ numberedBy }) => numberedBy);
}

/** The entry of this officer that a device knows by this id: of this till, or taken into another one before. */
export async function findEntry(
  tx: Tx,
  { tillId, officerId, clientId }: { readonly tillId: TillId; readonly officerId: UserId; readonly clientId: string },
): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`${SELECT} join tills t on t.id = e.till_id
    where e.client_id = ${clientId} and t.officer_id = ${officerId} and (t.id = ${tillId} or e.state = 'taken')
    order by e.state = 'taken' desc, t.id desc limit 1`.execute(tx);
  return rows[0];
}

/** Whether another entry has given this number to a receipt of this till. */
export async function isNumberUsed(tx: Tx, tillId: TillId, number: number, clientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tillEntries')
    .select('id')
    .where(sql<TillId>`coalesce(numbered_by, till_id)`, '=', tillId)
    .where('number', '=', number)
    .where('state', '<>', 'refused')
    .where('clientId', '<>', clientId)
    .executeTakeFirst();
  return row !== undefined;
}

export type NewEntry = Pick<EntryRow, 'tillId' | 'clientId' | 'number' | 'numberedBy' | 'state' | 'refusedAs'> &
  Partial<Pick<EntryRow, 'reference' | 'amountMinor' | 'paidOn' | 'note' | 'signedBy' | 'paymentId' | 'receiptId'>>;

/** Writes an entry, in place of a refused one of the same id. */
export async function setEntry(tx: Tx, { tillId, clientId, ...values }: NewEntry, enteredAt: Date): Promise<void> {
  await tx
    .insertInto('tillEntries')
    .values({ reference: '', note: '', ...values, tillId, clientId, enteredAt })
    .onConflict((conflict) => conflict.constraint('till_entries_client').doUpdateSet({ ...values, enteredAt }))
    .execute();
}
