import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { ProposalCard } from '@sathi/contract/proposal-card.ts';
import type { findProposal as findProposalCall } from '@sathi/contract/proposals.ts';
import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { undoReleaseRefusal } from '@sathi/domain/release-undoings.ts';
import { writeOffRefusal } from '@sathi/domain/defaults.ts';
import { extendedDeadline, extendRefusal } from '@sathi/domain/funding-time.ts';
import { cancelBackingRefusal, investmentStateRefusal } from '@sathi/domain/investments.ts';
import { inviteRefusal } from '@sathi/domain/invitations.ts';
import { isReader, messageRefusal, type Standing } from '@sathi/domain/messages.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { allowedActions, isStaffOf, type ProposalAction } from '@sathi/domain/permissions.ts';
import { type Proposal, proposalStatusOf, seesPictures, type Viewer } from '@sathi/domain/proposals.ts';
import {
  instalmentProgress,
  latenessOf,
  maximumRepaymentCents,
  outstandingCents,
  previewStart,
  repaymentSchedule,
  waitingOf,
} from '@sathi/domain/repayments.ts';
import { firstLetter } from '@sathi/domain/letters.ts';
import { isFormerMember, nameForVisitors } from '@sathi/domain/visitors-names.ts';
import { trackRecordOf } from '@sathi/domain/track-record.ts';
import type { z } from 'zod';
import { filledBy } from '@sathi/domain/local-plan.ts';
import { localPlanOf } from '../repayments/local-loans.repository.ts';
import { loanLocalOf } from './proposals.repository.ts';
import { withDay } from './owner-loans.repository.ts';
import type { ProposalCardRow } from './proposal-cards.repository.ts';

export type CardAnswer = z.output<typeof ProposalCard>;

/** The facts of a card's row that the rules need. */
export function proposalOfCard(row: ProposalCardRow, viewer: Viewer): Proposal {
  return {
    ...row,
    status: proposalStatusOf(row.statusCode),
    isMfiApproved: row.approvedAt !== null,
    frozenFor: row.isFrozen ? 'everybody' : [],
    hiddenBut: row.hiddenAt === null ? null : viewer === null ? [] : [viewer.id],
  };
}

/** The card as one reader may see it at `now`. */
export function cardAnswer(row: ProposalCardRow, viewer: Viewer, now: Date): CardAnswer {
  const proposal = proposalOfCard(row, viewer);
  const isDraftOfReader = viewer?.id === row.ownerId && proposal.status === 'drafted';
  const owner = ownerName(row, viewer);
  const image = seesPictures(viewer, proposal, row) ? row.image : null;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    amount: row.amountCents,
    acceptPartial: row.acceptPartial,
    amountAsked: row.amountAskedCents,
    currentBalance: row.backedCents,
    startDate: row.neededOn,
    monthsToRepay: row.monthsToRepay,
    image,
    imageUrl: image === null ? null : `/files/${image}`,
    imageBlur: image === null ? null : row.imageBlur,
    imageAlt: row.imageAlt,
    place: row.place,
    category: row.category,
    storyLanguage: row.storyLanguage,
    translations: row.translations,
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
    forgivenAmount: row.forgivenCents,
    pendingAmount: row.pendingCents,
    outstandingAmount: outstandingCents(row),
    remainingAmount: subtractCents(row.amountCents, row.backedCents),
    ...localOf(row, viewer),
    backersCount: row.backersCount,
    fundingDeadline: row.fundingDeadline,
    publishedAt: row.publishedAt,
    fundedAt: row.fundedAt,
    repaidAt: row.repaidAt,
    defaultedAt: row.defaultedAt,
    repaidAfterDefault: proposal.status === 'repaid' && row.defaultedAt !== null,
    // Why a loan came back is between its owner and the institution.
    closedReason: row.writtenOffAt !== null ? 'written_off' : isDraftOfReader ? row.closedReason : null,
    returnReason: isDraftOfReader ? row.returnReason : null,
    returnNote: isDraftOfReader ? row.returnNote : null,
    trackRecord: trackRecordOf(withDay(row.ownerLoans, now), row.id),
    proposalCampaigns: row.campaigns,
    allowedActions: actionsNow(viewer, proposal, row, now),
  };
}

/**
 * Visitors see the first name and an initial (R13.2); a former member has no name to shorten. A year after
 * the last payment or the write-off all see the first letter alone (R13.6).
 */
function ownerName(row: ProposalCardRow, viewer: Viewer): { firstName: string; lastName: string } {
  const name = { firstName: row.ownerFirstName, lastName: row.ownerLastName };
  if (row.isReduced && !isFormerMember(name)) return { firstName: `${firstLetter(name.firstName)}.`, lastName: '' };
  return viewer === null ? nameForVisitors(name) : name;
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
    if (action === 'invite') return inviteRefusal(viewer, proposal, now) === null;
    if (action === 'approve') return !(row.isBackedByReader && row.isOneOfTwo);
    if (action === 'withdraw') return !row.hasOpenWithdrawal;
    if (action === 'releaseFunds') return !row.awaitsAnother;
    if (action === 'translate') return !row.isReduced;
    if (action === 'extend') return extendRefusal(viewer, proposal, { ...row, now }) === null;
    if (action === 'cancelBacking') return mayCancel(viewer, proposal, row, now);
    if (action === 'thank') return row.isBackedByReader;
    if (action === 'forgive') return row.isReaderOwed;
    if (action === 'confirmDefault') return row.isDefaultAsked;
    if (action === 'writeOff') return writeOffRefusal(row, now) === null;
    if (action === 'undoRelease') return undoReleaseRefusal({ ...proposal, ...row }) === null;
    if (action === 'message') return messageRefusal(viewer, proposal, standingOf(row)) === null;
    return action !== 'repay' || maximumRepaymentCents(proposal) > 0;
  });
}

