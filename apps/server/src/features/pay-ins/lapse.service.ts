import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { deadlineAfterLapse, hasLapsed } from '@sathi/domain/pay-ins.ts';
import { statusFromFacts } from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { postJournals } from '../../ledger/ledger.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { lockProposal, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { findGraceDays, listCollectedFrom, listLapsing, noteLapse, wasReopened } from './lapse.repository.ts';
import { enqueueNews } from './pay-in-news.repository.ts';
import { openOrders } from './orders.repository.ts';
import { type BackingRow, endParts, listOpenBackings } from './parts.repository.ts';

/** Many end together, at the end of a day. */
const LAPSE_BATCH = 1000;

/**
 * Ends what is unpaid after its last day and its grace (R20.3); the paid part stays. One short transaction for each proposal;
 * safe to run twice and beside itself, because each backing is judged again under the lock.
 * @returns how many proposals lost a part
 */
export async function lapseBackings(db: Db, now: Date): Promise<number> {
  const ids = await listLapsing(db, now, LAPSE_BATCH);
  return doOneByOne(ids, (id) => transaction(db, (tx) => lapseProposal(tx, id, now)));
}

async function lapseProposal(tx: Tx, id: ProposalId, now: Date): Promise<boolean> {
  const proposal = await lockProposal(tx, id);
  if (proposal === undefined) return false;
  const { mfiId, mfi } = proposal;
  const grace = { lapseGraceDays: await findGraceDays(tx, mfiId), timeZone: mfi.timeZone };
  const collectedFrom = await listCollectedFrom(tx, mfiId);
  const lapsed = (await listOpenBackings(tx, { proposalId: id })).filter(
    ({ userId, unpaidCents, payBy }) =>
      unpaidCents > 0 && payBy !== null && hasLapsed(payBy, grace, now) && !collectedFrom.has(userId),
  );
  if (lapsed.length === 0) return false;
  const people = lapsed.map(({ userId }) => userId);
  await openOrders(tx, mfiId, people, now);
  await endParts(
    tx,
    id,
    lapsed.map(({ investmentId, unpaidCents }) => ({ investmentId, amountCents: unpaidCents })),
    now,
  );
  const sum = lapsed.reduce((cents, { unpaidCents }) => addCents(cents, unpaidCents), ZERO_CENTS);
  await openAgain(tx, proposal, sum, now);
  await postJournals(
    tx,
    lapsed.map((backing) => journalOf(backing, now)),
  );
  await noteLapse(tx, mfiId, people, calendarDateIn(mfi.timeZone, now));
  const parts = lapsed.map(({ userId, unpaidCents: amountCents }) => ({ userId, amountCents }));
  const news = { what: 'lapsed', proposalId: id, parts, wasBacked: proposal.status === 'backed' } as const;
  await enqueueNews(tx, mfi, news, `lapsed:${id}:${lapsed[0]?.investmentId}:${lapsed[0]?.payBy}`, now);
  return true;
}

/** T15: the proposal is short of what lapsed, and may need more time (R20.4). */
async function openAgain(tx: Tx, before: ProposalRow, lapsedCents: Cents, now: Date): Promise<void> {
  const { id: proposalId, mfi, publishedAt, fundingDeadline: deadline } = before;
  const backedCents = subtractCents(before.backedCents, lapsedCents);
  const unpaidCents = subtractCents(before.unpaidCents, lapsedCents);
  const after = statusFromFacts({ ...before, backedCents, isPublished: true });
  const [today, timeZone] = [calendarDateIn(mfi.timeZone, now), mfi.timeZone];
  const wasMoved = publishedAt !== null && (await wasReopened(tx, proposalId, publishedAt));
  const moved = deadline === null ? null : deadlineAfterLapse({ deadline, wasMoved, today, timeZone });
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

function journalOf({ proposalId, investmentId, userId, unpaidCents: amountCents, payBy }: BackingRow, at: Date) {
  const key = `lapsed:${investmentId}:${payBy}`;
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
