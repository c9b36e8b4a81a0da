import { randomUUID } from 'node:crypto';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { InvestmentId, MfiId, ProposalId } from '@sathi/domain/ids.ts';
import { remainingCents } from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { transaction } from '../../db/transaction.ts';
import { findAttempts, storeAnswers } from '../../http/idempotency.ts';
import { enqueueAgain } from '../../outbox/outbox.ts';
import { type AccountRef, type NewJournal, postJournals } from '../../ledger/ledger.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { releaseAtOnce } from '../proposals/funding.repository.ts';
import { lockProposal, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { countSharedBackings } from '../share/share-links.repository.ts';
import { insertInvestments, reserveInvestments } from './investments.repository.ts';
import {
  type Accepted,
  type Backed,
  type Backing,
  type BackingOutcome,
  judge,
  missingOutcome,
  twinOutcome,
  unpaidOf,
} from './judge-backings.ts';
import { Purses } from './purses.ts';

/**
 * Puts the money of one or many people behind one proposal: one lock, one set-based write, one commit (R18.6). Each
 * backing is judged in turn by the rule that the dialog asks too, on the remainder after the ones before it.
 *
 * A refused backing is an outcome, not an error: it harms no other in the batch. A thrown error is a fault of the
 * whole.
 */
export async function investBatch(
  db: Db,
  proposalId: ProposalId,
  backings: readonly Backing[],
  clock: () => Date,
  meanwhile?: () => void,
): Promise<BackingOutcome[]> {
  const investAll = () => transaction(db, (tx) => investTogether(tx, proposalId, backings, clock, meanwhile));
  try {
    return await investAll();
  } catch (error) {
    // A key was in use for another proposal, whose lock is not held here: its answer can be found now.
    if (isUniqueViolation(error, 'idempotency_keys_pkey')) return investAll();
    throw error;
  }
}

/**
 * As {@link investBatch}, in a transaction of `transaction`. The instant is taken under the lock, as in a command. `meanwhile` is called
 * while the database writes the journals and what comes with them, which takes it longest.
 */
export async function investTogether(
  tx: Tx,
  proposalId: ProposalId,
  backings: readonly Backing[],
  clock: () => Date,
  meanwhile: () => void = () => {},
): Promise<BackingOutcome[]> {
  const attempts = backings.map((backing) => backing.attempt);
  // Answers are looked up after the lock: an earlier sender of the same request has committed by now or never will.
  const [proposal, answered] = await Promise.all([lockProposal(tx, proposalId), findAttempts(tx, attempts)]);
  const now = clock();
  if (proposal === undefined) return backings.map((backing) => missingOutcome(backing, answered));
  const investors = backings.map((backing) => backing.investor.id);
  const [purses, ids] = await Promise.all([
    Purses.open(tx, proposal, investors, now),
    reserveInvestments(tx, backings.length),
  ]);
  const { outcomes, accepted, after } = judge(proposal, backings, answered, purses, now);
  await purses.close(tx);
  if (accepted.length === 0) return outcomes as BackingOutcome[];

  const written = accepted.map((item, index) => ({ ...item, id: ids[index] as InvestmentId }));
  const answer = async (isReleased: boolean): Promise<void> => {
    for (const item of written) outcomes[item.index] = answerOf(item, isReleased);
    await storeAnswers(
      tx,
      written.map(({ index, backing }) => ({ attempt: backing.attempt, data: outcomes[index] })),
      now,
    );
  };
  const isTurning = after.status !== proposal.status;
  // These need no answer to another, so they leave together; the database does them in this order.
  const changes = [
    write(tx, proposal.id, written, purses, now),
    countCame(tx, proposal.id, written),
    countBacked(tx, after, now),
    tellOwner(tx, proposal.id, now),
    ...(isTurning ? [] : [answer(false)]),
  ];
  meanwhile();
  await Promise.all(changes);
  if (isTurning) {
    await recordTurn(tx, proposal, after, now);
    await answer(await releaseAtOnce(tx, after, null, now));
  }
  return backings.map((_, index) => outcomes[index] ?? twinOutcome(backings, outcomes, index));
}

type Written = Accepted & { readonly id: InvestmentId };

async function write(
  tx: Tx,
  proposalId: ProposalId,
  written: readonly Written[],
  { mfiId, payBy }: Purses,
  now: Date,
): Promise<void> {
  const investments = written.map(({ id, backing, spent }) => ({
    id,
    investorId: backing.investor.id,
    amountCents: backing.amountCents,
    fromCreditCents: spent.fromCreditCents,
    unpaidCents: unpaidOf(spent),
    payBy: mfiId === undefined ? null : payBy,
    anonymous: backing.anonymous,
    investedAt: now,
  }));
  const journals = written.map((item) => journalOf(proposalId, item, mfiId, now));
  await Promise.all([insertInvestments(tx, proposalId, investments), postJournals(tx, journals)]);
}

/**
 * Counts the backings for the people whose links brought the backers; a code that does not lead here counts nothing.
 */
async function countCame(tx: Tx, proposalId: ProposalId, written: readonly Written[]) {
  const shared = written.flatMap(({ backing: { shareCode: code, investor } }) =>
    code === undefined ? [] : [{ code, investorId: investor.id }],
  );
  await countSharedBackings(
    tx,
    proposalId,
    shared,
    written.map(({ id }) => id),
  );
}

/** One job for the backings of an hour; it sums them up for the owner. */
async function tellOwner(tx: Tx, proposalId: ProposalId, now: Date): Promise<void> {
  const at = now.toISOString();
  const dedupeKey = `loan_event:backings:${proposalId}:${at.slice(0, 'yyyy-mm-ddThh'.length)}`;
  await enqueueAgain(tx, { kind: 'loan_event', dedupeKey, payload: { what: 'backings', proposalId, at } }, now);
}

function journalOf(
  proposalId: ProposalId,
  { id: investmentId, backing: { investor, actorId = investor.id, amountCents, attempt }, spent }: Written,
  mfiId: MfiId | undefined,
  at: Date,
): NewJournal {
  const userId = investor.id;
  const source: AccountRef = mfiId === undefined ? { kind: 'world', userId } : { kind: 'awaited' };
  return {
    proposalId,
    kind: 'backing',
    amountCents,
    actorId,
    idempotencyKey: attempt.key ?? randomUUID(),
    requestHash: attempt.requestHash,
    investmentId,
    at,
    movements: [
      { from: { kind: 'wallet', userId, mfiId }, to: { kind: 'escrow' }, amountCents: spent.fromCreditCents },
      { from: source, to: { kind: 'escrow' }, amountCents: spent.toPayCents },
      { from: { kind: 'owed' }, to: { kind: 'claim', userId }, amountCents },
    ],
  };
}

async function countBacked(tx: Tx, { id, status, backedCents, unpaidCents }: ProposalRow, now: Date): Promise<void> {
  await setProposal(tx, id, { backedCents, unpaidCents, ...(status === 'backed' && { backedAt: now }) });
}

/** The status events T5 and T6. */
async function recordTurn(tx: Tx, before: ProposalRow, after: ProposalRow, now: Date): Promise<void> {
  await insertProposalEvent(tx, {
    proposalId: before.id,
    kind: after.status === 'backed' ? 'backed' : 'locked',
    from: before.status,
    to: after.status,
    actorId: null,
    at: now,
  });
}

/** `isReleased` is about the loan after all of them; the one that completed it tells. */
function answerOf({ id, backing, spent, proposal }: Written, isReleased: boolean): Backed {
  const { fromCreditCents, toPayCents, order } = spent;
  return {
    id,
    amount: backing.amountCents,
    fromCredit: fromCreditCents,
    toPay: toPayCents,
    ...(order && {
      order: { reference: order.reference, amountDue: order.unpaidCents, payBy: order.payBy as CalendarDate },
    }),
    proposal: {
      status: isReleased && proposal.status === 'backed' ? 'funded' : proposal.status,
      currentBalance: proposal.backedCents,
      remainingAmount: remainingCents(proposal),
    },
  };
}
