import { randomUUID } from 'node:crypto';
import { givenBackOf } from '@sathi/domain/investments.ts';
import { subtractCents } from '@sathi/domain/money.ts';
import { remainingCents, statusFromFacts } from '@sathi/domain/proposals.ts';
import type { Change } from '../../http/call.ts';
import { releaseBackings } from '../../ledger/release-backings.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { creditHolder, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import type { OwnBacking } from './investments.repository.ts';

/**
 * Ends one backing of a locked proposal: its money goes back, what is unpaid of it ends (R5.3, R20.9), and the last one leaves the
 * proposal published (T7). The history names nobody, because a backer may be anonymous to the owner (R13.1); the books do.
 */
export async function cancelBacking({
  tx,
  viewer,
  now,
  attempt,
  proposal,
  backing,
}: Change & { readonly proposal: ProposalRow; readonly backing: OwnBacking }) {
  const { id: proposalId } = proposal;
  const { investmentId, amountCents, unpaidCents } = backing;
  await releaseBackings(tx, {
    proposalId,
    mfiId: creditHolder(proposal),
    actorId: viewer.id,
    idempotencyKey: attempt.key ?? randomUUID(),
    requestHash: attempt.requestHash,
    investmentId,
    at: now,
  });
  const counters = {
    backedCents: subtractCents(proposal.backedCents, amountCents),
    unpaidCents: subtractCents(proposal.unpaidCents, unpaidCents),
  };
  const status = statusFromFacts({ ...proposal, ...counters, isPublished: true });
  await setProposal(tx, proposalId, counters);
  const event = { kind: 'backing_cancelled', from: proposal.status, to: status, actorId: null } as const;
  await insertProposalEvent(tx, { proposalId, ...event, at: now });
  const { toCreditCents, outsideCents } = givenBackOf(backing);
  return {
    amount: amountCents,
    awaited: unpaidCents,
    toCredit: toCreditCents,
    outside: outsideCents,
    proposal: {
      status,
      currentBalance: counters.backedCents,
      remainingAmount: remainingCents({ ...proposal, ...counters }),
    },
  };
}
