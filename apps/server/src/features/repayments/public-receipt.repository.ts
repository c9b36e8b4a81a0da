import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { PaymentId, ReceiptId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { ReceiptState } from '@sathi/domain/pay-ins.ts';
import type { PaymentState } from '@sathi/domain/repayments.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export type PublicReceiptRow = {
  readonly id: PaymentId | ReceiptId;
  /** The number that a device gave; null for a payment that no till held. */
  readonly receiptNumber: string | null;
  readonly amountCents: Cents;
  readonly localMinor: Minor | null;
  readonly localCurrency: Currency | null;
  readonly paidOn: CalendarDate;
  readonly mfiName: string;
  /** The reference of the loan, or of a person who pays in. */
  readonly reference: string | null;
  readonly state: PaymentState | ReceiptState;
};

/** The payment or pay-in with this code, by one look-up, whether there is such a code or not. */
export async function findPublicReceipt(db: Db, code: string): Promise<PublicReceiptRow | undefined> {
  const { rows } = await sql<PublicReceiptRow>`
    select y.id, y.receipt_number as "receiptNumber", y.amount_cents as "amountCents", y.local_minor as "localMinor",
      y.local_currency as "localCurrency", coalesce(y.paid_on, (y.entered_at at time zone m.time_zone)::date) as "paidOn",
      m.name as "mfiName", p.loan_reference as reference, y.state
    from payments y join proposals p on p.id = y.proposal_id join mfis m on m.id = p.mfi_id
    where y.receipt_code = ${code}
    union all
    select r.id, r.receipt_number, r.amount_cents, r.local_minor, a.currency, r.received_on, m.name, o.reference, r.state
    from receipts r join mfis m on m.id = r.mfi_id join money_accounts a on a.id = r.account_id
    join pay_in_orders o on o.user_id = r.user_id and o.mfi_id = r.mfi_id
    where r.receipt_code = ${code}`.execute(db);
  return rows[0];
}
