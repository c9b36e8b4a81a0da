import { addCents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { secondEyesRefusal } from '@sathi/domain/staff.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { OfficeRows } from '../staff/staff.repository.ts';
import type { Sum } from './receiving.repository.ts';
import type { ListedReceipt, ReceiptRow } from './receipts.repository.ts';

export function sumAnswer({ proposalId, amountCents }: Sum) {
  return { proposalId, amount: amountCents };
}

/** A receipt as its payer sees it. */
export function payInAnswer(row: ListedReceipt, settled: readonly Sum[]) {
  const { id, mfiId, mfiName, amountCents: amount, localMinor, currency, receivedOn, state } = row;
  const paidCents = settled.reduce((sum, part) => addCents(sum, part.amountCents), ZERO_CENTS);
  return {
    id,
    mfiId,
    mfiName,
    amount,
    local: localMinor === null || currency === null ? null : { amount: localMinor, currency },
    receivedOn,
    settled: settled.map(sumAnswer),
    // Cash in a till has paid nothing yet (R22.10).
    toCredit: state === 'collected' ? ZERO_CENTS : subtractCents(amount, paidCents),
    state,
  };
}

/** A receipt as staff see it, with the acts for which this viewer may be the second person. */
export function receiptAnswer(row: ListedReceipt, settled: readonly Sum[], viewer: SignedIn, office: OfficeRows) {
  const mayBeSecond = row.state === 'booked' && secondRefusal(viewer, row, office) === null;
  return {
    ...payInAnswer(row, settled),
    userId: row.userId,
    userName: row.userName,
    reference: row.reference,
    ownReference: row.ownReference,
    gain: row.gainCents,
    confirmed: isConfirmed(row),
    bookedBy: row.bookedBy,
    bookedByName: row.bookedByName,
    reason: row.reason,
    mayConfirm: mayBeSecond && !isConfirmed(row),
    mayReverse: mayBeSecond,
  };
}

export function isConfirmed({
  enteredByHand,
  confirmedAt,
}: Pick<ReceiptRow, 'enteredByHand' | 'confirmedAt'>): boolean {
  return !enteredByHand || confirmedAt !== null;
}

/** The refusal for a person who booked the receipt or whose own money it is (R19.8, R19.9); null for another. */
export function secondRefusal(
  viewer: Pick<SignedIn, 'id'>,
  { userId, bookedBy }: Pick<ReceiptRow, 'userId' | 'bookedBy'>,
  office: OfficeRows,
): 'second_person_needed' | null {
  return viewer.id === userId ? 'second_person_needed' : secondEyesRefusal(viewer, bookedBy, office);
}
