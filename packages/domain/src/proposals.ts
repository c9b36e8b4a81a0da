import { DAY_MS } from './durations.ts';
import type { MfiId, ProposalId, UserId } from './ids.ts';
import type { CalendarDate } from './calendar-date.ts';
import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN, subtractCents, ZERO_CENTS, type Cents } from './money.ts';
import { cleanText, lengthInCodePoints } from './text.ts';

/**
 * The statuses in order of life. The numbers are the wire and database codes, fixed by the specification (section 4).
 */
export const PROPOSAL_STATUS = { drafted: 1, published: 2, locked: 3, backed: 4, funded: 5, repaid: 6 } as const;
export type ProposalStatus = keyof typeof PROPOSAL_STATUS;
export type ProposalStatusCode = (typeof PROPOSAL_STATUS)[ProposalStatus];

const STATUS_BY_CODE = new Map(Object.entries(PROPOSAL_STATUS).map(([status, code]) => [code as number, status]));

/** @throws RangeError when `code` is not a status this version knows. */
export function proposalStatusOf(code: number): ProposalStatus {
  const status = STATUS_BY_CODE.get(code);
  if (status === undefined) throw new RangeError(`unknown proposal status ${code}`);
  return status as ProposalStatus;
}

/** Whether a proposal with this status may be backed, until its deadline. */
export function isOpen(status: ProposalStatus): boolean {
  return status === 'published' || status === 'locked';
}

/** The MFI has released the money (T11): there is a loan to pay back, or one that was. */
export function isReleased(status: ProposalStatus): boolean {
  return status === 'funded' || status === 'repaid';
}

/** The facts about a proposal's money; the status follows from them and is never written (R1.4). */
export type FundingFacts = {
  readonly isPublished: boolean;
  readonly amountCents: Cents;
  readonly backedCents: Cents;
  /** The amount the MFI released at T11; 0 before. */
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
  /** The sum that backers gave up (R30.1). */
  readonly forgivenCents: Cents;
};

export function statusFromFacts(facts: FundingFacts): ProposalStatus {
  if (facts.fundedCents > 0) {
    return facts.repaidCents + facts.forgivenCents === facts.fundedCents ? 'repaid' : 'funded';
  }
  if (facts.backedCents === facts.amountCents) return 'backed';
  if (facts.backedCents > 0) return 'locked';
  return facts.isPublished ? 'published' : 'drafted';
}

/** The facts about a proposal that the rules need; rows and answers carry more. */
export type Proposal = {
  readonly id: ProposalId;
  readonly ownerId: UserId;
  readonly mfiId: MfiId;
  readonly status: ProposalStatus;
  readonly isMfiApproved: boolean;
  readonly amountCents: Cents;
  readonly backedCents: Cents;
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
  /** The sum that backers gave up of it (R30.1). */
  readonly forgivenCents: Cents;
  /** Repayments entered and not yet approved. */
  readonly pendingCents: Cents;
  /** The part of what is backed that has not come yet (R20.1); none when it is not said. */
  readonly unpaidCents?: Cents;
  /** Null while drafted. After it no backing is taken (R5.2). */
  readonly fundingDeadline: Date | null;
  /** The MFI wants its check before the first backing (R2.3). */
  readonly approveBeforeBacking: boolean;
  /** The people for whom its MFI has stopped it: some persons, or everybody (R34.7). None when it is not said. */
  readonly frozenFor?: 'everybody' | readonly UserId[];
  /** The backers who still see a proposal that reports hide (R14.4); null or absent while it is shown. */
  readonly hiddenBut?: readonly UserId[] | null;
};

export type SignedIn = {
  readonly id: UserId;
  /** The institutions whose staff they are. */
  readonly mfiIds: readonly MfiId[];
  /** Those of them in which they are a manager (R34.4); none when it is not said. */
  readonly managerOf?: readonly MfiId[];
};
/** The person asking. A visitor is null, so no rule can forget the signed-out case. */
export type Viewer = SignedIn | null;

export function remainingCents(proposal: Pick<Proposal, 'amountCents' | 'backedCents'>): Cents {
  return subtractCents(proposal.amountCents, proposal.backedCents);
}

/**
 * A draft is known to its owner only; for all others it does not exist (specification section 4). A hidden proposal is known to
 * its owner, its backers and the staff of its institution (R34.6).
 */
export function isVisible(
  viewer: Viewer,
  { ownerId, mfiId, status, hiddenBut = null }: Pick<Proposal, 'ownerId' | 'mfiId' | 'status' | 'hiddenBut'>,
): boolean {
  if (viewer?.id === ownerId) return true;
  if (status === 'drafted') return false;
  return hiddenBut === null || (viewer !== null && (viewer.mfiIds.includes(mfiId) || hiddenBut.includes(viewer.id)));
}

/**
 * Whether the viewer of a proposal sees its pictures too: an institution may keep them for the owner and its staff
 * until it has checked the proposal (R14.3).
 */
export function seesPictures(
  viewer: Viewer,
  { ownerId, mfiId, isMfiApproved }: Pick<Proposal, 'ownerId' | 'mfiId' | 'isMfiApproved'>,
  { hideUnchecked }: { readonly hideUnchecked: boolean },
): boolean {
  return !hideUnchecked || isMfiApproved || viewer?.id === ownerId || viewer?.mfiIds.includes(mfiId) === true;
}

