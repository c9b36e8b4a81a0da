import { randomUUID } from 'node:crypto';
import type { PaymentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { addCents, cents, type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { isVisible, type ProposalStatus, type SignedIn } from '@sathi/domain/proposals.ts';
import {
  decidePaymentRefusal,
  decideRepayment,
  maximumRepaymentCents,
  outstandingCents,
  shareRepayment,
} from '@sathi/domain/repayments.ts';
import type { Db, Tx } from '../../db/db.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { type AccountRef, type JournalKind, type Movement, postJournals } from '../../ledger/ledger.ts';
import { enqueue } from '../../jobs/outbox.ts';
import { accept, found, RefusalError, refuseIf } from '../../refusal-error.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { lockProposal, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { listClaims } from './claims.repository.ts';
import { insertPayment, lockPayment, type PaymentRow, setPaymentDecision } from './payments.repository.ts';

type Command = {
  readonly viewer: SignedIn;
  readonly attempt: Attempt;
  readonly now: Date;
  readonly proposalId: ProposalId;
};
export type DecidedPayment = PaymentRow & {
  readonly proposal: { readonly status: ProposalStatus; readonly outstandingAmount: Cents };
};

/**
 * Notes that a repayment was made; it waits in suspense until staff approve it (R10.1).
 *
 * @throws RefusalError `amount_not_positive`, `amount_above_outstanding` with the maximum (R10.2); `not_permitted` when
 * `onBehalfOf` is neither the caller nor, for staff, the owner
 */
export async function enterPayment(
  db: Db,
  input: Command & { readonly amountCents: Cents; readonly onBehalfOf: UserId | null },
): Promise<PaymentRow> {
  const { viewer, attempt, now, proposalId, amountCents, onBehalfOf } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = found(await lockProposal(tx, proposalId));
    const isForOther = onBehalfOf !== null && onBehalfOf !== viewer.id && onBehalfOf !== proposal.ownerId;
    if (isForOther && isVisible(viewer, proposal)) throw new RefusalError('not_permitted');
    const decision = decideRepayment(viewer, proposal, amountCents);
    // Told only to those who may pay.
    const isAboveMaximum = !decision.ok && decision.refusal === 'amount_above_outstanding';
    const { pendingCents } = accept(decision, isAboveMaximum ? { maximumCents: maximumRepaymentCents(proposal) } : {});

    const payment = await insertPayment(tx, {
      proposalId,
      ownerId: proposal.ownerId,
      amountCents,
      enteredBy: viewer.id,
      enteredAt: now,
    });
    await setProposal(tx, proposalId, { pendingCents });
    await post(tx, 'payment_entered', payment, input, [
      { from: { kind: 'world', userId: proposal.ownerId }, to: { kind: 'suspense' }, amountCents },
    ]);
    await tellOf(tx, 'payment_entered', payment, now);
    return payment;
  });
}

/** The money has arrived: every backer gets their share of it at once (R9.1, R9.6), and the last payment ends the loan (T13). */
export async function approvePayment(
  db: Db,
  input: Command & { readonly paymentId: PaymentId },
): Promise<DecidedPayment> {
  const { viewer, attempt, now, proposalId } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const { proposal, payment } = await lockForDecision(tx, input);
    const decided = await setPaymentDecision(tx, payment, {
      state: 'approved',
      decidedBy: viewer.id,
      decidedAt: now,
      reason: null,
    });
    if (decided === undefined) throw new RefusalError('already_approved');

    const after = {
      ...proposal,
      pendingCents: subtractCents(proposal.pendingCents, payment.amountCents),
      repaidCents: addCents(proposal.repaidCents, payment.amountCents),
    };
    const isRepaid = after.repaidCents === after.fundedCents;
    const claims = await listClaims(tx, proposalId);
    const { shares, roundingCents } = shareRepayment(claims, proposal.repaidCents, payment.amountCents);
    await setProposal(tx, proposalId, {
      pendingCents: after.pendingCents,
      repaidCents: after.repaidCents,
      ...(isRepaid && { repaidAt: now }),
    });
    await post(tx, 'payment_approved', payment, input, shareMovements(shares, payment.amountCents, roundingCents));
    const telling = { proposalId, paymentId: payment.id, amountCents: payment.amountCents };
    await enqueue(
      tx,
      [{ kind: 'payment_approved', dedupeKey: `payment_approved:${payment.id}`, payload: telling }],
      now,
    );
    if (isRepaid) await recordRepaid(tx, proposal, viewer.id, now);
    return {
      ...decided,
      proposal: { status: isRepaid ? 'repaid' : 'funded', outstandingAmount: outstandingCents(after) },
    };
  });
}

