import type { MfiId, PaymentId, ProposalId, ReceiptId, UserId } from '@sathi/domain/ids.ts';
import type { Db } from '../../db/db.ts';

/** The person whose standing reference at the MFI this is. */
export async function findPayer(db: Db, mfiId: MfiId, reference: string): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('payInOrders')
    .select('userId')
    .where('mfiId', '=', mfiId)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row?.userId;
}

export async function findLoan(db: Db, mfiId: MfiId, loanReference: string): Promise<ProposalId | undefined> {
  const row = await db
    .selectFrom('proposals')
    .select('id')
    .where('mfiId', '=', mfiId)
    .where('loanReference', '=', loanReference)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

export async function findLoanOfPayment(db: Db, mfiId: MfiId, id: PaymentId): Promise<ProposalId | undefined> {
  const row = await db
    .selectFrom('payments')
    .innerJoin('proposals', 'proposals.id', 'payments.proposalId')
    .select('proposals.id')
    .where('payments.id', '=', id)
    .where('proposals.mfiId', '=', mfiId)
    .executeTakeFirst();
  return row?.id;
}

export async function findPayerOfReceipt(db: Db, mfiId: MfiId, id: ReceiptId): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('receipts')
    .select('userId')
    .where('id', '=', id)
    .where('mfiId', '=', mfiId)
    .executeTakeFirst();
  return row?.userId;
}
