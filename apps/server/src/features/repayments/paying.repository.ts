import { randomInt, randomUUID } from 'node:crypto';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { leastLocal } from '@sathi/domain/local-plan.ts';
import { addCents, cents, type Cents, subtractCents } from '@sathi/domain/money.ts';
import type { ProposalStatus } from '@sathi/domain/proposals.ts';
import { decideRepayment, maximumRepaymentCents, outstandingCents } from '@sathi/domain/repayments.ts';
import { shareHistory, sharesBetween } from '@sathi/domain/sharing.ts';
import type { Tx } from '../../db/db.ts';
import { accept, RefusalError } from '../../errors/refusal-error.ts';
import { type AccountRef, type JournalKind, type Movement, postJournals } from '../../ledger/ledger.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { listSharing } from '../pay-ins/sharing.repository.ts';
import { endHardshipOf } from '../hardships/hardships.repository.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { claimKind, creditHolder, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { findPaidPlan } from './local-loans.repository.ts';
import { takeOwnReference } from './own-references.repository.ts';
import { gainOn } from './payment-worth.repository.ts';
import {
  insertPayment,
  NO_FACTS,
  type PaymentFacts,
  type PaymentRow,
  setPaymentDecision,
  type TillPart,
} from './payments.repository.ts';

/** The actor, the time and the cause of a change, as staff or a line of a statement make it. */
export type Paying = {
  readonly tx: Tx;
  readonly viewer: { readonly id: UserId };
  readonly now: Date;
  readonly attempt: { readonly key: string | null; readonly requestHash: string };
};
export type OnPayment = { readonly proposal: ProposalRow; readonly payment: PaymentRow };
export type DecidedPayment = PaymentRow & {
  readonly proposal: { readonly status: ProposalStatus; readonly outstandingAmount: Cents };
};

/**
 * Notes that a repayment was made, and how; it waits in suspense until staff approve it (R10.1, R22.1). By the actor now, but for
 * one that is entered anew as it was.
 *
 * @throws RefusalError `amount_not_positive` and `amount_above_outstanding`, both with the maximum (R10.2), `reference_used`
 */
export async function enterPayment(
  change: Paying & { readonly proposal: ProposalRow },
  amountCents: Cents,
  facts: PaymentFacts & Partial<TillPart> = NO_FACTS,
  entered: Pick<PaymentRow, 'enteredBy' | 'enteredAt'> & Partial<Pick<PaymentRow, 'countedMinor'>> = {
    enteredBy: change.viewer.id,
    enteredAt: change.now,
  },
): Promise<PaymentRow> {
  const { tx, proposal } = change;
  const { id: proposalId, ownerId } = proposal;
  const maximumCents = maximumRepaymentCents(proposal);
  const { pendingCents } = accept(decideRepayment(proposal, amountCents), { maximumCents });

  const { countedMinor = await countedIn(tx, proposal, { ...facts, amountCents }) } = entered;
  const payment = await insertPayment(tx, { proposalId, amountCents, ownerId, ...entered, ...facts, countedMinor });
  await takeOwnReference(tx, { mfiId: proposal.mfiId, ...facts }, { paymentId: payment.id });
  await setProposal(tx, proposalId, { pendingCents });
  await postPayment('payment_entered', { ...change, payment }, [
    { from: { kind: 'world', userId: ownerId }, to: { kind: 'suspense' }, amountCents },
  ]);
  return payment;
}

/** The local money that a payment counts for in the plan of its loan: its own, or the least of its worth (R23.8). */
async function countedIn(
  tx: Tx,
  proposal: ProposalRow,
  { amountCents, localMinor, localCurrency }: PaymentFacts & { readonly amountCents: Cents },
): Promise<Minor | null> {
  const paidPlan = await findPaidPlan(tx, proposal);
  if (paidPlan === null) return null;
  if (localMinor !== null && localCurrency === paidPlan.currency) return localMinor;
  return leastLocal(paidPlan.plan, paidPlan.counted, amountCents);
}

