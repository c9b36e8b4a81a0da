import { msUntilDaytime } from '@sathi/domain/calendar-date.ts';
import { HOUR_MS } from '@sathi/domain/durations.ts';
import type { PaymentId, ProposalId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { hasStayed } from '@sathi/domain/withdrawals.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { transaction } from '../../db/transaction.ts';
import { homeUrl, pageUrl } from '../../delivery/links.ts';
import type { ReleasedBacker } from '../../ledger/release-backings.ts';
import { enqueue, type JobHandler } from '../../outbox/outbox.ts';
import type { Jobs } from '../../outbox/runner.ts';
import { paymentReceiptOf } from '../repayments/payment-answers.ts';
import type { Outside } from '../../outside/outside.ts';
import { notifyUnread } from '../messages/unread.repository.ts';
import { tell, tellWithin } from './tell.ts';
import {
  findBackings,
  findToldEvent,
  findToldPayment,
  findToldProposal,
  findToldWithdrawal,
  listSimilar,
  raiseNotification,
  type ToldPayment,
  type ToldProposal,
} from './told.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/** An event of a loan that does not change its state. */
export type LoanEvent =
  | { readonly what: 'backings'; readonly proposalId: ProposalId; readonly at: string }
  | {
      readonly what: 'withdrawal_sent' | 'withdrawal_failed';
      readonly proposalId: ProposalId;
      readonly withdrawalId: WithdrawalId;
      /** Absent in jobs that an older version wrote. */
      readonly at?: string;
    }
  | {
      readonly what:
        | 'payment_entered'
        | 'payment_collected'
        | 'payment_confirmed'
        | 'payment_rejected'
        | 'payment_reversed';
      readonly proposalId: ProposalId;
      readonly paymentId: PaymentId;
    };

/** Tells people of the events of a loan. */
export function notificationJobs(outside: Port) {
  return {
    handlers: {
      proposal_event: ofProposal(outside, tellProposalEvent),
      payment_approved: ofProposal(outside, tellPaymentApproved),
      loan_event: ofProposal(outside, tellLoanEvent),
    },
  } satisfies Partial<Jobs>;
}

type Work<Payload> = (outside: Port, proposal: ToldProposal, payload: Payload) => Promise<void>;

function ofProposal<Payload extends { readonly proposalId: ProposalId }>(
  outside: Port,
  work: Work<Payload>,
): JobHandler {
  return async ({ payload }) => {
    const proposal = await findToldProposal(outside.db, (payload as Payload).proposalId);
    if (proposal) await work(outside, proposal, payload as Payload);
  };
}

async function tellProposalEvent(
  outside: Port,
  proposal: ToldProposal,
  { eventId, backers = [] }: { proposalId: ProposalId; eventId: number; backers?: readonly ReleasedBacker[] },
): Promise<void> {
  const event = await findToldEvent(outside.db, proposal.proposalId, eventId);
  const told = { ...proposal, key: `proposal_event:${eventId}` };
  switch (event?.kind) {
    case 'backed':
      return event.isInPart
        ? tell(outside, 'backed_in_part', { ...told, months: proposal.monthsToRepay })
        : tell(outside, 'backed', told);
    case 'approved':
    case 'approval_withdrawn':
    case 'funds_released':
    case 'repaid':
      return tell(outside, event.kind, told);
    case 'expired':
    case 'returned': {
      const { reason, note } = event;
      const closed = { reason: reason ?? 'other', note: note ?? '', released: backers };
      return tell(outside, event.kind, { ...told, ...closed, ...(await openInstead(outside, proposal)) });
    }
  }
}

/** Other proposals for those whose money came back (R5.3). */
async function openInstead({ db, now, config }: Port, { proposalId, mfiName }: ToldProposal) {
  const origin = publicOrigin(config);
  const similar = await listSimilar(db, proposalId, now());
  const open = similar.map(({ title, ownerId, ...page }) => ({ title, ownerId, url: pageUrl(origin, page) }));
  return { open, openUrl: homeUrl(origin, mfiName) };
}

async function tellPaymentApproved(
  outside: Port,
  proposal: ToldProposal,
  { paymentId, amountCents }: { proposalId: ProposalId; paymentId: PaymentId; amountCents: Cents },
): Promise<void> {
  const payment = await findToldPayment(outside.db, proposal.proposalId, paymentId);
  // Each payment after a default is news of its own to the backers (R27.2).
  await tell(outside, proposal.isDefaulted ? 'recovered' : 'payment_approved', {
    ...proposal,
    paymentId,
    amountCents,
    inLoan: payment?.inLoan ?? null,
    key: `payment_approved:${paymentId}`,
  });
  if (payment?.state !== 'approved') return;
  // The receipt of the payment comes by day, as all news of money.
  const { db, now } = outside;
  const payload: LoanEvent = { what: 'payment_confirmed', proposalId: proposal.proposalId, paymentId };
  const dedupeKey = `loan_event:payment_confirmed:${paymentId}`;
  const delayMs = msUntilDaytime(proposal.timeZone, now());
  await transaction(db, (tx) => enqueue(tx, [{ kind: 'loan_event', dedupeKey, payload, delayMs }], now()));
}

type Receipt = { readonly paymentId: PaymentId; readonly of: 'collected' | 'confirmed' };

/** The number of the receipt and its short link: once when the cash was taken, once when the payment counts (R22.7). */
async function tellReceipt(
  outside: Port,
  proposal: ToldProposal,
  { amountCents, inLoan, receiptNumber, receiptCode }: ToldPayment,
  { paymentId, of }: Receipt,
): Promise<void> {
  if (receiptCode === null) return;
  const { number, url } = paymentReceiptOf({ id: paymentId, receiptNumber }, proposal.mfiName, receiptCode);
  const link = `${publicOrigin(outside.config)}${url}`;
  const told = { ...proposal, amountCents, inLoan, url: link, facts: { number, url: link, of } };
  await tell(outside, 'receipt', {
    ...told,
    byDay: { timeZone: proposal.timeZone },
    key: `receipt:${paymentId}:${of}`,
  });
}

async function tellLoanEvent(outside: Port, proposal: ToldProposal, event: LoanEvent): Promise<void> {
  const { db } = outside;
  const { proposalId } = proposal;
  switch (event.what) {
    case 'backings':
      return tellBackings(outside, proposal, new Date(event.at));
    case 'withdrawal_sent':
    case 'withdrawal_failed': {
      const { what, withdrawalId, at } = event;
      const withdrawal = await findToldWithdrawal(db, proposalId, withdrawalId);
      if (!withdrawal || !hasStayed(withdrawal, what === 'withdrawal_sent' ? 'sent' : 'failed', at)) return;
      return tell(outside, what, { ...proposal, ...withdrawal, key: `${what}:${withdrawalId}:${at}` });
    }
    case 'payment_collected':
    case 'payment_confirmed': {
      const payment = await findToldPayment(db, proposalId, event.paymentId);
      const of = event.what === 'payment_collected' ? 'collected' : 'confirmed';
      // The payment may have been taken back in the meantime.
      if (!payment || (of === 'confirmed' && payment.state !== 'approved')) return;
      return tellReceipt(outside, proposal, payment, { paymentId: event.paymentId, of });
    }
    case 'payment_entered':
    case 'payment_rejected':
    case 'payment_reversed': {
      const payment = await findToldPayment(db, proposalId, event.paymentId);
      if (!payment || (event.what === 'payment_entered' && payment.state !== 'pending')) return;
      const told = { ...proposal, ...payment, paymentId: event.paymentId, key: `${event.what}:${event.paymentId}` };
      if (event.what !== 'payment_reversed') return tell(outside, event.what, told);
      return tell(outside, event.what, { ...told, byDay: { timeZone: proposal.timeZone } });
    }
  }
}

/**
 * Many small backings ring the owner's bell once in an hour, which then says their sum. The sum is read anew each time,
 * so it is right for any number and any order of the jobs of that hour.
 */
async function tellBackings({ db, secret, config, now }: Port, proposal: ToldProposal, at: Date): Promise<void> {
  const from = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  const backings = await findBackings(db, proposal.proposalId, { from, until: new Date(from.getTime() + HOUR_MS) });
  if (!backings) return;
  const { amountCents, onlyBackerId } = backings;
  const key = `backed:${proposal.proposalId}:${from.toISOString()}`;
  // Backings are in dollars.
  const event = { ...proposal, key, amountCents, inLoan: null, actorId: onlyBackerId ?? undefined };
  await transaction(db, async (tx) => {
    await tellWithin(tx, { secret, origin: publicOrigin(config) }, 'backings', event, now());
    if (await raiseNotification(tx, `${key}:${proposal.ownerId}`, backings)) await notifyUnread(tx, [proposal.ownerId]);
  });
}