/** The money has not arrived: what was entered goes back out of suspense. */
export async function rejectPayment(
  db: Db,
  input: Command & { readonly paymentId: PaymentId; readonly reason: string },
): Promise<DecidedPayment> {
  const { viewer, attempt, now, proposalId, reason } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const { proposal, payment } = await lockForDecision(tx, input);
    const decided = await setPaymentDecision(tx, payment, {
      state: 'rejected',
      decidedBy: viewer.id,
      decidedAt: now,
      reason,
    });
    if (decided === undefined) throw new RefusalError('already_decided');
    await setProposal(tx, proposalId, { pendingCents: subtractCents(proposal.pendingCents, payment.amountCents) });
    await post(tx, 'payment_rejected', payment, input, [
      {
        from: { kind: 'suspense' },
        to: { kind: 'world', userId: proposal.ownerId },
        amountCents: payment.amountCents,
      },
    ]);
    await tellOf(tx, 'payment_rejected', payment, now);
    return { ...decided, proposal: { status: proposal.status, outstandingAmount: outstandingCents(proposal) } };
  });
}

/** The office hears of what waits for it, the borrower of what was refused. */
async function tellOf(
  tx: Tx,
  what: 'payment_entered' | 'payment_rejected',
  { proposalId, id: paymentId }: PaymentRow,
  now: Date,
): Promise<void> {
  const payload = { what, proposalId, paymentId };
  await enqueue(tx, [{ kind: 'loan_event', dedupeKey: `loan_event:${what}:${paymentId}`, payload }], now);
}

async function lockForDecision(tx: Tx, input: Command & { readonly paymentId: PaymentId }) {
  const proposal = found(await lockProposal(tx, input.proposalId));
  if (!isVisible(input.viewer, proposal)) throw new RefusalError('not_found');
  // Who may not decide learns nothing of the payment, not even whether it exists.
  const stranger = decidePaymentRefusal(input.viewer, proposal, 'pending');
  if (stranger === 'not_permitted') throw new RefusalError(stranger);
  const payment = found(await lockPayment(tx, input.proposalId, input.paymentId));
  refuseIf(decidePaymentRefusal(input.viewer, proposal, payment.state));
  return { proposal, payment };
}

/**
 * Suspense pays the shares; the rounding account takes what is left over, or adds what is missing (R9.2). What a wallet gets
 * is no longer owed.
 */
function shareMovements(
  shares: ReadonlyArray<{ readonly backer: UserId; readonly amountCents: Cents }>,
  paymentCents: Cents,
  roundingCents: number,
): Movement[] {
  const movements: Movement[] = [];
  let inSuspense: Cents = paymentCents;
  for (const { backer, amountCents } of shares) {
    const wallet: AccountRef = { kind: 'wallet', userId: backer };
    const fromSuspense = cents(Math.min(inSuspense, amountCents));
    inSuspense = subtractCents(inSuspense, fromSuspense);
    movements.push(
      { from: { kind: 'suspense' }, to: wallet, amountCents: fromSuspense },
      { from: { kind: 'rounding' }, to: wallet, amountCents: subtractCents(amountCents, fromSuspense) },
      { from: { kind: 'claim', userId: backer }, to: { kind: 'owed' }, amountCents },
    );
  }
  const leftOver = roundingCents > 0 ? cents(roundingCents) : ZERO_CENTS;
  return [...movements, { from: { kind: 'suspense' }, to: { kind: 'rounding' }, amountCents: leftOver }];
}

async function post(
  tx: Tx,
  kind: JournalKind,
  payment: PaymentRow,
  { viewer, attempt, now }: Command,
  movements: readonly Movement[],
): Promise<void> {
  await postJournals(tx, [
    {
      proposalId: payment.proposalId,
      kind,
      amountCents: payment.amountCents,
      actorId: viewer.id,
      idempotencyKey: attempt.key ?? randomUUID(),
      requestHash: attempt.requestHash,
      paymentId: payment.id,
      at: now,
      movements,
    },
  ]);
}

async function recordRepaid(tx: Tx, proposal: ProposalRow, actorId: UserId, now: Date): Promise<void> {
  await insertProposalEvent(tx, {
    proposalId: proposal.id,
    kind: 'repaid',
    from: 'funded',
    to: 'repaid',
    actorId,
    at: now,
  });
}
