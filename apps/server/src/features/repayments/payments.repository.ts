import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MoneyAccountId, PaymentId, ProposalId, TillId, UserId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PayChannel } from '@sathi/domain/pay-ins.ts';
import type { Reference } from '@sathi/domain/references.ts';
import type { PaymentState } from '@sathi/domain/repayments.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { notifyLoan } from '../messages/unread.repository.ts';

/** How it was made, as its payer says (R22.1); null where nobody has said. */
export type PaymentFacts = {
  readonly channel: PayChannel | null;
  readonly accountId: MoneyAccountId | null;
  readonly ownReference: string | null;
  /** Null for the day on which it was entered. */
  readonly paidOn: CalendarDate | null;
  readonly slip: string | null;
  readonly localMinor: Minor | null;
  readonly localCurrency: Currency | null;
  readonly gainCents: Cents | null;
};

/** Cash in a till, with the receipt that its device gave (R22.6); null where no till holds it. */
export type TillPart = {
  readonly tillId: TillId | null;
  readonly receiptNumber: string | null;
  /** Opens its public receipt; null until it is approved, or collected. */
  readonly receiptCode: string | null;
};

/** The facts of a payment of which its payer says nothing. */
export const NO_FACTS: PaymentFacts = {
  channel: null,
  accountId: null,
  ownReference: null,
  paidOn: null,
  slip: null,
  localMinor: null,
  localCurrency: null,
  gainCents: null,
};

export type PaymentRow = PaymentFacts &
  TillPart & {
    readonly id: PaymentId;
    readonly proposalId: ProposalId;
    readonly amountCents: Cents;
    readonly state: PaymentState;
    readonly enteredBy: UserId;
    readonly enteredAt: Date;
    /** The local money that it counts for in the plan of its loan (R23.8); null for a loan in dollars. */
    readonly countedMinor: Minor | null;
    readonly decidedBy: UserId | null;
    readonly decidedAt: Date | null;
    readonly reason: string | null;
    readonly reversalReason: string | null;
  };

export function factsOf({
  channel,
  accountId,
  ownReference,
  paidOn,
  slip,
  localMinor,
  localCurrency,
  gainCents,
}: PaymentFacts): PaymentFacts {
  return { channel, accountId, ownReference, paidOn, slip, localMinor, localCurrency, gainCents };
}

const COLUMNS = [
  'id',
  'proposalId',
  'amountCents',
  'state',
  'enteredBy',
  'enteredAt',
  'decidedBy',
  'decidedAt',
  'reason',
  'reversalReason',
  'channel',
  'accountId',
  'ownReference',
  'paidOn',
  'slip',
  'localMinor',
  'localCurrency',
  'gainCents',
  'countedMinor',
  'receiptCode',
  'receiptNumber',
  'tillId',
] as const;

export async function insertPayment(
  tx: Tx,
  payment: PaymentFacts &
    Partial<TillPart> & {
      readonly proposalId: ProposalId;
      readonly ownerId: UserId;
      readonly amountCents: Cents;
      readonly enteredBy: UserId;
      readonly enteredAt: Date;
      readonly countedMinor: Minor | null;
    },
): Promise<PaymentRow> {
  const row = await tx.insertInto('payments').values(payment).returning(COLUMNS).executeTakeFirstOrThrow();
  await notifyLoan(tx, payment.proposalId);
  return row as PaymentRow;
}

/** The second lock of a decision, after the proposal's (R18.5). */
export async function lockPayment(tx: Tx, proposalId: ProposalId, id: PaymentId): Promise<PaymentRow | undefined> {
  const row = await tx
    .selectFrom('payments')
    .select(COLUMNS)
    .where('proposalId', '=', proposalId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row as PaymentRow | undefined;
}

type Decision = {
  readonly decidedBy: UserId;
  readonly decidedAt: Date;
  readonly reason: string | null;
} & (
  | {
      readonly state: 'approved';
      readonly receiptCode: string;
      readonly paidOn?: CalendarDate;
      readonly gainCents?: Cents | null;
    }
  | { readonly state: 'rejected' }
);

/** Decides a payment that is still pending; undefined when another decision was first (R10.3). */
export async function setPaymentDecision(
  tx: Tx,
  payment: PaymentRow,
  decision: Decision,
): Promise<PaymentRow | undefined> {
  const row = await tx
    .updateTable('payments')
    .set(decision)
    .where('proposalId', '=', payment.proposalId)
    .where('id', '=', payment.id)
    .where('state', '=', 'pending')
    .returning(COLUMNS)
    .executeTakeFirst();
  await notifyLoan(tx, payment.proposalId);
  return row as PaymentRow | undefined;
}

/** The day that decides lateness, as a line of a statement tells it, and the gain at its rate (R22.2, R23.6). */
export async function setPaidOn(
  tx: Tx,
  id: PaymentId,
  paid: Pick<PaymentFacts, 'paidOn' | 'gainCents'>,
): Promise<void> {
  await tx.updateTable('payments').set(paid).where('id', '=', id).execute();
}

/** Takes an approved payment back; undefined when another did it first (R22.8). */
export async function setPaymentReversed(
  tx: Tx,
  payment: PaymentRow,
  reversal: { readonly reversedBy: UserId; readonly reversedAt: Date; readonly reversalReason: string },
): Promise<PaymentRow | undefined> {
  const row = await tx
    .updateTable('payments')
    .set({ ...reversal, state: 'reversed' })
    .where('proposalId', '=', payment.proposalId)
    .where('id', '=', payment.id)
    .where('state', '=', 'approved')
    .returning(COLUMNS)
    .executeTakeFirst();
  await notifyLoan(tx, payment.proposalId);
  return row as PaymentRow | undefined;
}

/** Newest first; `before` is the id to continue below. */
export async function listPayments(
  db: Db,
  proposalId: ProposalId,
  page: { readonly limit: number; readonly before: number | null },
): Promise<PaymentRow[]> {
  const query = db
    .selectFrom('payments')
    .select(COLUMNS)
    .where('proposalId', '=', proposalId)
    .orderBy('id', 'desc')
    .limit(page.limit);
  return (await (page.before === null
    ? query
    : query.where('id', '<', page.before as PaymentId)
  ).execute()) as PaymentRow[];
}

/** The reference that names the payments of a loan; undefined before the release. */
export async function findLoanReference(db: Db, proposalId: ProposalId): Promise<Reference | undefined> {
  const row = await db.selectFrom('proposals').select('loanReference').where('id', '=', proposalId).executeTakeFirst();
  return (row?.loanReference ?? undefined) as Reference | undefined;
}

/** Forgets the slips of loans that were repaid before then; the pictures go with those that nothing shows (R22.3). */
export async function forgetSlips(db: Db, repaidBefore: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update payments y set slip = null from proposals p
    where y.slip is not null and p.id = y.proposal_id and p.repaid_at < ${repaidBefore}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
