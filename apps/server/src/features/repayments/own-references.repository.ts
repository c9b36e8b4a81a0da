import type { MfiId, PaymentId, ReceiptId } from '@sathi/domain/ids.ts';
import type { PayChannel } from '@sathi/domain/pay-ins.ts';
import { sameReference } from '@sathi/domain/repayments.ts';
import type { Tx } from '../../db/db.ts';
import { RefusalError } from '../../errors/refusal-error.ts';

type Document = { readonly paymentId: PaymentId } | { readonly receiptId: ReceiptId };

/**
 * Takes the number that a bank or a wallet gave a payer, for a repayment or a receipt that people entered: it stands once for an
 * institution and channel (R22.1).
 *
 * @throws RefusalError `reference_used`
 */
export async function takeOwnReference(
  tx: Tx,
  {
    mfiId,
    channel,
    ownReference,
  }: {
    readonly mfiId: MfiId;
    readonly channel: PayChannel | null;
    readonly ownReference: string | null;
  },
  document: Document,
): Promise<void> {
  if (ownReference === null) return;
  const taken = await tx
    .insertInto('ownReferences')
    .values({ mfiId, channel: channel ?? '', reference: sameReference(ownReference), ...document })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reference')
    .executeTakeFirst();
  if (taken === undefined) throw new RefusalError('reference_used');
}

/** A number may be used again once its document was refused or taken back. */
export async function freeOwnReference(tx: Tx, document: Document): Promise<void> {
  const query = tx.deleteFrom('ownReferences');
  await ('paymentId' in document
    ? query.where('paymentId', '=', document.paymentId)
    : query.where('receiptId', '=', document.receiptId)
  ).execute();
}
