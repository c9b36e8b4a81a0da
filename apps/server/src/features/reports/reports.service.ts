import { DAY_MS } from '@sathi/domain/durations.ts';
import { randomUUID } from 'node:crypto';
import type { ReportCaseId } from '@sathi/domain/ids.ts';
import { isOpen } from '@sathi/domain/proposals.ts';
import {
  deadlineShownAgain,
  doesCount,
  isToBeHidden,
  type ReportReason,
  standingDeadline,
  UNDECIDED_DAYS,
  type Verdict,
} from '@sathi/domain/reports.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { pageUrl } from '../../delivery/links.ts';
import { listManagers } from '../freezes/freezes.repository.ts';
import { notifyConversation } from '../messages/unread.repository.ts';
import type { Hearer } from '../notifications/hearers.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { closeProposal } from '../proposals/close-proposal.repository.ts';
import { type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { findOwner, listDeciders, listReporters } from './report-hearers.repository.ts';
import {
  type CaseRow,
  countCounted,
  findCase,
  findOpenCase,
  insertCase,
  insertReport,
  isKnownReport,
  listClearedReasons,
  listReportsIn,
  lockReporter,
  setCase,
  setHidden,
  setOutsideBellsRead,
  takeWaiting,
  type Thing,
} from './reports.repository.ts';

/** `origin` is the public one, which links start with. */
export type Teller = { readonly secret: AppSecret; readonly origin: string };
type Acting = Pick<Change, 'tx' | 'now'>;

/** Has staff look at a thing, and hides it once enough have reported it (R14.4). The lock of its proposal is held. */
export async function report(
  { tx, viewer, now }: Change,
  teller: Teller,
  { thing, proposal, reason }: { readonly thing: Thing; readonly proposal: ProposalRow; readonly reason: ReportReason },
): Promise<void> {
  const confirmedAt = await lockReporter(tx, viewer.id);
  if (await isKnownReport(tx, viewer.id, thing)) return;
  const open = await findOpenCase(tx, thing);
  const id = open?.id ?? (await insertCase(tx, thing, now));
  // The case moves to where the thing was seen last, so that owner and staff find it there.
  if (open?.isProposalDeleted) await setCase(tx, id, { proposalId: proposal.id });
  const counted = await countCounted(tx, viewer.id, new Date(now.getTime() - DAY_MS));
  const counts = doesCount(confirmedAt, counted, now);
  await insertReport(tx, { caseId: id, reporterId: viewer.id, reason, counts, reportedAt: now });
  if (open?.state === 'hidden') return;
  const hides = isToBeHidden(await listReportsIn(tx, id), await listClearedReasons(tx, thing));
  if (hides) await hide({ tx, now }, teller, id, proposal);
  else if (open === undefined) await tellStaff({ tx, now }, teller, id, 'reported');
}

/** Hides a thing until staff decide; the deadline of an open proposal stands still meanwhile (R34.6). */
async function hide({ tx, now }: Acting, teller: Teller, id: ReportCaseId, proposal: ProposalRow): Promise<void> {
  const of = found(await findCase(tx, id));
  await setCase(tx, id, {
    state: 'hidden',
    hiddenAt: now,
    deadlineBefore: await standStill({ tx, now }, of, proposal),
  });
  await setHidden(tx, of, now);
  if (of.kind === 'proposal') await setOutsideBellsRead(tx, of.proposalId, now);
  await notifyConversation(tx, of.proposalId);
  await tellStaff({ tx, now }, teller, id, 'hidden');
  await tellOwner({ tx, now }, teller, of, { what: 'hidden' });
}

/** A deadline that has passed stays: what is left then is to pay, and nobody may back (R20.4). */
async function standStill({ tx, now }: Acting, { kind }: Thing, proposal: ProposalRow): Promise<Date | null> {
  const { id, status, fundingDeadline, mfi } = proposal;
  if (kind !== 'proposal' || !isFunding(status) || fundingDeadline === null || fundingDeadline < now) return null;
  await setProposal(tx, id, { fundingDeadline: standingDeadline(fundingDeadline, mfi.timeZone) });
  return fundingDeadline;
}

/** The proposal is undefined where it was deleted, which a person or a picture outlives. */
type Deciding = Change & { readonly of: CaseRow; readonly proposal: ProposalRow | undefined };

/** Shows the thing again or hides it for good; such a proposal goes back to its owner (T10). */
export async function decide(
  { tx, viewer, now, attempt, of, proposal }: Deciding,
  teller: Teller,
  { state, reason }: { readonly state: Verdict; readonly reason: string },
): Promise<void> {
  await setCase(tx, of.id, { state, decidedBy: viewer.id, decidedAt: now, decisionReason: reason });
  await setHidden(tx, of, now);
  await notifyConversation(tx, of.proposalId);
  if (state === 'shown') await goOn({ tx, now }, of, proposal);
  else if (of.kind === 'proposal' && proposal && isFunding(proposal.status)) {
    const idempotencyKey = attempt.key ?? randomUUID();
    const by = { actorId: viewer.id, idempotencyKey, requestHash: attempt.requestHash, now };
    await closeProposal(tx, proposal, { kind: 'returned', reason: 'other', note: reason, ...by });
  }
  const what = state === 'shown' ? 'shown' : 'hidden_for_good';
  await tellOwner({ tx, now }, teller, of, { what, reason });
  await tellReporters({ tx, now }, teller, of, { what, key: 'decision' });
}

/** The owner says why the decision is wrong; it stands until it is answered (R34.6). */
export async function appeal(
  { tx, now, of }: Acting & Pick<Deciding, 'of'>,
  teller: Teller,
  text: string,
): Promise<void> {
  await setCase(tx, of.id, { appeal: text, appealedAt: now, remindedAt: null });
  await tellStaff({ tx, now }, teller, of.id, 'appeal');
}

/** Answers the appeal: the thing is shown again, or the decision stands. */
export async function answerAppeal(
  { tx, viewer, now, of }: Omit<Deciding, 'proposal'>,
  teller: Teller,
  { state, reason }: { readonly state: Verdict; readonly reason: string },
): Promise<void> {
  await setCase(tx, of.id, { state, answer: reason, answeredBy: viewer.id, answeredAt: now });
  await setHidden(tx, of, now);
  await notifyConversation(tx, of.proposalId);
  await tellOwner({ tx, now }, teller, of, { what: state, reason, key: 'answer' });
  if (state === 'shown') await tellReporters({ tx, now }, teller, of, { what: state, key: 'answer' });
}

/** Tells managers once of each case that has waited for three days (R34.6). @returns the number of cases */
export async function remindOfReports(db: Db, teller: Teller, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const waiting = await takeWaiting(tx, new Date(now.getTime() - UNDECIDED_DAYS * DAY_MS), now);
    for (const { id, mfiId } of waiting)
      await tellStaff({ tx, now }, teller, id, 'undecided', await listManagers(tx, mfiId));
    return waiting.length;
  });
}

