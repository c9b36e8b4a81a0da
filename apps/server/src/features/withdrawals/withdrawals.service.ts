import { randomUUID } from 'node:crypto';
import type { ProposalId, WithdrawalId } from '@sathi/domain/ids.ts';
import { ZERO_CENTS } from '@sathi/domain/money.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { repaymentSchedule, scheduleStart } from '@sathi/domain/repayments.ts';
import {
  CONFIRM_AFTER_DAYS,
  type WithdrawalMethod,
  withdrawalRefusal,
  type WithdrawalStep,
} from '@sathi/domain/withdrawals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { enqueue } from '../../jobs/outbox.ts';
import { doOneByOne } from '../../one-by-one.ts';
import { postJournals } from '../../ledger/ledger.ts';
import { found, RefusalError, refuseIf } from '../../refusal-error.ts';
import { seal } from '../../seal.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { lockProposal, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { listInstalments, setInstalments } from '../repayments/instalments.repository.ts';
import {
  findWithdrawal,
  hasOpenWithdrawal,
  insertWithdrawal,
  listUnconfirmed,
  setWithdrawal,
  type WithdrawalRow,
} from './withdrawals.repository.ts';

type Command = { readonly viewer: SignedIn; readonly attempt: Attempt; readonly now: Date };

/** Where the money is to go. Kept encrypted; only its last four characters are shown again (R4.1). */
export type Destination = {
  readonly accountName: string;
  readonly accountNumber: string;
  readonly bankName: string | null;
  readonly branch: string | null;
};

/** The owner asks for the whole funded amount (R4.1). @throws RefusalError `withdrawal_open` */
export async function requestWithdrawal(
  db: Db,
  input: Command & {
    readonly proposalId: ProposalId;
    readonly method: WithdrawalMethod;
    readonly destination: Destination;
    readonly sealKey: Buffer;
  },
): Promise<WithdrawalRow> {
  const { viewer, attempt, now, proposalId, method, destination, sealKey } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = found(await lockProposal(tx, proposalId));
    refuseIf(proposalRefusal('withdraw', viewer, proposal));
    if (await hasOpenWithdrawal(tx, proposalId)) throw new RefusalError('withdrawal_open');
    return insertWithdrawal(tx, {
      proposalId,
      ownerId: proposal.ownerId,
      amountCents: proposal.fundedCents,
      method,
      sealedDestination: seal(sealKey, destination),
      accountLast4: [...destination.accountNumber].slice(-4).join(''),
      requestedAt: now,
    });
  });
}

/**
 * Moves a withdrawal on (R4.2): the money leaves escrow when it is sent and comes back when sending failed (R4.3).
 *
 * @throws RefusalError `wrong_status` when it is not in the state before
 */
export async function updateWithdrawal(
  db: Db,
  input: Command & {
    readonly withdrawalId: WithdrawalId;
    readonly step: WithdrawalStep;
    readonly reference: string | null;
    readonly reason: string | null;
  },
): Promise<WithdrawalRow> {
  const { viewer, attempt, now, withdrawalId, step, reference, reason } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const { proposalId } = found(await findWithdrawal(tx, withdrawalId));
    const proposal = found(await lockProposal(tx, proposalId));
    // Read again under the proposal's lock: the state may have moved while we waited for it.
    const withdrawal = found(await findWithdrawal(tx, withdrawalId));
    refuseIf(withdrawalRefusal(viewer, proposal, withdrawal.state, step));
    switch (step) {
      case 'sent':
        return send(tx, proposal, withdrawal, { ...input, reference: reference ?? '' });
      case 'failed':
        return fail(tx, proposal, withdrawal, { ...input, reason: reason ?? '' });
      case 'rejected':
        await tellOwner(tx, 'withdrawal_failed', withdrawal, now);
        return setWithdrawal(tx, withdrawal, { state: 'rejected', reason, closedAt: now, closedBy: viewer.id });
      case 'confirmed':
        return setWithdrawal(tx, withdrawal, { state: 'confirmed', closedAt: now, closedBy: viewer.id });
    }
  });
}

