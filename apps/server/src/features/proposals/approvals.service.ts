import { randomUUID } from 'node:crypto';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { isFrozenFor } from '@sathi/domain/permissions.ts';
import {
  backedTooLongBefore,
  hasExpired,
  isOpen,
  type ProposalStatus,
  type ReturnReason,
} from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Change } from '../../http/call.ts';
import { RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import { listOpenBackings } from '../pay-ins/parts.repository.ts';
import { enqueueNews } from '../pay-ins/pay-in-news.repository.ts';
import { advanceUnpaid } from '../pay-ins/take-over.repository.ts';
import { pairRefusal } from '../staff/four-eyes.repository.ts';
import { closeProposal, listExpired } from './close-proposal.repository.ts';
import { releaseAtOnce, setFunded } from './funding.repository.ts';
import { takePart } from './partial-funding.repository.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import { lockProposal, type ProposalRow, setProposal } from './proposals.repository.ts';

type OnProposal = Change & { readonly proposal: ProposalRow };
export type Decided = { readonly id: ProposalId; readonly status: ProposalStatus; readonly isMFIApproved: boolean };

/** The proposal has been checked (R2.1, R2.2). Releases the money at once when the MFI has set that (R3.3). */
export async function approveProposal({ tx, viewer, now, proposal }: OnProposal): Promise<Decided> {
  const { id, status } = proposal;
  await setProposal(tx, id, { approvedBy: viewer.id, approvedAt: now });
  await insertProposalEvent(tx, { proposalId: id, kind: 'approved', actorId: viewer.id, at: now });
  const approved = { ...proposal, isMfiApproved: true };
  const isReleased = !isFrozenFor(viewer, proposal) && (await releaseAtOnce(tx, approved, viewer.id, now));
  return { id, status: isReleased ? 'funded' : status, isMFIApproved: true };
}

type Releasing = OnProposal & { readonly body?: { readonly advance?: boolean | undefined } | null | undefined };

/**
 * Releases the money, which the MFI holds, or advances where it has not come yet (T11, R3.1, R20.5).
 *
 * @throws RefusalError `unpaid_backings` with the sum and the number of people; `second_person_needed` when the person
 * who advances approved the proposal (R19.8), or owes one of the parts (R19.9)
 */
export async function releaseFunds({ tx, viewer, now, attempt, proposal, body }: Releasing): Promise<Decided> {
  if (proposal.unpaidCents > 0) {
    if (!body?.advance) throw await unpaidRefusal(tx, proposal);
    const pair = proposal.approvedBy === null ? undefined : { enteredBy: proposal.approvedBy };
    refuseIf(await pairRefusal({ tx, now, viewer, proposal, pair }));
    const own = await listOpenBackings(tx, { proposalId: proposal.id, userId: viewer.id });
    if (own.some(({ unpaidCents }) => unpaidCents > 0)) throw new RefusalError('second_person_needed');
    const idempotencyKey = `${attempt.key ?? randomUUID()}:advance`;
    const parts = await advanceUnpaid(tx, proposal, {
      actorId: viewer.id,
      idempotencyKey,
      requestHash: attempt.requestHash,
      at: now,
    });
    const news = { what: 'taken_over', proposalId: proposal.id, parts, why: 'unpaid' } as const;
    await enqueueNews(tx, proposal.mfi, news, `taken_over:${proposal.id}:advance:${now.toISOString()}`, now);
  }
  await setFunded(tx, proposal, viewer.id, now);
  return { id: proposal.id, status: 'funded', isMFIApproved: true };
}

async function unpaidRefusal(tx: Tx, { id: proposalId, unpaidCents }: ProposalRow): Promise<RefusalError> {
  const backings = await listOpenBackings(tx, { proposalId });
  const people = new Set(backings.filter((backing) => backing.unpaidCents > 0).map(({ userId }) => userId));
  return new RefusalError('unpaid_backings', { unpaidCents, unpaidBackers: people.size });
}

/** Returns a proposal to its owner with a reason; every backing goes back where it came from (T10, R2.5). */
export async function returnProposal({
  tx,
  viewer,
  now,
  attempt,
  proposal,
  body: { reason, note },
}: OnProposal & { readonly body: { readonly reason: ReturnReason; readonly note: string } }): Promise<Decided> {
  await closeProposal(tx, proposal, {
    kind: 'returned',
    actorId: viewer.id,
    idempotencyKey: attempt.key ?? randomUUID(),
    requestHash: attempt.requestHash,
    reason,
    note,
    now,
  });
  return { id: proposal.id, status: 'drafted', isMFIApproved: false };
}

/** Proposals in one run at most; many end together, at the end of a day. */
const EXPIRY_BATCH = 1000;

/**
 * Closes the proposals that have reached their end: published and not fully backed by the deadline (T8), or fully
 * backed and not released for 30 days (T9). Where the owner takes a part, enough of it goes ahead instead (R5.5). One
 * short transaction each, so that a failure holds up no other; safe to run twice and beside itself, because each is
 * judged again under its lock.
 * @returns how many were closed
 */
export async function expireProposals(db: Db, clock: () => Date): Promise<number> {
  const at = clock();
  const ids = await listExpired(db, at, backedTooLongBefore(at), EXPIRY_BATCH);
  return doOneByOne(ids, (id) =>
    transaction(db, async (tx) => {
      const proposal = await lockProposal(tx, id);
      // Each change of a long run has its own instant, taken under the lock, so that no journal is dated long before
      // its commit.
      const now = clock();
      if (proposal === undefined || !hasExpired(proposal, now)) return false;
      const takesPart = isOpen(proposal.status) && proposal.acceptPartial;
      const unfunded = takesPart ? await takePart(tx, proposal, now) : proposal;
      if (unfunded === null) return false;
      const key = `expiry:${proposal.publishedAt?.toISOString()}`;
      await closeProposal(tx, unfunded, { kind: 'expired', actorId: null, idempotencyKey: key, requestHash: key, now });
      return true;
    }),
  );
}
