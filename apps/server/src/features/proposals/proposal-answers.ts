import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { findProposal as findProposalCall, ProposalCard } from '@sathi/contract/proposals.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { investmentStateRefusal } from '@sathi/domain/investments.ts';
import { isReader, messageRefusal, type Standing } from '@sathi/domain/messages.ts';
import { subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { allowedActions, type ProposalAction } from '@sathi/domain/permissions.ts';
import { type Proposal, proposalStatusOf, type Viewer } from '@sathi/domain/proposals.ts';
import {
  type Instalment,
  instalmentProgress,
  latenessOf,
  maximumRepaymentCents,
  outstandingCents,
  previewStart,
  repaymentSchedule,
} from '@sathi/domain/repayments.ts';
import { firstLetter } from '@sathi/domain/letters.ts';
import type { z } from 'zod';
import type { ProposalCardRow } from './proposal-cards.repository.ts';

export type CardAnswer = z.output<typeof ProposalCard>;

/** What the rules need of a card's row. */
export function proposalOfCard(row: ProposalCardRow): Proposal {
  return { ...row, status: proposalStatusOf(row.statusCode), isMfiApproved: row.approvedAt !== null };
}

/** The card as one reader may see it at `now`. */
export function cardAnswer(row: ProposalCardRow, viewer: Viewer, now: Date): CardAnswer {
  const proposal = proposalOfCard(row);
  const isDraftOfReader = viewer?.id === row.ownerId && proposal.status === 'drafted';
  const owner = ownerName(row, viewer);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    amount: row.amountCents,
    currentBalance: row.backedCents,
    startDate: row.neededOn,
    monthsToRepay: row.monthsToRepay,
    image: row.image,
    imageUrl: row.image === null ? null : `/files/${row.image}`,
    imageBlur: row.imageBlur,
    imageAlt: row.imageAlt,
    status: proposal.status,
    address: '',
    mfiId: row.mfiId,
    mfiName: row.mfiName,
    userId: row.ownerId,
    userName: `${owner.firstName} ${owner.lastName}`.trim(),
    user: owner,
    isMFIApproved: proposal.isMfiApproved,
    isBackedByUser: row.isBackedByReader,
    isIgnored: row.isIgnored,
    unreadMessagesCount: isReaderOf(viewer, proposal, row) ? row.unreadMessagesCount : 0,
    collectedAmount: row.backedCents,
    fundedAmount: row.fundedCents,
    paidAmount: row.repaidCents,
    pendingAmount: row.pendingCents,
    outstandingAmount: outstandingCents(row),
    remainingAmount: subtractCents(row.amountCents, row.backedCents),
    backersCount: row.backersCount,
    fundingDeadline: row.fundingDeadline,
    publishedAt: row.publishedAt,
    fundedAt: row.fundedAt,
    repaidAt: row.repaidAt,
    // Why a loan came back is between its owner and the institution.
    closedReason: isDraftOfReader ? row.closedReason : null,
    returnReason: isDraftOfReader ? row.returnReason : null,
    returnNote: isDraftOfReader ? row.returnNote : null,
    proposalCampaigns: row.campaigns,
    allowedActions: actionsNow(viewer, proposal, row, now),
  };
}

/** Visitors see the first name and an initial (R13.2). */
function ownerName(row: ProposalCardRow, viewer: Viewer): { firstName: string; lastName: string } {
  return {
    firstName: row.ownerFirstName,
    lastName: viewer === null ? `${firstLetter(row.ownerLastName)}.` : row.ownerLastName,
  };
}

function standingOf(row: ProposalCardRow): Standing {
  return { isBacker: row.isBackedByReader, hasWritten: row.hasWritten };
}

function isReaderOf(viewer: Viewer, proposal: Proposal, row: ProposalCardRow): boolean {
  return viewer !== null && isReader(viewer, proposal, standingOf(row));
}

function actionsNow(viewer: Viewer, proposal: Proposal, row: ProposalCardRow, now: Date): ProposalAction[] {
  return allowedActions(viewer, proposal, row.isIgnored).filter((action) => {
    if (action === 'invest') return investmentStateRefusal(viewer, proposal, now) === null;
    if (action === 'withdraw') return !row.hasOpenWithdrawal;
    if (action === 'message') return messageRefusal(viewer, proposal, standingOf(row)) === null;
    return action !== 'repay' || maximumRepaymentCents(proposal) > 0;
  });
}

/** The page of one proposal. `instalments` is empty until the release; then the plan is a preview (R8.4). */
export function pageAnswer(
  row: ProposalCardRow,
  instalments: readonly Instalment[],
  viewer: Viewer,
  now: Date,
): DataOf<typeof findProposalCall> {
  const today = calendarDateIn(row.timeZone, now);
  const plan =
    instalments.length > 0
      ? instalments
      : repaymentSchedule({
          amountCents: row.amountCents,
          months: row.monthsToRepay,
          startOn: previewStart(row.neededOn, today),
          firstDueAfterMonths: row.firstDueAfterMonths,
        });
  const isFunded = row.fundedCents > 0;
  const progress = instalmentProgress(plan, isFunded ? row.repaidCents : ZERO_CENTS, today, row.lateGraceDays);
  const { daysLate } = latenessOf(progress, today);
  return {
    ...cardAnswer(row, viewer, now),
    approvedAt: row.approvedAt,
    approvedByName: viewer === null ? null : row.approvedByName,
    schedule: progress.map(({ number, dueOn, amountCents, paidCents, state }) => ({
      number,
      dueOn,
      amount: amountCents,
      paidAmount: paidCents,
      state,
    })),
    repaymentState: proposalStatusOf(row.statusCode) === 'funded' ? (daysLate > 0 ? 'late' : 'current') : null,
    daysLate,
  };
}
