import { randomUUID } from 'node:crypto';
import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId, PaymentId, ProposalId, ReceiptId, UserId } from '@sathi/domain/ids.ts';
import { subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { mayReverse } from '@sathi/domain/repayments.ts';
import type { Tx } from '../../db/db.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { lockOwing } from '../pay-ins/owing.repository.ts';
import { coverOfUndo, reverseReceipt } from '../pay-ins/receiving.repository.ts';
import { lockReceipt } from '../pay-ins/receipts.repository.ts';
import { findProposal, lockProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { enterPayment } from '../repayments/paying.repository.ts';
import { gainOn } from '../repayments/payment-worth.repository.ts';
import { factsOf, lockPayment, type PaymentRow, setPaidOn } from '../repayments/payments.repository.ts';
import { reversePayment } from '../repayments/reversing.repository.ts';
import { findPayout } from '../withdrawals/payouts.repository.ts';
import { findWithdrawal } from '../withdrawals/withdrawals.repository.ts';
import { type PartRow, setUndone } from './line-parts.repository.ts';
import { type OpenLine, setLineState } from './lines.repository.ts';
import { findPayerOfReceipt } from './named.repository.ts';
import { requestOf, undoRequest } from './undo-payouts.ts';

type Undo = Change & {
  readonly mfiId: MfiId;
  readonly line: OpenLine;
  readonly parts: readonly PartRow[];
  readonly reason: string;
};

/**
 * Takes back exactly what a locked line did, and it is open (R21.9). A document that was there before loses its link only.
 * @throws RefusalError `too_late` for what cannot be taken back
 */
export async function undoLine(undo: Undo): Promise<void> {
  const { tx, viewer, now, line, parts, reason } = undo;
  for (const part of parts) {
    await undoPart(undo, part);
  }
  await setUndone(tx, line.id, { undoneBy: viewer.id, undoneAt: now, undoReason: reason });
  await setLineState(tx, line.id, 'open');
}

async function undoPart(undo: Undo, part: PartRow): Promise<void> {
  const { proposalId, paymentId, receiptId, wasThere } = part;
  if (wasThere && proposalId !== null && paymentId !== null) {
    return unsetPaidOn(undo, { ...part, proposalId, paymentId });
  }
  if (wasThere || part.setAs !== null) return;
  const request = requestOf(part);
  if (request !== undefined) return undoRequest({ ...undo, requestHash: undo.attempt.requestHash }, request);
  if (proposalId !== null && paymentId !== null) return undoPayment(undo, { ...part, proposalId, paymentId });
  // Money that a bank took back stays where it is.
  if (receiptId === null || part.amountMinor < 0) throw new RefusalError('too_late');
  return undoReceipt(undo, receiptId);
}

type PaymentPart = PartRow & { readonly proposalId: ProposalId; readonly paymentId: PaymentId };

/** The gain is what it was before the line; that of a payment which was taken back meanwhile is over, and stays. */
async function unsetPaidOn({ tx }: Undo, part: PaymentPart): Promise<void> {
  const { proposalId, paymentId, saidPaidOn, gainChangeCents } = part;
  const proposal = found(await lockProposal(tx, proposalId));
  const payment = found(await lockPayment(tx, proposalId, paymentId));
  const { paidOn, gainCents } = await paidBefore(tx, { proposal, payment }, saidPaidOn);
  // Null for a part from before, and without a rate of that day.
  const isKnown = gainChangeCents !== null && gainCents !== null;
  const before = isKnown ? subtractCents(payment.gainCents ?? ZERO_CENTS, gainChangeCents) : gainCents;
  await setPaidOn(tx, paymentId, { paidOn, gainCents: payment.state === 'approved' ? before : payment.gainCents });
}

/** The day that the payer of a payment had said, and the gain of that day; who said none paid on the day of the entry. */
async function paidBefore(
  tx: Tx,
  { proposal: { mfiId, mfi }, payment }: { readonly proposal: ProposalRow; readonly payment: PaymentRow },
  paidOn: CalendarDate | null,
) {
  const day = paidOn ?? calendarDateIn(mfi.timeZone, payment.enteredAt);
  return { paidOn, gainCents: await gainOn(tx, mfiId, payment, day) };
}

/** Whether money of the person is in the parts of a line, also where the line was only a link (R19.9). */
export async function isOwnMoney(tx: Tx, mfiId: MfiId, parts: readonly PartRow[], userId: UserId): Promise<boolean> {
  for (const part of parts) {
    if ((await findOwner(tx, mfiId, part)) === userId) return true;
  }
  return false;
}

/** The person whose money a part is; undefined where it is nothing of the books. */
async function findOwner(tx: Tx, mfiId: MfiId, part: PartRow): Promise<UserId | undefined> {
  const { proposalId, receiptId, payoutId, withdrawalId } = part;
  if (payoutId !== null) return found(await findPayout(tx, payoutId)).userId;
  if (withdrawalId !== null) return found(await findWithdrawal(tx, withdrawalId)).ownerId;
  if (proposalId !== null) return found(await findProposal(tx, proposalId)).ownerId;
  return receiptId === null ? undefined : found(await findPayerOfReceipt(tx, mfiId, receiptId));
}

/** A repayment is reversed; one that waited for a decision before the line waits again, as it was (R21.9, R22.8). */
async function undoPayment(undo: Undo, { proposalId, paymentId, wasPending, saidPaidOn }: PaymentPart): Promise<void> {
  const { tx, viewer, now, reason } = undo;
  const proposal = found(await lockProposal(tx, proposalId));
  const payment = found(await lockPayment(tx, proposalId, paymentId));
  const { state, decidedAt } = payment;
  if (state !== 'approved' || decidedAt === null || !mayReverse(decidedAt, now)) throw new RefusalError('too_late');
  const change = { tx, viewer, now };
  await reversePayment({ ...change, attempt: attemptOf(undo), proposal, payment }, reason);
  if (!wasPending) return;
  const after = found(await lockProposal(tx, proposalId));
  const again = { ...change, attempt: attemptOf(undo), proposal: after };
  const { amountCents, enteredBy, enteredAt, countedMinor } = payment;
  const before = await paidBefore(tx, { proposal, payment }, saidPaidOn);
  await enterPayment(again, amountCents, { ...factsOf(payment), ...before }, { enteredBy, enteredAt, countedMinor });
}

async function undoReceipt(undo: Undo, receiptId: ReceiptId): Promise<void> {
  const { tx, viewer, now, mfiId, reason } = undo;
  const userId = found(await findPayerOfReceipt(tx, mfiId, receiptId));
  const owing = await lockOwing(tx, { mfiId, userId }, now, { withLoans: true });
  const receipt = found(await lockReceipt(tx, mfiId, receiptId));
  if (receipt.state !== 'booked') throw new RefusalError('too_late');
  const { key: idempotencyKey, requestHash } = attemptOf(undo);
  await reverseReceipt(
    tx,
    receipt,
    owing,
    { actorId: viewer.id, idempotencyKey, requestHash, at: now, reason, reversedBy: viewer.id },
    await coverOfUndo(tx, receipt, owing),
  );
}

/** Names a journal; a line may be taken back more than once. */
function attemptOf({ line, attempt: { requestHash } }: Undo) {
  return { key: `undo:${line.id}:${randomUUID()}`, requestHash };
}
