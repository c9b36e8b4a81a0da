import type { SignedIn } from '@sathi/domain/proposals.ts';
import { confirmersOf, confirmLoanRefusal, hasEnded, officeWithout } from '@sathi/domain/staff.ts';
import { undoReleaseRefusal, unsentTooLongBefore } from '@sathi/domain/release-undoings.ts';
import { ZERO_CENTS } from '@sathi/domain/money.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Db, Tx } from '../../db/db.ts';
import { pageUrl } from '../../delivery/links.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { isInBatch } from '../withdrawals/batches.repository.ts';
import { tellOwner } from '../withdrawals/sending.repository.ts';
import { listWithdrawals, setWithdrawal, type WithdrawalRow } from '../withdrawals/withdrawals.repository.ts';
import {
  endPlan,
  findOpenUndoing,
  insertUndoing,
  type ReleaseUndoingRow,
  setUndoingApproved,
} from './release-undoings.repository.ts';

export type Teller = { readonly secret: AppSecret; readonly origin: string };
type OnLoan = Change & { readonly proposal: ProposalRow };

/** Why a release cannot be undone now; null where it can (R31.3). */
export async function undoingRefusal(db: Db, proposal: ProposalRow) {
  const refusal = undoReleaseRefusal({ ...proposal, isMoneySent: proposal.sentCents > 0 });
  if (refusal !== null) return refusal;
  const request = await requestOf(db, proposal);
  return request !== undefined && (await isInBatch(db, request.id)) ? ('in_batch' as const) : null;
}

/** The request of the owner that nobody has sent; undefined for none. */
async function requestOf(db: Db, { id }: ProposalRow): Promise<WithdrawalRow | undefined> {
  return (await listWithdrawals(db, id)).find(({ state }) => state === 'requested');
}

/** The first of two people: other staff are asked to confirm (R31.3, R34.3). */
export async function enterUndoing({ tx, viewer, proposal, now }: OnLoan, teller: Teller, reason: string) {
  const id = await insertUndoing(tx, { proposalId: proposal.id, reason, enteredBy: viewer.id, enteredAt: now });
  const deciders = officeWithout(await findOffice(tx, proposal.mfiId, now), [proposal.ownerId]);
  const confirmers = confirmersOf({ enteredBy: viewer.id }, deciders);
  const event = { ...(await aboutLoan(tx, proposal, teller)), mfiId: proposal.mfiId, confirmers };
  const facts = { what: 'release_undone' };
  await tellWithin(tx, teller, 'to_confirm', { ...event, key: `to_confirm:release_undone:${id}`, facts }, now);
  return { state: 'entered' as const };
}

/**
 * The loan is fully backed again, and has 30 days to be released anew (T12, T9). The approval and what the institution has taken
 * over stay; plan and rate go, and a request for the money is rejected with the reason of the first person.
 */
export async function confirmUndoing(change: OnLoan & { readonly undoing: ReleaseUndoingRow | null }, teller: Teller) {
  const { tx, viewer, proposal, now } = change;
  const { id, reason } = found(change.undoing);
  const { id: proposalId, fundedCents: amountCents } = proposal;
  const request = await requestOf(tx, proposal);
  if (request) {
    await setWithdrawal(tx, request, { state: 'rejected', reason, closedAt: now, closedBy: viewer.id });
    await tellOwner(tx, 'withdrawal_failed', request, now);
  }
  await setUndoingApproved(tx, id, {
    approvedBy: viewer.id,
    closedAt: now,
    releasedAt: proposal.fundedAt ?? now,
    amountCents,
  });
  await endPlan(tx, proposalId, now);
  await setProposal(tx, proposalId, {
    fundedCents: ZERO_CENTS,
    fundedAt: null,
    backedAt: now,
    defaultedAt: null,
    localCurrency: null,
    rateMillionths: null,
    rateOn: null,
    payoutMinor: null,
    firstDueAfterMonths: null,
  });
  await insertProposalEvent(tx, {
    proposalId,
    kind: 'release_undone',
    from: 'funded',
    to: 'backed',
    actorId: viewer.id,
    reason,
    at: now,
  });
  const event = { ...(await aboutLoan(tx, proposal, teller)), amountCents };
  await tellWithin(tx, teller, 'release_undone', { ...event, key: `release_undone:${id}` }, now);
  return { state: 'approved' as const, status: 4 as const };
}

/** The release of a loan as its staff read it. @throws RefusalError `wrong_status` for a loan that is not released */
export async function undoingAnswer(db: Db, proposal: ProposalRow, viewer: SignedIn, now: Date) {
  const { fundedAt } = proposal;
  if (fundedAt === null) throw new RefusalError('wrong_status');
  const undoing = await findOpenUndoing(db, proposal.id);
  const hindrance = await undoingRefusal(db, proposal);
  const office = await findOffice(db, proposal.mfiId, now);
  return {
    releasedAt: fundedAt,
    isAsked: hindrance === null && fundedAt <= unsentTooLongBefore(now),
    hindrance,
    undoing:
      undoing === undefined
        ? null
        : {
            reason: undoing.reason,
            enteredAt: undoing.enteredAt,
            mayConfirm:
              !hasEnded({ ...undoing, approvedAt: null }, now) &&
              confirmLoanRefusal(viewer, undoing, office, proposal.ownerId) === null,
          },
  };
}

async function aboutLoan(tx: Tx, { id, ownerId, title, mfiId }: ProposalRow, { origin }: Teller) {
  const { name: mfiName } = found(await findMfiById(tx, mfiId));
  const about = { proposalId: id, ownerId, title, mfiName };
  return { ...about, url: pageUrl(origin, about) };
}
