import { randomUUID } from 'node:crypto';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { backProposal } from '@sathi/contract/investments.ts';
import type { InvestmentId, ProposalId } from '@sathi/domain/ids.ts';
import { decideInvestment, splitInvestment } from '@sathi/domain/investments.ts';
import { type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { remainingCents, type SignedIn } from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { transaction } from '../../db/transaction.ts';
import { type Attempt, findAttempts, type IdempotencyRow, replayOf, storeAnswers } from '../../http/idempotency.ts';
import { enqueue } from '../../jobs/outbox.ts';
import { lockCredits, type NewJournal, postJournals } from '../../ledger/ledger.ts';
import { RefusalError } from '../../refusal-error.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { setFunded } from '../proposals/funding.repository.ts';
import { lockProposal, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { insertInvestments } from './investments.repository.ts';

/** One person's wish to back one proposal. */
export type Backing = { readonly investor: SignedIn; readonly amountCents: Cents; readonly attempt: Attempt };
export type Backed = DataOf<typeof backProposal>;
/** What became of one backing of a batch: its answer, or why not. */
export type BackingOutcome = Backed | Error;

type Accepted = {
  readonly index: number;
  readonly backing: Backing;
  readonly proposal: ProposalRow;
  readonly fromCreditCents: Cents;
};

/**
 * Puts the money of one or many people behind one proposal: one lock, one set-based write, one commit (R18.6). Each backing
 * is judged in turn by the rule that the dialog asks too, on what the ones before it left.
 *
 * A refused backing is an outcome, not an error: it harms nobody else in the batch. What throws is a fault of the whole.
 */
export async function investBatch(
  db: Db,
  proposalId: ProposalId,
  backings: readonly Backing[],
  now: Date,
): Promise<BackingOutcome[]> {
  try {
    return await investTogether(db, proposalId, backings, now);
  } catch (error) {
    // A key was being used for another proposal, whose lock is not ours: its answer is there to be found now.
    if (isUniqueViolation(error, 'idempotency_keys_pkey')) return investTogether(db, proposalId, backings, now);
    throw error;
  }
}

async function investTogether(
  db: Db,
  proposalId: ProposalId,
  backings: readonly Backing[],
  now: Date,
): Promise<BackingOutcome[]> {
  return transaction(db, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    // Looked up after the lock: whoever sent the same request before has committed by now or never will.
    const answered = await findAttempts(
      tx,
      backings.map((backing) => backing.attempt),
    );
    if (proposal === undefined) return backings.map((backing) => missingOutcome(backing, answered));
    const credits = await lockCredits(
      tx,
      backings.map((backing) => backing.investor.id),
    );
    const { outcomes, accepted, after } = judge(proposal, backings, answered, credits, now);
    if (accepted.length === 0) return outcomes as BackingOutcome[];

    const ids = await write(tx, proposal, accepted, now);
    const answers = accepted.map(({ proposal: then }, index) =>
      answerOf(ids[index] as InvestmentId, accepted[index], then),
    );
    accepted.forEach(({ index }, position) => {
      outcomes[index] = answers[position] as Backed;
    });
    await recordStatus(tx, proposal, after, now);
    await tellOwner(tx, proposal.id, ids, now);
    if (releases(after)) await setFunded(tx, after, null, now);
    await storeAnswers(
      tx,
      accepted.map(({ backing }, index) => ({ attempt: backing.attempt, data: answers[index] })),
      now,
    );
    return backings.map((_, index) => outcomes[index] ?? twinOutcome(backings, outcomes, index));
  });
}

/** A proposal that is gone is not found, but an answer that was given before it went stays given. */
function missingOutcome({ attempt }: Backing, answered: ReadonlyMap<string, IdempotencyRow>): Error {
  const name = attemptName(attempt);
  const earlier = name === null ? undefined : answered.get(name);
  return earlier ? replayOf(attempt, earlier) : new RefusalError('not_found');
}

type Judged = {
  /** Undefined for an accepted backing, whose answer is not known yet, and for the twin of one. */
  readonly outcomes: (BackingOutcome | undefined)[];
  readonly accepted: Accepted[];
  readonly after: ProposalRow;
};

function judge(
  locked: ProposalRow,
  backings: readonly Backing[],
  answered: ReadonlyMap<string, IdempotencyRow>,
  lockedCredits: ReadonlyMap<number, Cents>,
  now: Date,
): Judged {
  const credits = new Map(lockedCredits);
  const seen = new Set<string>();
  const outcomes: Judged['outcomes'] = [];
  const accepted: Accepted[] = [];
  let proposal = locked;
  backings.forEach((backing, index) => {
    const { investor, amountCents, attempt } = backing;
    const name = attemptName(attempt);
    const earlier = name === null ? undefined : answered.get(name);
    if (earlier) {
      outcomes[index] = replayOf(attempt, earlier);
      return;
    }
    if (name !== null && seen.has(name)) {
      outcomes[index] = undefined;
      return;
    }
    const decision = decideInvestment(investor, proposal, amountCents, now);
    if (!decision.ok) {
      // Who may not know the proposal is not told what is left of it.
      const isHidden = decision.refusal === 'not_found';
      outcomes[index] = new RefusalError(
        decision.refusal,
        isHidden ? {} : { remainingCents: remainingCents(proposal) },
      );
      return;
    }
    if (name !== null) seen.add(name);
    const credit = credits.get(investor.id) ?? ZERO_CENTS;
    const { fromCreditCents } = splitInvestment(amountCents, credit);
    credits.set(investor.id, subtractCents(credit, fromCreditCents));
    proposal = { ...proposal, ...decision.change };
    accepted.push({ index, backing, proposal, fromCreditCents });
  });
  return { outcomes, accepted, after: proposal };
}

async function write(tx: Tx, before: ProposalRow, accepted: readonly Accepted[], now: Date): Promise<InvestmentId[]> {
  const ids = await insertInvestments(
    tx,
    before.id,
    accepted.map(({ backing, fromCreditCents }) => ({
      investorId: backing.investor.id,
      amountCents: backing.amountCents,
      fromCreditCents,
      investedAt: now,
    })),
  );
  await postJournals(
    tx,
    accepted.map((item, index) => journalOf(before.id, item, ids[index] as InvestmentId, now)),
  );
  return ids;
}

/** One job for the whole batch; it sums up what the owner hears of. */
async function tellOwner(tx: Tx, proposalId: ProposalId, ids: readonly InvestmentId[], now: Date): Promise<void> {
  const payload = { what: 'backings', proposalId, at: now.toISOString() };
  await enqueue(tx, [{ kind: 'loan_event', dedupeKey: `loan_event:backings:${ids[0]}`, payload }], now);
}

function journalOf(proposalId: ProposalId, item: Accepted, investmentId: InvestmentId, at: Date): NewJournal {
  const { investor, amountCents, attempt } = item.backing;
  const userId = investor.id;
  return {
    proposalId,
    kind: 'backing',
    amountCents,
    actorId: userId,
    idempotencyKey: attempt.key ?? randomUUID(),
    requestHash: attempt.requestHash,
    investmentId,
    at,
    movements: [
      { from: { kind: 'wallet', userId }, to: { kind: 'escrow' }, amountCents: item.fromCreditCents },
      {
        from: { kind: 'world', userId },
        to: { kind: 'escrow' },
        amountCents: subtractCents(amountCents, item.fromCreditCents),
      },
      { from: { kind: 'owed' }, to: { kind: 'claim', userId }, amountCents },
    ],
  };
}

/** R3.3: completing an approved proposal releases its money at once where the MFI has set that. */
function releases({ status, isMfiApproved, mfi }: ProposalRow): boolean {
  return status === 'backed' && isMfiApproved && mfi.releaseOnApproval;
}

/** The counter and the status events T5 and T6. */
async function recordStatus(tx: Tx, before: ProposalRow, after: ProposalRow, now: Date): Promise<void> {
  const isBacked = after.status === 'backed';
  await setProposal(tx, before.id, { backedCents: after.backedCents, ...(isBacked && { backedAt: now }) });
  if (after.status !== before.status) {
    await insertProposalEvent(tx, {
      proposalId: before.id,
      kind: isBacked ? 'backed' : 'locked',
      from: before.status,
      to: after.status,
      actorId: null,
      at: now,
    });
  }
}

function answerOf(id: InvestmentId, item: Accepted | undefined, proposal: ProposalRow): Backed {
  return {
    id,
    amount: item?.backing.amountCents ?? ZERO_CENTS,
    proposal: {
      status: releases(proposal) ? 'funded' : proposal.status,
      currentBalance: proposal.backedCents,
      remainingAmount: remainingCents(proposal),
    },
  };
}

/** The same request twice in one batch: the second gets the answer of the first, or is refused when its content differs. */
function twinOutcome(
  backings: readonly Backing[],
  outcomes: readonly (BackingOutcome | undefined)[],
  index: number,
): BackingOutcome {
  const twin = backings[index] as Backing;
  const first = backings.findIndex((backing) => attemptName(backing.attempt) === attemptName(twin.attempt));
  const outcome = outcomes[first];
  if (outcome === undefined || outcome instanceof Error) return new RefusalError('request_in_progress');
  const { status, response } = twin.attempt.encode(outcome);
  const row = { requestHash: (backings[first] as Backing).attempt.requestHash, status, response };
  return replayOf(twin.attempt, row);
}

function attemptName({ scope, key }: Attempt): string | null {
  return key === null ? null : `${scope}\n${key}`;
}
