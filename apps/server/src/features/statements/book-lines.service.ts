import type { PaymentId, ReceiptId, StatementLineId, TillId } from '@sathi/domain/ids.ts';
import { addCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { kindOfReference, parseReference } from '@sathi/domain/references.ts';
import type { MatchTarget } from '@sathi/domain/statement-candidates.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { staffIn } from '../../http/viewer.ts';
import { bookLoan, bookOnPayment } from './booking-payments.ts';
import { bookOnPayout } from './booking-payouts.ts';
import { bookOnReceipt, bookPerson } from './booking-receipts.ts';
import { bookOnTill } from './booking-tills.ts';
import { type BookedPortion, type Booking, NO_EFFECTS, type Portion } from './booking.ts';
import { insertParts, type LinePart } from './line-parts.repository.ts';
import { lockLine, setLineState } from './lines.repository.ts';
import type { Effects } from './statement-answers.ts';

/** The target of a line as staff name it; `amountMinor` for a part of it, without a sign. */
export type NamedTarget = {
  readonly reference?: string | undefined;
  readonly paymentId?: PaymentId | undefined;
  readonly receiptId?: ReceiptId | undefined;
  readonly tillId?: TillId | undefined;
  readonly as?: 'fee' | undefined;
};
export type PortionAsked = {
  readonly target: MatchTarget;
  readonly amountMinor: number | null;
  readonly restAs?: Portion['restAs'];
};

/** @throws RefusalError `unknown_reference`, `target_needed` for none */
export function targetOf({ reference, paymentId, receiptId, tillId, as }: NamedTarget, amount: number): MatchTarget {
  if (as !== undefined) return { kind: 'fee' };
  if (paymentId !== undefined) return { kind: 'payment', id: paymentId, loan: '' };
  if (receiptId !== undefined) return ofBooked(receiptId);
  if (tillId !== undefined) return ofTill(tillId);
  if (reference === undefined) throw new RefusalError('target_needed');
  const parsed = parseReference(reference);
  const kind = parsed === null ? null : kindOfReference(parsed);
  if (parsed === null || kind === null) throw new RefusalError('unknown_reference');
  if (kind === 'payout') return { kind, id: 0, reference: parsed, becomes: amount < 0 ? 'sent' : 'failed' };
  return { kind, reference: parsed };
}

function ofTill(id: TillId): MatchTarget {
  const facts = { reference: '', bankRef: '', amount: 0, valueOn: '1970-01-01', hasLine: false } as const;
  return { kind: 'booked', document: { kind: 'till', id, ...facts } };
}

function ofBooked(id: ReceiptId): MatchTarget {
  const facts = { reference: '', bankRef: '', amount: 0, valueOn: '1970-01-01', hasLine: false } as const;
  return { kind: 'booked', document: { kind: 'receipt', id, ...facts } };
}

/**
 * Books one open line in a transaction of its own, whole or in parts that add up to it (R21.8).
 * @throws RefusalError `not_found`, `not_permitted` for staff removed while it waited, `line_booked`, and the refusals of its target
 */
export async function bookLine(
  booking: Booking,
  id: StatementLineId,
  asked: readonly PortionAsked[],
): Promise<Effects> {
  const { tx, mfiId, now } = booking;
  const line = found(await lockLine(tx, mfiId, id));
  const viewer = await staffIn(tx, booking.viewer, mfiId);
  if (line.state !== 'open') throw new RefusalError('line_booked');
  if (line.amount === 0 && asked.some(({ target }) => target.kind !== 'fee')) throw new RefusalError('wrong_status');
  const sign = Math.sign(line.amount);
  const booked: BookedPortion[] = [];
  for (const { target, amountMinor, restAs } of asked) {
    const signed = amountMinor === null ? line.amount : amountMinor * sign;
    // Each part meets what the one before it left.
    booked.push(await bookPortion({ ...booking, viewer }, { line, amountMinor: signed, target, restAs }));
  }
  const parts = booked.flatMap((portion): readonly LinePart[] => portion.parts);
  await insertParts(tx, id, parts, { bookedBy: viewer.id, bookedAt: now });
  await setLineState(tx, id, parts.every(({ setAs }) => setAs !== undefined) ? 'set_aside' : 'booked');
  return {
    amountCents: booked.reduce((sum, { effects }) => addCents(sum, effects.amountCents), ZERO_CENTS),
    settled: booked.flatMap(({ effects }) => effects.settled),
    toCreditCents: booked.reduce((sum, { effects }) => addCents(sum, effects.toCreditCents), ZERO_CENTS),
  };
}

async function bookPortion(booking: Booking, portion: Portion): Promise<BookedPortion> {
  const { target, amountMinor } = portion;
  switch (target.kind) {
    case 'person':
      return bookPerson(booking, portion, target.reference);
    case 'loan':
      return bookLoan(booking, portion, target.reference);
    case 'payment':
      return bookOnPayment(booking, portion, target.id as PaymentId);
    case 'booked':
      return bookOnDocument(booking, portion, target.document);
    case 'fee':
      return { parts: [{ amountMinor, setAs: 'fee' }], effects: NO_EFFECTS };
    case 'payout':
      return bookOnPayout(booking, portion, target.reference);
  }
}

/** A document that is in the books is linked with its line (R21.7). */
async function bookOnDocument(
  booking: Booking,
  portion: Portion,
  { kind, id }: { readonly kind: 'receipt' | 'payment' | 'till'; readonly id: number },
): Promise<BookedPortion> {
  if (kind === 'payment') return bookOnPayment(booking, portion, id as PaymentId);
  return kind === 'till'
    ? bookOnTill(booking, portion, id as TillId)
    : bookOnReceipt(booking, portion, id as ReceiptId);
}