function mayCancel(
  viewer: Viewer,
  proposal: Proposal,
  { isBackedByReader: isActive }: ProposalCardRow,
  now: Date,
): boolean {
  return cancelBackingRefusal(viewer, proposal, { isActive, now }) === null;
}

/** Owner and staff read the money of a loan in its own currency, backers in dollars (R23.7). */
function localOf(row: ProposalCardRow, viewer: Viewer) {
  const loan = loanLocalOf(row);
  const { askedMinor, askedCurrency, plannedMinor, countedMinor, waitingMinor } = row;
  const isTold = isOwnerOrStaff(row, viewer);
  const inLoan = (minor: number | null) =>
    isTold && loan && minor !== null ? { amount: minor as Minor, currency: loan.currency } : null;
  const left = plannedMinor === null || countedMinor === null ? null : Math.max(0, plannedMinor - countedMinor);
  const isAsked = isTold && askedMinor !== null && askedCurrency !== null;
  return {
    localAmount: isAsked ? { amount: askedMinor, currency: askedCurrency } : null,
    local:
      isTold && loan
        ? { currency: loan.currency, amount: loan.payoutMinor, rate: loan.rate, rateOn: loan.rateOn }
        : null,
    localOutstanding: inLoan(left),
    localPaid: inLoan(countedMinor),
    localPending: inLoan(waitingMinor),
  };
}

export function isOwnerOrStaff(
  { ownerId, mfiId }: Pick<ProposalCardRow, 'ownerId' | 'mfiId'>,
  viewer: Viewer,
): boolean {
  return viewer !== null && (viewer.id === ownerId || isStaffOf(viewer, mfiId));
}

/** The sum that is awaited concerns those whose money, loan or work it is. */
function awaitedOf(row: ProposalCardRow, viewer: Viewer) {
  const isTheirs = row.isBackedByReader || isOwnerOrStaff(row, viewer);
  if (row.awaitsMoney && !isTheirs) return { awaitedAmount: null, backersAwaited: null };
  return { awaitedAmount: row.unpaidCents, backersAwaited: row.backersAwaited };
}

/** A default stays until the loan is repaid, whatever a new plan says (R29.1, R29.2). */
function repaymentState({ statusCode, defaultedAt }: ProposalCardRow, daysLate: number) {
  if (proposalStatusOf(statusCode) !== 'funded') return null;
  if (defaultedAt !== null) return 'defaulted';
  return daysLate > 0 ? 'late' : 'current';
}

/** The page of one proposal. Its plan is a preview until the release (R8.4). */
export function pageAnswer(
  row: ProposalCardRow,
  viewer: Viewer,
  now: Date,
): Omit<DataOf<typeof findProposalCall>, 'freezes' | 'hidden'> {
  const today = calendarDateIn(row.timeZone, now);
  const isFunded = row.fundedCents > 0;
  const instalments = row.ownerLoans.find(({ proposalId }) => proposalId === row.id)?.instalments ?? [];
  const schedule = isFunded
    ? instalments
    : repaymentSchedule({
        amountCents: row.amountCents,
        months: row.monthsToRepay,
        startOn: previewStart(row.neededOn, today),
        firstDueAfterMonths: row.firstDueAfterMonths,
      });
  const progress = instalmentProgress(schedule, isFunded ? row.repaidCents : ZERO_CENTS, today, row.lateGraceDays);
  const { daysLate } = latenessOf(progress, today);
  const plan = localPlanOf(instalments);
  const filled = isOwnerOrStaff(row, viewer) && row.countedMinor !== null ? filledBy(plan, row.countedMinor) : [];
  const card = cardAnswer(row, viewer, now);
  return {
    ...card,
    revision: String(row.revision),
    approvedAt: row.approvedAt,
    approvedByName: viewer === null ? null : row.approvedByName,
    ...awaitedOf(row, viewer),
    ...repayingOf(row, viewer, today),
    extendsTo:
      card.allowedActions.includes('extend') && row.fundingDeadline !== null
        ? extendedDeadline(row.fundingDeadline, row)
        : null,
    isMoneySent: row.isMoneySent,
    schedule: progress.map(({ number, dueOn, amountCents, paidCents, state }, index) => ({
      number,
      dueOn,
      amount: amountCents,
      paidAmount: paidCents,
      state,
      local: localPart(plan[index]?.local, filled[index]),
    })),
    repaymentState: repaymentState(row, daysLate),
    daysLate,
  };
}

function localPart(amount: Minor | undefined, paid: Minor | undefined) {
  return amount === undefined || paid === undefined ? null : { amount, paid };
}

const NO_COLLECTOR = { officerId: null, area: null } as const;

/**
 * Owner and staff alone read of a loan the number for its payments, and those that wait (R19.4, R22.2); the staff also
 * who of them collects it, and where (R22.5).
 */
function repayingOf(row: ProposalCardRow, viewer: Viewer, today: CalendarDate) {
  if (!isOwnerOrStaff(row, viewer)) return { loanReference: null, paymentWaiting: null, ...NO_COLLECTOR };
  const { loanReference, waiting, officerId, area } = row;
  const young = waitingOf(waiting, today);
  return {
    loanReference,
    paymentWaiting: young && { amount: young.amountCents, since: young.since },
    ...(viewer?.id === row.ownerId ? NO_COLLECTOR : { officerId, area }),
  };
}
