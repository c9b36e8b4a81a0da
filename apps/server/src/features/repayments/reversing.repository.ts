import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { reversePayment as reversePaymentCall } from '@sathi/contract/repayments.ts';
import { msUntilDaytime } from '@sathi/domain/calendar-date.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { cents, type Cents, subtractCents } from '@sathi/domain/money.ts';
import type { Share } from '@sathi/domain/repayments.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import { shareHistory, sharesBetween } from '@sathi/domain/sharing.ts';
import { type AccountRef, lockCredits, type Movement } from '../../ledger/ledger.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { listSharing } from '../pay-ins/sharing.repository.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { claimKind, creditHolder, setProposal } from '../proposals/proposals.repository.ts';
import { freeOwnReference } from './own-references.repository.ts';
import { type OnPayment, type Paying, postPayment } from './paying.repository.ts';
import { setPaymentReversed } from './payments.repository.ts';

export type Reversal = DataOf<typeof reversePaymentCall>;

/**
 * An approved payment is taken back: the history of the loan is run again without it, and who has too much gives it back, below
 * zero where it is spent (R22.8). A loan that was repaid by it runs again (T14).
 *
 * @throws RefusalError `already_reversed`
 */
export async function reversePayment(change: Paying & OnPayment, reason: string): Promise<Reversal> {
  const { tx, viewer, now, proposal, payment } = change;
  const { id: proposalId, ownerId } = proposal;
  const before = await listSharing(tx, proposalId);
  const taken = { reversedBy: viewer.id, reversedAt: now, reversalReason: reason };
  if ((await setPaymentReversed(tx, payment, taken)) === undefined) throw new RefusalError('already_reversed');
  await freeOwnReference(tx, { paymentId: payment.id });
  const after = await listSharing(tx, proposalId);
  const shares = sharesBetween(shareHistory(after.weights, after.events), shareHistory(before.weights, before.events));

  const repaidCents = subtractCents(proposal.repaidCents, payment.amountCents);
  await setProposal(tx, proposalId, { repaidCents, repaidAt: null });
  if (proposal.status === 'repaid') {
    const event = { proposalId, kind: 'payment_reversed', from: 'repaid', to: 'funded', note: reason } as const;
    await insertProposalEvent(tx, { ...event, actorId: viewer.id, at: now });
  }
  const mfiId = creditHolder(proposal);
  const kind = claimKind(proposal);
  await postPayment(
    'payment_reversed',
    change,
    takeBackMovements(shares, payment.amountCents, { ownerId, mfiId, kind }),
  );
  const payload = { what: 'payment_reversed', proposalId, paymentId: payment.id };
  const delayMs = msUntilDaytime(proposal.mfi.timeZone, now);
  const dedupeKey = `loan_event:payment_reversed:${payment.id}`;
  await enqueue(tx, [{ kind: 'loan_event', dedupeKey, payload, delayMs }], now);
  const credits = await lockCredits(
    tx,
    shares.map(({ backer }) => backer),
    mfiId,
  );
  return {
    state: 'reversed',
    status: 'funded',
    outstandingAmount: outstandingCents({ ...proposal, repaidCents }),
    belowZero: Array.from(credits, ([userId, credit]) => ({ userId, amount: cents(Math.max(0, 0 - credit)) })).filter(
      ({ amount }) => amount > 0,
    ),
  };
}

/**
 * Wallets give back what the payment brought them, and are owed it again; the payer has all of it back. The rounding account
 * keeps what is more, adds what is less, and pays those who would have had more without the payment.
 */
function takeBackMovements(
  shares: readonly Share<UserId>[],
  paymentCents: Cents,
  {
    ownerId,
    mfiId,
    kind,
  }: { readonly ownerId: UserId; readonly mfiId: MfiId | undefined; readonly kind: 'claim' | 'lost' },
): Movement[] {
  const world: AccountRef = { kind: 'world', userId: ownerId };
  const movements: Movement[] = [];
  let missing: Cents = paymentCents;
  for (const { backer, amountCents } of shares) {
    const wallet: AccountRef = { kind: 'wallet', userId: backer, mfiId };
    const claim: AccountRef = { kind, userId: backer };
    const given = cents(Math.max(0, amountCents));
    const gained = cents(Math.max(0, 0 - amountCents));
    const toPayer = cents(Math.min(missing, given));
    missing = subtractCents(missing, toPayer);
    movements.push(
      { from: wallet, to: world, amountCents: toPayer },
      { from: wallet, to: { kind: 'rounding' }, amountCents: subtractCents(given, toPayer) },
      { from: { kind: 'owed' }, to: claim, amountCents: given },
      { from: { kind: 'rounding' }, to: wallet, amountCents: gained },
      { from: claim, to: { kind: 'owed' }, amountCents: gained },
    );
  }
  return [...movements, { from: { kind: 'rounding' }, to: world, amountCents: missing }];
}