/** Whether a deadline matters: a backed proposal collects again when a part lapses. */
function isFunding(status: ProposalRow['status']): boolean {
  return isOpen(status) || status === 'backed';
}

/** The deadline that stood still goes on, later by the days between. */
async function goOn(
  { tx, now }: Acting,
  { hiddenAt, deadlineBefore }: CaseRow,
  proposal: Deciding['proposal'],
): Promise<void> {
  if (hiddenAt === null || deadlineBefore === null || proposal === undefined) return;
  const { timeZone } = proposal.mfi;
  const stood = standingDeadline(deadlineBefore, timeZone);
  // A proposal that was published anew since has a deadline of its own.
  if (!isFunding(proposal.status) || proposal.fundingDeadline?.getTime() !== stood.getTime()) return;
  const fundingDeadline = deadlineShownAgain(deadlineBefore, { hiddenAt, now, timeZone });
  await setProposal(tx, proposal.id, { fundingDeadline });
}

async function tellStaff(
  { tx, now }: Acting,
  teller: Teller,
  id: ReportCaseId,
  what: 'reported' | 'hidden' | 'undecided' | 'appeal',
  hearers?: readonly Hearer[],
): Promise<void> {
  const of = found(await findCase(tx, id));
  const { mfiName, proposalId, title, kind, appealedAt } = of;
  const event = {
    key: `reported:${id}:${what}${what === 'undecided' && appealedAt !== null ? ':appeal' : ''}`,
    mfiName,
    proposalId,
    title,
    hearers: hearers ?? (await listDeciders(tx, of)),
    url: `${teller.origin}/App/MFIReports/${encodeURIComponent(mfiName)}`,
    facts: { what, kind },
  };
  await tellWithin(tx, teller, 'reported', event, now);
}

type Told = { readonly what: 'hidden' | Verdict; readonly reason?: string; readonly key?: string };

/** Thanks the people who reported a thing; they are named to nobody. */
async function tellReporters({ tx, now }: Acting, teller: Teller, of: CaseRow, { what, key }: Told): Promise<void> {
  const { id, mfiName } = of;
  const event = { key: `report_decided:${id}:${key}`, mfiName, hearers: await listReporters(tx, id), facts: { what } };
  await tellWithin(tx, teller, 'report_decided', event, now);
}

async function tellOwner(
  { tx, now }: Acting,
  teller: Teller,
  of: CaseRow,
  { what, reason = '', key = what }: Told,
): Promise<void> {
  const { id, mfiName, proposalId, title, kind, ownerId } = of;
  const event = {
    key: `moderated:${id}:${key}`,
    mfiName,
    proposalId,
    title,
    ownerId,
    hearers: await findOwner(tx, of),
    url: pageUrl(teller.origin, { mfiName, proposalId }),
    facts: { what, kind, reason },
  };
  await tellWithin(tx, teller, 'moderated', event, now);
}
