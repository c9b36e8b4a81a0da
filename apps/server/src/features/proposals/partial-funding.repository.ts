import { leastPartCents, partialWaitsUntil } from '@sathi/domain/funding-time.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Tx } from '../../db/db.ts';
import { found } from '../../errors/refusal-error.ts';
import { endUnpaid } from '../pay-ins/end-unpaid.repository.ts';
import { findGraceDays, listLapsed } from '../pay-ins/lapse.repository.ts';
import { listOpenBackings } from '../pay-ins/parts.repository.ts';
import { releaseAtOnce } from './funding.repository.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import { lockProposal, type ProposalRow, setProposal } from './proposals.repository.ts';

/**
 * Decides, after its deadline, about a proposal whose owner takes a part, and whose lock the caller holds (R5.5, R31.2).
 * Money that is still awaited may come until it would have lapsed; then what has not come ends, and what came counts.
 * @returns the proposal that is to be closed, because too little came; null where it goes ahead, or waits
 */
export async function takePart(tx: Tx, proposal: ProposalRow, now: Date): Promise<ProposalRow | null> {
  if (proposal.unpaidCents > 0 && now <= (await waitsUntil(tx, proposal))) return null;
  const settled = await endAwaited(tx, proposal, now);
  if (settled.backedCents < leastPartCents(askedCents(settled))) return settled;
  await goAhead(tx, settled, now);
  return null;
}

async function waitsUntil(tx: Tx, { mfiId, mfi, fundingDeadline }: ProposalRow): Promise<Date> {
  const { timeZone, payDays } = mfi;
  return partialWaitsUntil(found(fundingDeadline), {
    timeZone,
    payDays,
    lapseGraceDays: await findGraceDays(tx, mfiId),
  });
}

async function endAwaited(tx: Tx, proposal: ProposalRow, now: Date): Promise<ProposalRow> {
  const { id: proposalId, unpaidCents } = proposal;
  if (unpaidCents === 0) return proposal;
  const backings = (await listOpenBackings(tx, { proposalId })).filter((backing) => backing.unpaidCents > 0);
  // Money that is not late yet, or lies in a till, ends with the others; its backer has missed no day.
  await endUnpaid(tx, proposal, backings, now, await listLapsed(tx, proposal, backings, now));
  return found(await lockProposal(tx, proposalId));
}

/**
 * The amount before any part was taken: a part that was taken may come short once more, when money was booked by
 * mistake (R21.9).
 */
function askedCents({ amountAskedCents, amountCents }: ProposalRow): Cents {
  return amountAskedCents ?? amountCents;
}

/** T6 with the part that came together; what was asked is kept, and an approval stays. */
async function goAhead(tx: Tx, before: ProposalRow, now: Date): Promise<void> {
  const { id: proposalId, backedCents: amountCents } = before;
  const amountAskedCents = askedCents(before);
  const revision = before.revision + 1;
  await setProposal(tx, proposalId, { amountCents, amountAskedCents, revision, backedAt: now });
  await insertProposalEvent(tx, {
    proposalId,
    kind: 'backed',
    from: before.status,
    to: 'backed',
    actorId: null,
    before: { amountCents: amountAskedCents },
    at: now,
  });
  const after = { ...before, amountCents, amountAskedCents, status: 'backed' } as const;
  await releaseAtOnce(tx, after, null, now);
}