/** The fields that the writer of a proposal fills in. */
export type ProposalForm = {
  readonly title: string;
  readonly description: string;
  readonly amountCents: Cents | null;
  readonly monthsToRepay: number | null;
  readonly neededOn: CalendarDate | null;
};

export const TITLE_LENGTH_MAX = 120;
export const DESCRIPTION_LENGTH_MAX = 256;
/** A district or a town (R26.1). */
export const PLACE_LENGTH_MAX = 80;
/** The longest search text of a list, in code points. */
export const SEARCH_LENGTH_MAX = 100;
export const MONTHS_TO_REPAY_MAX = 60;
/** The furthest deadline that a list is narrowed to (R26.2). */
export const CLOSING_DAYS_MAX = 365;

export type FormProblem = 'required' | 'amount_below_one' | 'amount_too_large' | 'months_out_of_range' | 'too_long';

/** One problem for each field that has one; empty when the form may be sent (specification section 5, R8.1, R17.3). */
export function proposalFormProblems(form: ProposalForm): Partial<Record<keyof ProposalForm, FormProblem>> {
  const problems: Partial<Record<keyof ProposalForm, FormProblem>> = {};
  const check = (field: keyof ProposalForm, problem: FormProblem | null) => {
    if (problem !== null) problems[field] = problem;
  };
  check('title', textProblem(form.title, TITLE_LENGTH_MAX));
  check('description', textProblem(form.description, DESCRIPTION_LENGTH_MAX));
  check('amountCents', amountProblem(form.amountCents));
  check('monthsToRepay', monthsProblem(form.monthsToRepay));
  check('neededOn', form.neededOn === null ? 'required' : null);
  return problems;
}

function textProblem(text: string, lengthMax: number): FormProblem | null {
  const stored = cleanText(text);
  if (stored === '') return 'required';
  return lengthInCodePoints(stored) > lengthMax ? 'too_long' : null;
}

function amountProblem(amountCents: Cents | null): FormProblem | null {
  if (amountCents === null) return 'required';
  if (amountCents < AMOUNT_CENTS_MIN) return 'amount_below_one';
  return amountCents > AMOUNT_CENTS_MAX ? 'amount_too_large' : null;
}

function monthsProblem(months: number | null): FormProblem | null {
  if (months === null) return 'required';
  return Number.isInteger(months) && months >= 1 && months <= MONTHS_TO_REPAY_MAX ? null : 'months_out_of_range';
}

/** Why staff sent a proposal back to its owner (R2.5). */
export const RETURN_REASONS = [
  'privacy_text',
  'privacy_photo',
  'other_person_in_photo',
  'wrong_amount',
  'wrong_category',
  'duplicate',
  'needs_detail',
  'other',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** Why a published proposal is a draft again (R1.1). */
export const CLOSED_REASONS = ['expired', 'cancelled', 'returned'] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];
/**
 * The reasons that readers are told. `written_off` is a loan that is not expected back any more (R29.3); it follows
 * from the write-off.
 */
export const TOLD_CLOSED_REASONS = [...CLOSED_REASONS, 'written_off'] as const;

/** Whether an amount takes two people; null where the institution has not chosen it (R2.6). */
export function takesTwo(amountCents: Cents, fromCents: Cents | null): boolean {
  return fromCents !== null && amountCents >= fromCents;
}

/**
 * Approving a backed proposal, or completing an approved one, releases its money at once where the MFI has set that; not
 * where two decide (R3.3, R34.3), nor before the last dollar has come (R20.5).
 */
export function releasesAtOnce(
  {
    status,
    isMfiApproved,
    amountCents,
    unpaidCents = ZERO_CENTS,
  }: Pick<Proposal, 'status' | 'isMfiApproved' | 'amountCents' | 'unpaidCents'>,
  mfi: { readonly releaseOnApproval: boolean; readonly fourEyesFromCents: Cents | null },
): boolean {
  if (status !== 'backed' || !isMfiApproved || unpaidCents > 0) return false;
  return mfi.releaseOnApproval && !takesTwo(amountCents, mfi.fourEyesFromCents);
}

/** How long money may stay fully backed without being released (T9). */
const BACKED_DAYS_MAX = 30;

/**
 * Whether a proposal is past its deadline and not fully backed (T8), or fully backed and not released for
 * {@link BACKED_DAYS_MAX} days (T9).
 */
export function hasExpired(
  proposal: Pick<Proposal, 'status' | 'fundingDeadline'> & { readonly backedAt: Date | null },
  now: Date,
): boolean {
  const { status, fundingDeadline, backedAt } = proposal;
  if (status === 'backed') return backedAt !== null && backedAt < backedTooLongBefore(now);
  return isOpen(status) && fundingDeadline !== null && fundingDeadline < now;
}

/** A proposal fully backed before this instant has waited too long for its release at `now`. */
export function backedTooLongBefore(now: Date): Date {
  return new Date(now.getTime() - BACKED_DAYS_MAX * DAY_MS);
}