/**
 * The money has arrived: every backer gets their share of it at once (R9.1, R9.6), and the last payment ends the loan (T13). The
 * value day of a line replaces the day that its payer said, and the gain is of that day (R22.2, R23.6).
 */
export async function approvePayment(
  change: Paying & OnPayment & { readonly valueOn?: CalendarDate },
): Promise<DecidedPayment> {
  const { tx, viewer, now, proposal, payment, valueOn: paidOn } = change;
  const { id: proposalId } = proposal;
  const by = { decidedBy: viewer.id, decidedAt: now, reason: null };
  const paid = paidOn && { paidOn, gainCents: await gainOn(tx, proposal.mfiId, payment, paidOn) };
  const receiptCode = payment.receiptCode ?? newReceiptCode();
  const approval = { ...by, state: 'approved', receiptCode, ...paid } as const;
  const decided = await setPaymentDecision(tx, payment, approval);
  if (decided === undefined) throw new RefusalError('already_approved');

  const after = {
    ...proposal,
    pendingCents: subtractCents(proposal.pendingCents, payment.amountCents),
    repaidCents: addCents(proposal.repaidCents, payment.amountCents),
  };
  const isRepaid = outstandingCents(after) === 0;
  const paidCents = payment.amountCents;
  const { weights, events } = await listSharing(tx, proposalId);
  const shares = sharesBetween(shareHistory(weights, events), shareHistory(weights, [...events, { paidCents }]));
  await setProposal(tx, proposalId, {
    pendingCents: after.pendingCents,
    repaidCents: after.repaidCents,
    ...(isRepaid && { repaidAt: now }),
  });
  await postPayment('payment_approved', change, shareMovements(shares, paidCents, proposal));
  const telling = { proposalId, paymentId: payment.id, amountCents: payment.amountCents };
  await enqueue(tx, [{ kind: 'payment_approved', dedupeKey: `payment_approved:${payment.id}`, payload: telling }], now);
  if (isRepaid) await recordRepaid(tx, proposal, viewer.id, now);
  return {
    ...decided,
    proposal: { status: isRepaid ? 'repaid' : 'funded', outstandingAmount: outstandingCents(after) },
  };
}

/** Letters and digits that cannot be taken for each other (Crockford's base 32). */
const CODE_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

/** Opens the public receipt, so it is not to be guessed (R22.7). */
export function newReceiptCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('');
}

/**
 * Suspense pays the shares; the rounding account takes the rest, or adds the missing cents (R9.2). The amount a wallet
 * gets is no longer owed.
 */
function shareMovements(
  shares: ReadonlyArray<{ readonly backer: UserId; readonly amountCents: Cents }>,
  paymentCents: Cents,
  proposal: ProposalRow,
): Movement[] {
  const [mfiId, kind] = [creditHolder(proposal), claimKind(proposal)];
  const movements: Movement[] = [];
  let inSuspense: Cents = paymentCents;
  for (const { backer, amountCents } of shares) {
    const wallet: AccountRef = { kind: 'wallet', userId: backer, mfiId };
    const fromSuspense = cents(Math.min(inSuspense, amountCents));
    inSuspense = subtractCents(inSuspense, fromSuspense);
    movements.push(
      { from: { kind: 'suspense' }, to: wallet, amountCents: fromSuspense },
      { from: { kind: 'rounding' }, to: wallet, amountCents: subtractCents(amountCents, fromSuspense) },
      { from: { kind, userId: backer }, to: { kind: 'owed' }, amountCents },
    );
  }
  return [...movements, { from: { kind: 'suspense' }, to: { kind: 'rounding' }, amountCents: inSuspense }];
}

export async function postPayment(
  kind: JournalKind,
  { tx, viewer, now, attempt, payment }: Paying & Pick<OnPayment, 'payment'>,
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
  await endHardshipOf(tx, proposal.id, now);
}
