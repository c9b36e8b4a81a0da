import type { PaymentId, ProposalId } from '@sathi/domain/ids.ts';
import { subtractCents } from '@sathi/domain/money.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import type { Tx } from '../../db/db.ts';
import type { Change } from '../../http/call.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { found, given, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { askedProposal, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { type DecidedPayment, enterPayment, type OnPayment, postPayment } from './paying.repository.ts';
import { freeOwnReference } from './own-references.repository.ts';
import { type EnteredPayment, paymentFacts } from './payment-facts.ts';
import { lockPayment, type PaymentRow, setPaymentDecision } from './payments.repository.ts';

/** A payment, made as its payer says, that waits for the office, which is told of it (R22.1). @throws RefusalError as {@link enterPayment} */
export async function notePayment(
  change: Change & { readonly proposal: ProposalRow; readonly account: MoneyAccountRow | null },
  entered: EnteredPayment,
): Promise<PaymentRow> {
  const { amountCents, ...facts } = await paymentFacts(change, entered);
  const payment = await enterPayment(change, amountCents, facts);
  await tellOf(change.tx, 'payment_entered', payment, change.now);
  return payment;
}

type Asked = { readonly proposalId?: ProposalId | undefined; readonly id?: PaymentId | undefined };

/** The payment that a call names. Who may do nothing with it learns nothing of it, not even whether it exists. */
export async function askedPayment(
  { tx, viewer, asked }: Pick<Change, 'tx' | 'viewer'> & { readonly asked: Asked },
  action: 'decidePayment' | 'repay' = 'decidePayment',
): Promise<OnPayment> {
  const { proposal } = await askedProposal({ tx, asked });
  const refusal = proposalRefusal(action, viewer, proposal);
  if (refusal !== 'wrong_status') refuseIf(refusal);
  return { proposal, payment: found(await lockPayment(tx, proposal.id, given('id', asked.id))) };
}

/** The money has not arrived. The borrower hears of it. */
export async function rejectPayment(change: Change & OnPayment, reason: string): Promise<DecidedPayment> {
  const decided = await endPayment(change, reason);
  await tellOf(change.tx, 'payment_rejected', change.payment, change.now);
  return decided;
}

/** The person who entered it says that it was not made (R10.1): nobody else has to be told. */
export async function takeBackPayment(change: Change & OnPayment): Promise<DecidedPayment> {
  return endPayment(change, 'withdrawn');
}

/** The entered amount goes back out of suspense. */
async function endPayment(change: Change & OnPayment, reason: string): Promise<DecidedPayment> {
  const { tx, viewer, now, proposal, payment } = change;
  const { amountCents } = payment;
  const rejection = { state: 'rejected', decidedBy: viewer.id, decidedAt: now, reason } as const;
  const decided = await setPaymentDecision(tx, payment, rejection);
  if (decided === undefined) throw new RefusalError('already_decided');
  await freeOwnReference(tx, { paymentId: payment.id });
  await setProposal(tx, proposal.id, { pendingCents: subtractCents(proposal.pendingCents, amountCents) });
  await postPayment('payment_rejected', change, [
    { from: { kind: 'suspense' }, to: { kind: 'world', userId: proposal.ownerId }, amountCents },
  ]);
  return { ...decided, proposal: { status: proposal.status, outstandingAmount: outstandingCents(proposal) } };
}

/** The office hears of a waiting payment, the borrower of a refused one. */
async function tellOf(
  tx: Tx,
  what: 'payment_entered' | 'payment_rejected',
  { proposalId, id: paymentId }: PaymentRow,
  now: Date,
): Promise<void> {
  const payload = { what, proposalId, paymentId };
  await enqueue(tx, [{ kind: 'loan_event', dedupeKey: `loan_event:${what}:${paymentId}`, payload }], now);
}
