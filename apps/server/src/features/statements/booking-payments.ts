import { randomUUID } from 'node:crypto';
import type { PaymentId } from '@sathi/domain/ids.ts';
import { type LoanShare, shareOfLoan } from '@sathi/domain/line-effects.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { addCents, type Cents, cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { isReleased } from '@sathi/domain/proposals.ts';
import { channelOf } from '@sathi/domain/repayments.ts';
import { centsAtRate } from '@sathi/domain/statement-candidates.ts';
import { isNear } from '@sathi/domain/statement-matching-waiting.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { lockProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { approvePayment, enterPayment } from '../repayments/paying.repository.ts';
import { gainOn } from '../repayments/payment-worth.repository.ts';
import { lockPayment, NO_FACTS, type PaymentFacts, setPaidOn } from '../repayments/payments.repository.ts';
import { bookSum } from './booking-receipts.ts';
import { arrivedBy, type BookedPortion, type Booking, NO_EFFECTS, type Portion } from './booking.ts';
import { findLoan, findLoanOfPayment } from './named.repository.ts';
import { listLoansNamed } from './statement-candidates.repository.ts';

/**
 * Money for the loan whose reference a line names: it approves the payment that waits for it, or enters one of at most what the
 * loan owes; the rest is its owner's, or at trust set aside (R22.4).
 * @throws RefusalError `unknown_reference`, `second_person_needed`, `wrong_status`, `rate_too_old`, `target_needed`
 */
export async function bookLoan(booking: Booking, portion: Portion, reference: string): Promise<BookedPortion> {
  const { tx, mfiId } = booking;
  const { line, amountMinor } = portion;
  const id = await findLoan(tx, mfiId, reference);
  if (id === undefined) throw new RefusalError('unknown_reference');
  const proposal = await lockLoan(booking, id);
  if (amountMinor <= 0) throw new RefusalError('wrong_status');
  const loan = found((await listLoansNamed(tx, mfiId, reference))[0]);
  const waiting = loan.pending.find(
    ({ amount, currency, paidOn }) =>
      amount === amountMinor && currency === booking.account.currency && isNear(paidOn, line),
  );
  if (waiting) return approve(booking, proposal, waiting.id as PaymentId, portion);
  const share = shareOfLoan(loan, arrivedBy(booking, portion));
  if (share === null) throw new RefusalError('rate_too_old');
  if (share.restCents !== null && share.paidCents + share.restCents < 1) throw new RefusalError('wrong_status');
  return bookNew(booking, portion, proposal, share);
}

async function bookNew(
  booking: Booking,
  portion: Portion,
  proposal: ProposalRow,
  { paidCents, restCents, restMinor }: LoanShare,
): Promise<BookedPortion> {
  const { desk, viewer, tx, now, requestHash } = booking;
  const { line, amountMinor, restAs } = portion;
  const isCredited = desk.collection === 'expected';
  // Only credit has a worth in dollars: a rest that is set aside waits for no rate (R23.2).
  if (restCents !== 0 && !isCredited && restAs === undefined) throw new RefusalError('target_needed');
  if (restCents === null && isCredited) throw new RefusalError('rate_too_old');
  const paidMinor = amountMinor - restMinor;
  const parts: BookedPortion['parts'][number][] = [];
  if (paidCents > 0) {
    const change = { tx, viewer, now, proposal, attempt: { key: `line:${line.id}:${randomUUID()}`, requestHash } };
    const facts = factsOf(booking, portion, { paidCents, paidMinor });
    const payment = await enterPayment(change, paidCents, facts);
    const after = { ...proposal, pendingCents: addCents(proposal.pendingCents, paidCents) };
    const key = `line:${line.id}:${randomUUID()}`;
    await approvePayment({ ...change, attempt: { key, requestHash }, proposal: after, payment });
    const ofLine = restCents === 0 ? amountMinor : paidMinor;
    parts.push({ amountMinor: ofLine, proposalId: proposal.id, paymentId: payment.id });
  }
  const paid = { ...NO_EFFECTS, amountCents: paidCents };
  if (restCents === 0) return { parts, effects: paid };
  if (!isCredited || restCents === null) {
    return { parts: [...parts, { amountMinor: restMinor, setAs: restAs ?? 'returned' }], effects: paid };
  }
  const rest = { userId: proposal.ownerId, amountCents: restCents, amountMinor: restMinor };
  const credited = await bookSum(booking, { line }, rest);
  const amountCents = addCents(paidCents, restCents);
  return { parts: [...parts, ...credited.parts], effects: { ...credited.effects, amountCents } };
}

