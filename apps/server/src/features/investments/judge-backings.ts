import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { backProposal } from '@sathi/contract/investments.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { decideInvestment, investmentStateRefusal } from '@sathi/domain/investments.ts';
import { addCents, type Cents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { remainingCents, type SignedIn } from '@sathi/domain/proposals.ts';
import { type Attempt, type IdempotencyRow, replayOf } from '../../http/idempotency.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { type ProposalRow } from '../proposals/proposals.repository.ts';
import { Purses, type Spent } from './purses.ts';

/** One person's wish to back one proposal. */
export type Backing = {
  readonly investor: SignedIn;
  readonly amountCents: Cents;
  /** Whether their credit pays as much as it can (R3.4); absent means that it does. */
  readonly useCredit?: boolean;
  /** Whether only staff are told by whom it is (R13.1). */
  readonly anonymous: boolean;
  /** The credit that has to stay; with it, only credit pays. */
  readonly keepCents?: Cents;
  /** The person whose act it is, where it is not the investor's; null for a job. */
  readonly actorId?: UserId | null;
  /** The code of the own link by which the investor came, if any. */
  readonly shareCode?: string | undefined;
  /** The problem with the request. It is told after the refusals of its state. */
  readonly problem?: RefusalError | null;
  readonly attempt: Attempt;
};
export type Backed = DataOf<typeof backProposal>;
/** The outcome of one backing of a batch: its answer, or the error. */
export type BackingOutcome = Backed | Error;

export type Accepted = {
  readonly index: number;
  readonly backing: Backing;
  readonly proposal: ProposalRow;
  readonly spent: Spent;
};

type Judged = {
  /** Undefined for an accepted backing, whose answer is not known yet, and for the twin of one. */
  readonly outcomes: (BackingOutcome | undefined)[];
  readonly accepted: Accepted[];
  readonly after: ProposalRow;
};

/** Asks the rule for each backing in turn, on the remainder after the ones before it. */
export function judge(
  locked: ProposalRow,
  backings: readonly Backing[],
  answered: ReadonlyMap<string, IdempotencyRow>,
  purses: Purses,
  now: Date,
): Judged {
  const seen = new Set<string>();
  const outcomes: Judged['outcomes'] = [];
  const accepted: Accepted[] = [];
  let proposal = locked;
  backings.forEach((backing, index) => {
    const { investor, amountCents, useCredit = true, keepCents, attempt, problem } = backing;
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
    if (problem) {
      const refusal = investmentStateRefusal(investor, proposal, now);
      outcomes[index] = refusal === null ? problem : new RefusalError(refusal);
      return;
    }
    const decision = decideInvestment(investor, proposal, amountCents, now);
    if (!decision.ok) {
      // A caller who may not know the proposal is not told the remainder.
      const isHidden = decision.refusal === 'not_found';
      outcomes[index] = new RefusalError(
        decision.refusal,
        isHidden ? {} : { remainingCents: remainingCents(proposal) },
      );
      return;
    }
    const spent = purses.spend(investor.id, amountCents, { useCredit, keepCents });
    if (spent instanceof RefusalError) {
      outcomes[index] = spent;
      return;
    }
    if (name !== null) seen.add(name);
    const unpaidCents = addCents(proposal.unpaidCents, unpaidOf(spent));
    proposal = { ...proposal, ...decision.change, unpaidCents };
    accepted.push({ index, backing, proposal, spent });
  });
  return { outcomes, accepted, after: proposal };
}

/** A proposal that is gone is not found, but an answer that was given before it went stays given. */
export function missingOutcome({ attempt }: Backing, answered: ReadonlyMap<string, IdempotencyRow>): Error {
  const name = attemptName(attempt);
  const earlier = name === null ? undefined : answered.get(name);
  return earlier ? replayOf(attempt, earlier) : new RefusalError('not_found');
}

/** The same request twice in one batch: the second gets the answer of the first, or is refused when its content differs. */
export function twinOutcome(
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

/** The part of a backing that is still awaited: none at trust, where money from outside counts as there. */
export function unpaidOf({ toPayCents, order }: Spent): Cents {
  return order === undefined ? ZERO_CENTS : toPayCents;
}

function attemptName({ scope, key }: Attempt): string | null {
  return key === null ? null : `${scope}\n${key}`;
}
