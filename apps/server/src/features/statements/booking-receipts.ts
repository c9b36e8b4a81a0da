import { randomUUID } from 'node:crypto';
import type { ReceiptId, UserId } from '@sathi/domain/ids.ts';
import { receiptEffect } from '@sathi/domain/line-effects.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { AMOUNT_CENTS_MAX, type Cents, cents } from '@sathi/domain/money.ts';
import { centsAtRate } from '@sathi/domain/statement-candidates.ts';
import { secondEyesRefusal } from '@sathi/domain/staff.ts';
import { found, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { lockOwing, type Owing } from '../pay-ins/owing.repository.ts';
import { bookReceipt, reverseReceipt } from '../pay-ins/receiving.repository.ts';
import { lockReceipt } from '../pay-ins/receipts.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { arrivedBy, type BookedPortion, type Booking, causeOfBooking, NO_EFFECTS, type Portion } from './booking.ts';
import { bouncedCents } from './bounces.repository.ts';
import { findSumOfReceipt } from './line-parts.repository.ts';
import { findPayer, findPayerOfReceipt } from './named.repository.ts';
import { listPeopleNamed } from './statement-candidates.repository.ts';

/**
 * Money of the person whose reference a line names (R20.6, R20.7).
 * @throws RefusalError `unknown_reference`, `needs_expected`, `second_person_needed`, `wrong_status`, `rate_too_old`
 */
export async function bookPerson(booking: Booking, portion: Portion, reference: string): Promise<BookedPortion> {
  const { tx, mfiId, desk, now, viewer } = booking;
  const userId = await findPayer(tx, mfiId, reference);
  if (userId === undefined) throw new RefusalError('unknown_reference');
  if (desk.collection !== 'expected') throw new RefusalError('needs_expected');
  if (userId === viewer.id) throw new RefusalError('second_person_needed');
  if (portion.amountMinor <= 0) throw new RefusalError('wrong_status');
  // Its worth depends on what is unpaid, which stands still from here on.
  const owing = await lockOwing(tx, { mfiId, userId }, now);
  const [person] = await listPeopleNamed(tx, mfiId, owing.order.reference);
  const effect = receiptEffect(found(person), arrivedBy(booking, portion));
  if (effect === null) throw new RefusalError('rate_too_old');
  const { amountMinor } = portion;
  return bookSum(booking, portion, { userId, amountCents: effect.cents, amountMinor, locked: owing });
}

type PersonsSum = {
  readonly userId: UserId;
  readonly amountCents: Cents;
  readonly amountMinor: number;
  readonly locked?: Owing;
};

/** A known sum of a person who is known to be another than the actor. */
export async function bookSum(
  booking: Booking,
  { line }: Pick<Portion, 'line'>,
  { userId, amountCents, amountMinor, locked }: PersonsSum,
): Promise<BookedPortion> {
  const { tx, mfiId, viewer, account, rates } = booking;
  if (amountCents <= 0 || amountCents > AMOUNT_CENTS_MAX) throw new RefusalError('wrong_status');
  const worth = centsAtRate(amountMinor, line.valueOn, account.currency, rates);
  const receipt = {
    mfiId,
    userId,
    amountCents,
    receivedOn: line.valueOn,
    bookedBy: viewer.id,
    accountId: account.id,
    localMinor: amountMinor as Minor,
    gainCents: worth === null ? null : cents(worth - amountCents),
    // No balance shows whether such a file is whole (R25.10).
    enteredByHand: !line.hasBalances,
  };
  const booked = await bookReceipt(tx, receipt, causeOfBooking(booking, `line:${line.id}:${randomUUID()}`), { locked });
  return {
    parts: [{ amountMinor, receiptId: booked.id }],
    effects: { amountCents, settled: booked.settled, toCreditCents: booked.toCreditCents },
  };
}

/**
 * A receipt that is there: money that came is linked with it (R21.7), money that went back takes it back (R20.8).
 * @throws RefusalError `not_found`, `wrong_status`, `second_person_needed`
 */
export async function bookOnReceipt(booking: Booking, portion: Portion, id: ReceiptId): Promise<BookedPortion> {
  const { tx, mfiId, account, now, viewer } = booking;
  const { amountMinor, line } = portion;
  const payer = found(await findPayerOfReceipt(tx, mfiId, id));
  const owing = await lockOwing(tx, { mfiId, userId: payer }, now, { withLoans: amountMinor < 0 });
  const receipt = found(await lockReceipt(tx, mfiId, id));
  const known = found(await findSumOfReceipt(tx, id));
  const isSame = known.accountId === account.id && known.localMinor === Math.abs(amountMinor);
  if (receipt.state !== 'booked' || !isSame) throw new RefusalError('wrong_status');
  if (payer === viewer.id) throw new RefusalError('second_person_needed');
  if (amountMinor > 0) {
    if (known.hasLine) throw new RefusalError('wrong_status');
    return { parts: [{ amountMinor, receiptId: id, wasThere: true }], effects: NO_EFFECTS };
  }
  const office = await findOffice(tx, mfiId, now);
  refuseIf(secondEyesRefusal(viewer, receipt.bookedBy, office));
  const reason = line.text === '' ? line.bankRef : line.text;
  const reversed = await reverseReceipt(tx, receipt, owing, {
    ...causeOfBooking(booking, `line:${line.id}:${randomUUID()}`),
    reason: reason === '' ? '–' : reason,
    reversedBy: viewer.id,
  });
  return {
    parts: [{ amountMinor, receiptId: id }],
    effects: { ...NO_EFFECTS, amountCents: bouncedCents(receipt.amountCents, reversed) },
  };
}
