import type { PaymentId, ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { NotificationKind } from '@sathi/domain/notifications.ts';
import { transaction } from '../db/transaction.ts';
import { notifyUnread } from '../features/messages/unread.repository.ts';
import { formatUsd } from '../http/sentences.ts';
import { eventEmail } from '../notices/event-notices.ts';
import { eventSentence } from '../notices/event-sentences.ts';
import { type Line, line, shortTitle } from '../notices/notice.ts';
import type { Outside } from '../outside.ts';
import { notify, type Notification } from './notify.ts';
import type { JobHandler } from './outbox.ts';
import { findBackings, findToldPayment, findToldWithdrawal, raiseNotification } from './tell-loan-event.repository.ts';
import { aboutOf } from './tell-proposal-event.ts';
import {
  findToldProposal,
  listReaders,
  listStaffIds,
  type Reader,
  type ToldProposal,
} from './tell-proposal-event.repository.ts';

/** What happens to a loan without changing its state. */
export const LOAN_EVENT_JOB = 'loan_event';

export type LoanEvent =
  | { readonly what: 'backings'; readonly proposalId: ProposalId; readonly at: string }
  | {
      readonly what: 'withdrawal_sent' | 'withdrawal_failed';
      readonly proposalId: ProposalId;
      readonly withdrawalId: WithdrawalId;
    }
  | {
      readonly what: 'payment_entered' | 'payment_rejected';
      readonly proposalId: ProposalId;
      readonly paymentId: PaymentId;
    };

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;
type Event = { readonly kind: NotificationKind; readonly amountCents: Cents; readonly reason?: string | null };

/** Tells whom it concerns. Everybody has a key of their own for each event, so that doing the job twice is doing it once. */
export function tellLoanEvent(outside: Port): JobHandler {
  return async ({ payload }) => {
    const event = payload as LoanEvent;
    const proposal = await findToldProposal(outside.db, event.proposalId);
    if (!proposal) return;
    switch (event.what) {
      case 'backings':
        return tellBackings(outside, proposal, new Date(event.at));
      case 'withdrawal_sent':
      case 'withdrawal_failed':
        return tellWithdrawal(outside, proposal, event.what, event.withdrawalId);
      case 'payment_entered':
      case 'payment_rejected':
        return tellPayment(outside, proposal, event.what, event.paymentId);
    }
  };
}

const HOUR_MS = 3_600_000;

/**
 * Many small backings ring the owner's bell once in an hour, which then says their sum. The sum is read anew each time, so it
 * is right however often and in whatever order the jobs of that hour are done.
 */
async function tellBackings(outside: Port, proposal: ToldProposal, at: Date): Promise<void> {
  const { db, secret, now } = outside;
  const from = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  const hour = { from, until: new Date(from.getTime() + HOUR_MS) };
  const dedupeKey = `backed:${proposal.id}:${from.toISOString()}`;
  const backings = await findBackings(db, proposal.id, hour);
  if (!backings) return;
  const { amountCents, onlyBackerId } = backings;
  const [owner] = await notificationsOf(outside, proposal, [proposal.ownerId], { kind: 'backed', amountCents });
  if (!owner) return;
  await transaction(db, async (tx) => {
    await notify(tx, secret, [{ ...owner, dedupeKey, ...(onlyBackerId && { actorId: onlyBackerId }) }], now());
    if (await raiseNotification(tx, dedupeKey, backings)) await notifyUnread(tx, [proposal.ownerId]);
  });
}

async function tellWithdrawal(
  outside: Port,
  proposal: ToldProposal,
  kind: 'withdrawal_sent' | 'withdrawal_failed',
  id: WithdrawalId,
): Promise<void> {
  const withdrawal = await findToldWithdrawal(outside.db, proposal.id, id);
  if (!withdrawal) return;
  const event = { kind, ...withdrawal };
  await tell(outside, `${kind}:${id}`, await notificationsOf(outside, proposal, [proposal.ownerId], event));
}

/** A payment that waits concerns the office, unless they entered it themselves; one that was refused, the borrower. */
async function tellPayment(
  outside: Port,
  proposal: ToldProposal,
  kind: 'payment_entered' | 'payment_rejected',
  id: PaymentId,
): Promise<void> {
  const payment = await findToldPayment(outside.db, proposal.id, id);
  if (!payment || (kind === 'payment_entered' && payment.state !== 'pending')) return;
  const staff = (await listStaffIds(outside.db, proposal.id)).filter((userId) => userId !== payment.enteredBy);
  const readers = kind === 'payment_entered' ? staff : [proposal.ownerId];
  const event = { kind, ...payment };
  await tell(outside, `${kind}:${id}`, await notificationsOf(outside, proposal, readers, event));
}

type Keyless = Omit<Notification, 'dedupeKey'>;

async function tell({ db, secret, now }: Port, key: string, notifications: readonly Keyless[]): Promise<void> {
  const keyed = notifications.map((one) => ({ ...one, dedupeKey: `${key}:${one.userId}` }));
  await transaction(db, (tx) => notify(tx, secret, keyed, now()));
}

async function notificationsOf(
  outside: Port,
  proposal: ToldProposal,
  userIds: readonly UserId[],
  { kind, amountCents, reason }: Event,
): Promise<Keyless[]> {
  const { title, mfiName, url } = aboutOf(outside, proposal);
  const readers = await listReaders(outside.db, proposal.id, userIds);
  const noticeOf = ({ userId, language }: Reader) => {
    const isOwner = userId === proposal.ownerId;
    const amount = formatUsd(language, amountCents);
    const facts = { title: shortTitle(title), mfiName, actorName: '', amount, isOwner };
    const more: Line[] = reason ? [line`${reason}`] : [];
    return eventEmail(language, eventSentence(language, kind, facts), url, more);
  };
  return readers.map((reader) => ({
    userId: reader.userId,
    kind,
    proposalId: proposal.id,
    amountCents,
    mail: { to: reader.email, notice: noticeOf(reader) },
  }));
}