/** A payment that a line makes was paid into its account on its value day (R22.2, R24.3). */
function factsOf(
  { account, rates }: Booking,
  { line }: Portion,
  { paidCents, paidMinor }: { readonly paidCents: Cents; readonly paidMinor: number },
): PaymentFacts {
  const worth = centsAtRate(paidMinor, line.valueOn, account.currency, rates);
  return {
    ...NO_FACTS,
    channel: channelOf(account.kind),
    accountId: account.id,
    paidOn: line.valueOn,
    localMinor: paidMinor as Minor,
    localCurrency: account.currency,
    gainCents: worth === null ? null : cents(worth - paidCents),
  };
}

/**
 * A payment that is there: one that waits is approved, one that is approved is linked (R21.7).
 * @throws RefusalError `not_found`, `second_person_needed`, `wrong_status`, `target_needed` for another sum
 */
export async function bookOnPayment(booking: Booking, portion: Portion, id: PaymentId): Promise<BookedPortion> {
  const { tx, mfiId } = booking;
  const proposal = await lockLoan(booking, found(await findLoanOfPayment(tx, mfiId, id)));
  return approve(booking, proposal, id, portion);
}

async function approve(
  booking: Booking,
  proposal: ProposalRow,
  id: PaymentId,
  { amountMinor, line }: Portion,
): Promise<BookedPortion> {
  const { tx, account, viewer, now, requestHash } = booking;
  const payment = found(await lockPayment(tx, proposal.id, id));
  const { amountCents, state, paidOn } = payment;
  const { localMinor = amountCents, localCurrency = 'USD' } = payment.localMinor === null ? {} : payment;
  if (localCurrency !== account.currency || localMinor !== amountMinor) throw new RefusalError('target_needed');
  const part = { amountMinor, proposalId: proposal.id, paymentId: id };
  if (state === 'approved') {
    const gainCents = await gainOn(tx, proposal.mfiId, payment, line.valueOn);
    await setPaidOn(tx, id, { paidOn: line.valueOn, gainCents });
    const gainChangeCents = subtractCents(gainCents ?? ZERO_CENTS, payment.gainCents ?? ZERO_CENTS);
    return { parts: [{ ...part, wasThere: true, saidPaidOn: paidOn, gainChangeCents }], effects: NO_EFFECTS };
  }
  // Cash in a till is decided with the till alone (R22.6).
  if (state !== 'pending' || payment.tillId !== null) throw new RefusalError('wrong_status');
  const attempt = { key: `payment:${id}:${randomUUID()}`, requestHash };
  await approvePayment({ tx, viewer, now, attempt, proposal, payment, valueOn: line.valueOn });
  return { parts: [{ ...part, wasPending: true, saidPaidOn: paidOn }], effects: { ...NO_EFFECTS, amountCents } };
}

/** The loan, locked. The owner decides over no money of it (R19.9). */
async function lockLoan({ tx, viewer }: Booking, id: ProposalRow['id']): Promise<ProposalRow> {
  const proposal = found(await lockProposal(tx, id));
  if (proposal.ownerId === viewer.id) throw new RefusalError('second_person_needed');
  if (!isReleased(proposal.status)) throw new RefusalError('wrong_status');
  return proposal;
}
