import { randomUUID } from 'node:crypto';
import { type CalendarDate, msUntilDaytime } from '@sathi/domain/calendar-date.ts';
import type { MoneyAccountId, UserId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { Tx } from '../../db/db.ts';
import { type AccountRef, type JournalKind, postJournals } from '../../ledger/ledger.ts';
import { found } from '../../errors/refusal-error.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { type PayoutRow, setPayout } from './payouts.repository.ts';

/** The actor, the time and the cause of a step, as a person or a line of a statement takes it. */
export type Stepping = {
  readonly tx: Tx;
  /** Null when a job does it, or a person who is not signed in. */
  readonly actorId: UserId | null;
  readonly now: Date;
  readonly requestHash: string;
};
/** The way by which money left an institution. */
export type SentBy = {
  readonly accountId: MoneyAccountId;
  readonly paidMinor: Minor;
  readonly bankReference: string;
  readonly sentOn: CalendarDate;
};

type PayoutJournal = Extract<JournalKind, `payout_${string}`>;

/** One movement of a payout, between the credit, what is leaving, and the person's money outside (R24). */
export async function postPayout(step: Stepping, kind: PayoutJournal, payout: PayoutRow): Promise<void> {
  const { id: payoutId, mfiId, userId, amountCents } = payout;
  const world: AccountRef = { kind: 'world', userId };
  const wallet: AccountRef = { kind: 'wallet', userId, mfiId };
  const leaving: AccountRef = { kind: 'leaving', userId, mfiId };
  const ways: Readonly<Record<PayoutJournal, readonly [from: AccountRef, to: AccountRef]>> = {
    payout_asked: [wallet, leaving],
    payout_dropped: [leaving, wallet],
    payout_sent: [leaving, world],
    payout_unsent: [world, leaving],
    payout_failed: [world, wallet],
    payout_unfailed: [wallet, world],
  };
  const [from, to] = ways[kind];
  const { tx, actorId, requestHash, now: at } = step;
  const cause = { actorId, requestHash, at, idempotencyKey: `${kind}:${payoutId}:${randomUUID()}` };
  const movements = [{ from, to, amountCents }];
  await postJournals(tx, [{ ...cause, proposalId: null, mfiId, kind, amountCents, payoutId, movements }]);
}

/** The money has left the institution (R25.4). The payout is locked. */
export async function sendPayout(step: Stepping, payout: PayoutRow, by: SentBy): Promise<void> {
  const { tx, now, actorId: sentBy } = step;
  await setPayout(tx, payout.id, { ...by, state: 'sent', sentAt: now, sentBy });
  await postPayout(step, 'payout_sent', payout);
  await tellOf(step, 'payout_sent', payout);
}

/** The money came back: it is credit again, and its owner names an account anew (R25.4). */
export async function failPayout(step: Stepping, payout: PayoutRow, reason: string): Promise<void> {
  const { tx, now, actorId: closedBy } = step;
  await setPayout(tx, payout.id, { state: 'failed', reason, closedAt: now, closedBy });
  await postPayout(step, 'payout_failed', payout);
  await tellOf(step, 'payout_failed', payout);
}

/** A request that is not sent any more is credit again; also out of its batch. */
export async function dropPayout(
  step: Stepping,
  payout: PayoutRow,
  to: { readonly state: 'rejected' | 'cancelled'; readonly reason?: string },
): Promise<void> {
  const { tx, now, actorId: closedBy } = step;
  await setPayout(tx, payout.id, { ...to, closedAt: now, closedBy });
  await postPayout(step, 'payout_dropped', payout);
  // The owner is told of a refused request as of a failed transfer.
  if (to.state === 'rejected') await tellOf(step, 'payout_failed', payout);
}

const NOT_SENT = { accountId: null, paidMinor: null, bankReference: null, sentOn: null, sentAt: null, sentBy: null };

/** Undoes {@link sendPayout}: it waits again, in its batch if it was in one (R21.9). */
export async function unsendPayout(step: Stepping, payout: PayoutRow): Promise<void> {
  const set = { ...NOT_SENT, state: 'requested', closedAt: null, closedBy: null } as const;
  await setPayout(step.tx, payout.id, set);
  await postPayout(step, 'payout_unsent', payout);
}

/** Undoes {@link failPayout}: it is what it was before. Credit that was spent meanwhile goes below zero (R24.4). */
export async function unfailPayout(
  step: Stepping,
  payout: PayoutRow,
  before: { readonly state: 'sent' | 'confirmed'; readonly closedAt: Date | null },
): Promise<void> {
  await setPayout(step.tx, payout.id, { ...before, reason: null, closedBy: null });
  await postPayout(step, 'payout_unfailed', payout);
}

async function tellOf(
  { tx, now }: Stepping,
  what: 'payout_sent' | 'payout_failed',
  { id: payoutId, mfiId }: PayoutRow,
): Promise<void> {
  const delayMs = msUntilDaytime(found(await findMfiSettings(tx, mfiId)).timeZone, now);
  const at = now.toISOString();
  const dedupeKey = `payout_news:${what}:${payoutId}:${at}`;
  await enqueue(tx, [{ kind: 'payout_news', dedupeKey, payload: { what, payoutId, at }, delayMs }], now);
}
