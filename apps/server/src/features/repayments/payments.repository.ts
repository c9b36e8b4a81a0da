import type { PaymentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PaymentState } from '@sathi/domain/repayments.ts';
import type { Db, Tx } from '../../db/db.ts';

export type PaymentRow = {
  readonly id: PaymentId;
  readonly proposalId: ProposalId;
  readonly amountCents: Cents;
  readonly state: PaymentState;
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
};

const COLUMNS = ['id', 'proposalId', 'amountCents', 'state', 'enteredBy', 'enteredAt', 'decidedAt', 'reason'] as const;

export async function insertPayment(
  tx: Tx,
  payment: {
    readonly proposalId: ProposalId;
    readonly ownerId: UserId;
    readonly amountCents: Cents;
    readonly enteredBy: UserId;
    readonly enteredAt: Date;
  },
): Promise<PaymentRow> {
  return tx.insertInto('payments').values(payment).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function findPayment(db: Db, proposalId: ProposalId, id: PaymentId): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .select(COLUMNS)
    .where('proposalId', '=', proposalId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The second lock of a decision, after the proposal's (R18.5). */
export async function lockPayment(tx: Tx, proposalId: ProposalId, id: PaymentId): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payments')
    .select(COLUMNS)
    .where('proposalId', '=', proposalId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Decides a payment that is still pending; undefined when somebody else has (R10.3). */
export async function setPaymentDecision(
  tx: Tx,
  payment: PaymentRow,
  decision: {
    readonly state: 'approved' | 'rejected';
    readonly decidedBy: UserId;
    readonly decidedAt: Date;
    readonly reason: string | null;
  },
): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('payments')
    .set(decision)
    .where('proposalId', '=', payment.proposalId)
    .where('id', '=', payment.id)
    .where('state', '=', 'pending')
    .returning(COLUMNS)
    .executeTakeFirst();
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
  return (page.before === null ? query : query.where('id', '<', page.before as PaymentId)).execute();
}
