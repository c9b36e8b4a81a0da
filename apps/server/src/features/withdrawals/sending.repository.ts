import { randomUUID } from 'node:crypto';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MoneyAccountId, UserId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import { ZERO_CENTS } from '@sathi/domain/money.ts';
import { repaymentSchedule, scheduleStart } from '@sathi/domain/repayments.ts';
import type { Tx } from '../../db/db.ts';
import { postJournals } from '../../ledger/ledger.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { hasAgreedPlan } from '../plans/plans.repository.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { listInstalments, setInstalments } from '../repayments/instalments.repository.ts';
import { listWithdrawals, setWithdrawal, type WithdrawalRow } from './withdrawals.repository.ts';

/** A step of a withdrawal whose proposal is locked, as staff or a line of a statement take it. */
export type Sending = {
  readonly tx: Tx;
  readonly viewer: { readonly id: UserId };
  readonly now: Date;
  readonly attempt: { readonly key: string | null; readonly requestHash: string };
  readonly proposal: ProposalRow;
  readonly withdrawal: WithdrawalRow;
};
/** The number of the bank, and by which account and when the money left, where somebody said so. */
export type SentHow = {
  readonly reference: string;
  readonly accountId?: MoneyAccountId;
  readonly paidMinor?: Minor;
  readonly sentOn?: CalendarDate;
  /** The local money that staff said they sent. */
  readonly localMinor?: Minor;
  readonly localCurrency?: Currency;
};

/** The money leaves escrow (R4.3), and the months of the loan count from now on (R4.4). */
export async function sendWithdrawal(change: Sending, how: SentHow): Promise<WithdrawalRow> {
  const { tx, viewer, now, proposal, withdrawal } = change;
  const sent = await setWithdrawal(tx, withdrawal, { ...how, state: 'sent', sentAt: now, sentBy: viewer.id });
  await setProposal(tx, proposal.id, { sentCents: withdrawal.amountCents });
  await post('withdrawal_sent', change);
  await moveDueDates(tx, proposal, now, { actorId: viewer.id, at: now });
  await tellOwner(tx, 'withdrawal_sent', withdrawal, now);
  return sent;
}

/** The money did not arrive and is in escrow again (R4.3). */
export async function failWithdrawal(change: Sending, reason: string): Promise<WithdrawalRow> {
  const { tx, viewer, now, proposal, withdrawal } = change;
  const closed = { state: 'failed', reason, closedAt: now, closedBy: viewer.id } as const;
  const failed = await setWithdrawal(tx, withdrawal, closed);
  await setProposal(tx, proposal.id, { sentCents: ZERO_CENTS });
  await post('withdrawal_failed', change);
  await tellOwner(tx, 'withdrawal_failed', withdrawal, now);
  return failed;
}

const NOT_SENT = { reference: null, accountId: null, paidMinor: null, sentOn: null, sentAt: null, sentBy: null };

/** Undoes {@link sendWithdrawal}, but for the days of the instalments, which have moved once (R21.9). */
export async function unsendWithdrawal(change: Sending): Promise<void> {
  const { tx, proposal, withdrawal } = change;
  await setWithdrawal(tx, withdrawal, { ...NOT_SENT, state: 'requested', closedAt: null, closedBy: null });
  await setProposal(tx, proposal.id, { sentCents: ZERO_CENTS });
  await post('withdrawal_failed', change);
}

/** Undoes {@link failWithdrawal}: it is what it was before. */
export async function unfailWithdrawal(
  change: Sending,
  before: { readonly state: 'sent' | 'confirmed'; readonly closedAt: Date | null },
): Promise<void> {
  const { tx, proposal, withdrawal } = change;
  await setWithdrawal(tx, withdrawal, { ...before, reason: null, closedBy: null });
  await setProposal(tx, proposal.id, { sentCents: withdrawal.amountCents });
  await post('withdrawal_sent', change);
}

/**
 * The owner waits for the money and hears of it at once. A refused request and a failed transfer are the same to them;
 * a step that was undone and taken again is news again.
 */
export async function tellOwner(
  tx: Tx,
  what: 'withdrawal_sent' | 'withdrawal_failed',
  { proposalId, id: withdrawalId }: WithdrawalRow,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const payload = { what, proposalId, withdrawalId, at };
  await enqueue(tx, [{ kind: 'loan_event', dedupeKey: `loan_event:${what}:${withdrawalId}:${at}`, payload }], now);
}

async function post(kind: 'withdrawal_sent' | 'withdrawal_failed', change: Sending): Promise<void> {
  const { tx, viewer, now, attempt, proposal, withdrawal } = change;
  const { id: withdrawalId, amountCents } = withdrawal;
  const escrow = { kind: 'escrow' } as const;
  const owner = { kind: 'world', userId: proposal.ownerId } as const;
  const [from, to] = kind === 'withdrawal_sent' ? [escrow, owner] : [owner, escrow];
  await postJournals(tx, [
    {
      proposalId: proposal.id,
      kind,
      amountCents,
      actorId: viewer.id,
      idempotencyKey: attempt.key ?? randomUUID(),
      requestHash: attempt.requestHash,
      withdrawalId,
      at: now,
      movements: [{ from, to, amountCents }],
    },
  ]);
}

/**
 * The months count from the day the money was sent: due dates that are not paid yet move with it, once (R4.4). What was forgiven
 * before stays off the plan (R30.1).
 */
async function moveDueDates(
  tx: Tx,
  proposal: ProposalRow,
  sentAt: Date,
  by: { readonly actorId: UserId | null; readonly at: Date },
): Promise<void> {
  // The days of a new plan are agreed (R28.2).
  if (await hasAgreedPlan(tx, proposal.id)) return;
  const plan = repaymentSchedule({
    amountCents: proposal.fundedCents,
    months: proposal.monthsToRepay,
    startOn: scheduleStart(proposal.mfi.timeZone, proposal.fundedAt ?? sentAt, sentAt),
    firstDueAfterMonths: proposal.mfi.firstDueAfterMonths,
  });
  const current = await listInstalments(tx, proposal.id);
  let paidCents: number = proposal.repaidCents;
  const moved = current.flatMap((instalment, index) => {
    paidCents -= instalment.amountCents;
    const dueOn = plan[index]?.dueOn ?? instalment.dueOn;
    return paidCents < 0 && dueOn > instalment.dueOn ? [{ ...instalment, dueOn }] : [];
  });
  if (moved.length === 0) return;
  await setInstalments(tx, proposal.id, moved);
  await insertProposalEvent(tx, {
    proposalId: proposal.id,
    ...by,
    kind: 'due_dates_moved',
    before: { firstDueOn: current.find((instalment) => instalment.number === moved[0]?.number)?.dueOn },
  });
}

/** Days that were agreed when the money was sent are so no longer: they move with it now, as they would have then (R4.4). */
export async function moveWithSending(tx: Tx, proposal: ProposalRow, at: Date): Promise<void> {
  const sent = (await listWithdrawals(tx, proposal.id)).find(({ state }) => state === 'sent' || state === 'confirmed');
  if (sent?.sentAt) await moveDueDates(tx, proposal, sent.sentAt, { actorId: null, at });
}
