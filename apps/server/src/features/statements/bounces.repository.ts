import type { MfiId, ReceiptId } from '@sathi/domain/ids.ts';
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import type { Db } from '../../db/db.ts';
import { findOwing } from '../pay-ins/owing.repository.ts';
import { coverOf } from '../pay-ins/receiving.repository.ts';
import { findReceipt } from '../pay-ins/receipts.repository.ts';

type TakenOver = { readonly takenOver: ReadonlyArray<{ readonly amountCents: Cents }> };

/** The dollars by which an institution must hold less: what its house takes over of claims it pays itself (R20.8, R24.7). */
export function bouncedCents(amountCents: Cents, { takenOver }: TakenOver): Cents {
  const paidByHouse = takenOver.reduce((sum, part) => addCents(sum, part.amountCents), ZERO_CENTS);
  return subtractCents(paidByHouse, amountCents);
}

/** The same if a receipt were taken back now; undefined for one that is not of the institution. */
export async function findBouncedCents(db: Db, mfiId: MfiId, id: ReceiptId): Promise<Cents | undefined> {
  const receipt = await findReceipt(db, mfiId, id);
  if (receipt === undefined) return undefined;
  const { amountCents, userId } = receipt;
  return bouncedCents(amountCents, coverOf(amountCents, await findOwing(db, { mfiId, userId })));
}
