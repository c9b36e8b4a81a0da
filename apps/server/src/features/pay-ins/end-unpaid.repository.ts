import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { deadlineAfterLapse } from '@sathi/domain/pay-ins.ts';
import { statusFromFacts } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { postJournals } from '../../ledger/ledger.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { lockProposal, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { noteLapse, wasReopened } from './lapse.repository.ts';
import { openOrders } from './orders.repository.ts';
import { enqueueNews } from './pay-in-news.repository.ts';
import { type BackingRow, endParts, listOpenBackings } from './parts.repository.ts';

/**
 * Ends what is unpaid of these backings of a proposal, whose lock the caller holds; the paid part stays (R20.3, T15). Of those
 * that `lapsed`, the order remembers the day (R20.10).
 */
export async function endUnpaid(
  tx: Tx,
  proposal: ProposalRow,
  backings: readonly BackingRow[],
  now: Date,
  lapsed = backings,
): Promise<void> {
  const { id, mfiId, mfi } = proposal;
  const people = backings.map(({ userId }) => userId);
  await openOrders(tx, mfiId, people, now);
  await endParts(
    tx,
    id,
    backings.map(({ investmentId, unpaidCents }) => ({ investmentId, amountCents: unpaidCents })),
    now,
  );
  const sum = backings.reduce((cents, { unpaidCents }) => addCents(cents, unpaidCents), ZERO_CENTS);
  await openAgain(tx, proposal, sum, now);
  await postJournals(
    tx,
    backings.map((backing) => journalOf(backing, now)),
  );
  const late = lapsed.map(({ userId }) => userId);
  await noteLapse(tx, mfiId, late, calendarDateIn(mfi.timeZone, now));
  const parts = backings.map(({ userId, unpaidCents: amountCents }) => ({ userId, amountCents }));
  const news = { what: 'lapsed', proposalId: id, parts, wasBacked: proposal.status === 'backed' } as const;
  await enqueueNews(tx, mfi, news, `lapsed:${id}:${backings[0]?.investmentId}:${now.toISOString()}`, now);
}

export type Unpaid = { readonly proposalId: ProposalId; readonly unpaidCents: Cents };

/** The unpaid sums of a person by proposal, without the institutions whose officers have cash of theirs (R22.10). */
export async function listUnpaidOf(db: Db, userId: UserId): Promise<Unpaid[]> {
  const { rows } = await sql<Unpaid>`
    select i.proposal_id as "proposalId", sum(i.unpaid_cents)::bigint as "unpaidCents"
    from investments i join proposals p on p.id = i.proposal_id
    where i.investor_id = ${userId} and i.unpaid_cents > 0 and i.released_at is null and p.funded_cents = 0
      and not exists (
        select from receipts r where r.mfi_id = p.mfi_id and r.user_id = i.investor_id and r.state = 'collected'
      )
    group by i.proposal_id order by i.proposal_id`.execute(db);
  return rows;
}

/** Ends what one person has not paid, of proposals that the caller has locked in the order of their ids. */
export async function endUnpaidOf(tx: Tx, userId: UserId, unpaid: readonly Unpaid[], now: Date): Promise<void> {
  for (const { proposalId } of unpaid) {
    const proposal = await lockProposal(tx, proposalId);
    if (proposal === undefined) continue;
    const backings = await listOpenBackings(tx, { proposalId, userId });
    await endUnpaid(
      tx,
      proposal,
      backings.filter(({ unpaidCents }) => unpaidCents > 0),
      now,
    );
  }
}

/**
 * T15: the proposal is short of what lapsed, and may need more time (R20.4). Where its owner takes a part, a deadline that has
 * passed stays (R31.2).
 */
async function openAgain(tx: Tx, before: ProposalRow, lapsedCents: Cents, now: Date): Promise<void> {
  const { id: proposalId, mfi, fundingDeadline: deadline } = before;
  const backedCents = subtractCents(before.backedCents, lapsedCents);
  const unpaidCents = subtractCents(before.unpaidCents, lapsedCents);
  const after = statusFromFacts({ ...before, backedCents, isPublished: true });
  const [today, timeZone] = [calendarDateIn(mfi.timeZone, now), mfi.timeZone];
  const wasMoved = await wasReopened(tx, proposalId);
  const isDecided = deadline === null || (before.acceptPartial && deadline < now);
  const moved = isDecided ? null : deadlineAfterLapse({ deadline, wasMoved, today, timeZone });
  await setProposal(tx, proposalId, {
    backedCents,
    unpaidCents,
    backedAt: null,
    ...(moved && { fundingDeadline: moved }),
  });
  const event = { proposalId, actorId: null, at: now } as const;
  await insertProposalEvent(tx, { ...event, kind: 'lapsed', from: before.status, to: after });
  if (moved) await insertProposalEvent(tx, { ...event, kind: 'reopened' });
}

/** Money booked by mistake leaves a backing unpaid as before (R21.9), so that it may lapse more than once after the same day. */
function journalOf({ proposalId, investmentId, userId, unpaidCents: amountCents }: BackingRow, at: Date) {
  const key = `lapsed:${investmentId}:${at.toISOString()}`;
  return {
    proposalId,
    kind: 'lapsed',
    amountCents,
    actorId: null,
    idempotencyKey: key,
    requestHash: key,
    investmentId,
    at,
    movements: [
      { from: { kind: 'escrow' }, to: { kind: 'awaited' }, amountCents },
      { from: { kind: 'claim', userId }, to: { kind: 'owed' }, amountCents },
    ],
  } as const;
}
