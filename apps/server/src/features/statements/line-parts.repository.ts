import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type {
  MoneyAccountId,
  PaymentId,
  PayoutId,
  ProposalId,
  ReceiptId,
  StatementLineId,
  UserId,
  WithdrawalId,
} from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { RequestName } from '../withdrawals/payout-requests.repository.ts';

const SET_ASIDE = ['fee', 'own_money', 'between_accounts', 'returned'] as const;
export type SetAs = (typeof SET_ASIDE)[number];

/** A part of a line is a document, or nothing of the books. */
export type LinePart = {
  /** The sum of the part in the currency of the account, signed as the line. */
  readonly amountMinor: number;
  readonly receiptId?: ReceiptId;
  readonly proposalId?: ProposalId;
  readonly paymentId?: PaymentId;
  readonly setAs?: SetAs;
  readonly note?: string;
  readonly otherLineId?: StatementLineId | undefined;
  readonly otherAccountId?: MoneyAccountId | undefined;
  /** The document was in the books before the line. */
  readonly wasThere?: boolean;
  readonly withdrawalId?: WithdrawalId;
  readonly payoutId?: PayoutId;
  /** The state in which the line found a request for money, and the instant at which that was over. */
  readonly stateBefore?: string;
  readonly closedBefore?: Date | null;
  /** The payment waited for a decision; with the day that its payer had said, null for the day of its entry. */
  readonly wasPending?: boolean;
  readonly saidPaidOn?: CalendarDate | null;
  /** The cents by which its value day changed the gain of a payment that was approved before. */
  readonly gainChangeCents?: Cents;
};

/** @throws RefusalError `wrong_status` for a document that another line is */
export async function insertParts(
  tx: Tx,
  lineId: StatementLineId,
  parts: readonly LinePart[],
  { bookedBy, bookedAt }: { readonly bookedBy: UserId; readonly bookedAt: Date },
): Promise<void> {
  try {
    await tx
      .insertInto('lineParts')
      .values(parts.map((part) => ({ ...part, amountMinor: part.amountMinor as Minor, lineId, bookedBy, bookedAt })))
      .execute();
  } catch (error) {
    throw isUniqueViolation(error) ? new RefusalError('wrong_status') : error;
  }
}

/** Whether a line that stands is money between this account and its own, with these words. */
export async function isSetAsideFor(tx: Tx, accountId: MoneyAccountId, note: string): Promise<boolean> {
  const row = await tx
    .selectFrom('lineParts')
    .select('id')
    .where('otherAccountId', '=', accountId)
    .where('note', '=', note)
    .where('undoneAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The sum of the line that says that money left this account for a request; null without one. */
export async function findDebitFor(
  tx: Tx,
  accountId: MoneyAccountId,
  { kind, id }: RequestName,
): Promise<number | null> {
  const row = await tx
    .selectFrom('lineParts')
    .innerJoin('statementLines', 'statementLines.id', 'lineParts.lineId')
    .select('lineParts.amountMinor')
    .where('statementLines.accountId', '=', accountId)
    .where(kind === 'payout' ? 'lineParts.payoutId' : 'lineParts.withdrawalId', '=', id as never)
    .where('lineParts.amountMinor', '<', 0 as Minor)
    .where('lineParts.undoneAt', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : 0 - row.amountMinor;
}

export type PartRow = {
  readonly id: number;
  readonly amountMinor: number;
  readonly receiptId: ReceiptId | null;
  readonly proposalId: ProposalId | null;
  readonly paymentId: PaymentId | null;
  readonly setAs: SetAs | null;
  readonly wasThere: boolean;
  readonly withdrawalId: WithdrawalId | null;
  readonly payoutId: PayoutId | null;
  readonly stateBefore: string | null;
  readonly closedBefore: Date | null;
  readonly wasPending: boolean;
  readonly saidPaidOn: CalendarDate | null;
  readonly gainChangeCents: Cents | null;
};

/** The parts of a line that stand, the last one first. */
export async function listParts(tx: Tx, lineId: StatementLineId): Promise<PartRow[]> {
  const rows = await tx
    .selectFrom('lineParts')
    .select([
      'id',
      'amountMinor',
      'receiptId',
      'proposalId',
      'paymentId',
      'setAs',
      'wasThere',
      'withdrawalId',
      'payoutId',
      'stateBefore',
      'closedBefore',
      'wasPending',
      'saidPaidOn',
      'gainChangeCents',
    ])
    .where('lineId', '=', lineId)
    .where('undoneAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows as PartRow[];
}

export async function setUndone(
  tx: Tx,
  lineId: StatementLineId,
  undo: { readonly undoneBy: UserId; readonly undoneAt: Date; readonly undoReason: string },
): Promise<void> {
  await tx.updateTable('lineParts').set(undo).where('lineId', '=', lineId).where('undoneAt', 'is', null).execute();
}

/** The account by which a receipt came and its sum there, and whether it has its line. */
export async function findSumOfReceipt(
  db: Db,
  id: ReceiptId,
): Promise<
  | { readonly accountId: MoneyAccountId | null; readonly localMinor: number | null; readonly hasLine: boolean }
  | undefined
> {
  const { rows } = await sql<{ accountId: MoneyAccountId; localMinor: number; hasLine: boolean }>`
    select account_id as "accountId", local_minor as "localMinor", exists (
      select from line_parts d where d.receipt_id = r.id and d.undone_at is null and d.amount_minor > 0
    ) as "hasLine"
    from receipts r where id = ${id}`.execute(db);
  return rows[0];
}