async function send(
  tx: Tx,
  proposal: ProposalRow,
  withdrawal: WithdrawalRow,
  input: Command & { readonly reference: string },
): Promise<WithdrawalRow> {
  const { viewer, now, reference } = input;
  const sent = await setWithdrawal(tx, withdrawal, { state: 'sent', reference, sentAt: now, sentBy: viewer.id });
  await setProposal(tx, proposal.id, { sentCents: withdrawal.amountCents });
  await post(tx, 'withdrawal_sent', proposal, withdrawal, input);
  await moveDueDates(tx, proposal, viewer, now);
  await tellOwner(tx, 'withdrawal_sent', withdrawal, now);
  return sent;
}

async function fail(
  tx: Tx,
  proposal: ProposalRow,
  withdrawal: WithdrawalRow,
  input: Command & { readonly reason: string },
): Promise<WithdrawalRow> {
  const { reason, now, viewer } = input;
  const closed = { state: 'failed', reason, closedAt: now, closedBy: viewer.id } as const;
  const failed = await setWithdrawal(tx, withdrawal, closed);
  await setProposal(tx, proposal.id, { sentCents: ZERO_CENTS });
  await post(tx, 'withdrawal_failed', proposal, withdrawal, input);
  await tellOwner(tx, 'withdrawal_failed', withdrawal, now);
  return failed;
}

/** The owner waits for the money and hears of it at once. A refused request and a failed transfer are the same to them. */
async function tellOwner(
  tx: Tx,
  what: 'withdrawal_sent' | 'withdrawal_failed',
  { proposalId, id: withdrawalId }: WithdrawalRow,
  now: Date,
): Promise<void> {
  const payload = { what, proposalId, withdrawalId };
  await enqueue(tx, [{ kind: 'loan_event', dedupeKey: `loan_event:${what}:${withdrawalId}`, payload }], now);
}

async function post(
  tx: Tx,
  kind: 'withdrawal_sent' | 'withdrawal_failed',
  proposal: ProposalRow,
  { id: withdrawalId, amountCents }: WithdrawalRow,
  { viewer, attempt, now }: Command,
): Promise<void> {
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

/** The months count from the day the money was sent: due dates that are not paid yet move with it, once (R4.4). */
async function moveDueDates(tx: Tx, proposal: ProposalRow, viewer: SignedIn, now: Date): Promise<void> {
  const plan = repaymentSchedule({
    amountCents: proposal.fundedCents,
    months: proposal.monthsToRepay,
    startOn: scheduleStart(proposal.mfi.timeZone, proposal.fundedAt ?? now, now),
    firstDueAfterMonths: proposal.mfi.firstDueAfterMonths,
  });
  const current = await listInstalments(tx, proposal.id);
  let paidCents: number = proposal.repaidCents;
  const moved = plan.filter((instalment, index) => {
    paidCents -= instalment.amountCents;
    return paidCents < 0 && instalment.dueOn > (current[index]?.dueOn ?? '');
  });
  if (moved.length === 0) return;
  await setInstalments(tx, proposal.id, moved);
  await insertProposalEvent(tx, {
    proposalId: proposal.id,
    kind: 'due_dates_moved',
    actorId: viewer.id,
    before: { firstDueOn: current.find((instalment) => instalment.number === moved[0]?.number)?.dueOn },
    at: now,
  });
}

const CONFIRM_BATCH = 1000;
const DAY_MS = 86_400_000;

/** An owner who says nothing for seven days has received the money (R4.2). Safe to run twice and beside itself. */
export async function confirmSilentWithdrawals(db: Db, now: Date): Promise<number> {
  const sentBefore = new Date(now.getTime() - CONFIRM_AFTER_DAYS * DAY_MS);
  const silent = await listUnconfirmed(db, sentBefore, CONFIRM_BATCH);
  return doOneByOne(silent, ({ id, proposalId }) =>
    transaction(db, async (tx) => {
      await lockProposal(tx, proposalId);
      const withdrawal = await findWithdrawal(tx, id);
      if (withdrawal?.state !== 'sent') return false;
      await setWithdrawal(tx, withdrawal, { state: 'confirmed', closedAt: now });
      return true;
    }),
  );
}
