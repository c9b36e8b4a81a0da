import type { MfiId, ProposalId, UserId } from './ids.ts';
import type { CalendarDate } from './calendar-date.ts';
import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN, subtractCents, type Cents } from './money.ts';
import { cleanText, lengthInCodePoints } from './text.ts';

/** In order of life. The numbers are the wire and database codes, fixed by the specification (section 4). */
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

/** What happened to a proposal's money; the status follows from it and is never written by anybody (R1.4). */
export type FundingFacts = {
  readonly isPublished: boolean;
  readonly amountCents: Cents;
  readonly backedCents: Cents;
  /** What the MFI released at T11; 0 before. */
  readonly fundedCents: Cents;
  readonly repaidCents: Cents;
};

export function statusFromFacts(facts: FundingFacts): ProposalStatus {
  if (facts.fundedCents > 0) return facts.repaidCents === facts.fundedCents ? 'repaid' : 'funded';
  if (facts.backedCents === facts.amountCents) return 'backed';
  if (facts.backedCents > 0) return 'locked';
  return facts.isPublished ? 'published' : 'drafted';
}

/** What the rules need to know about a proposal; rows and answers carry more. */
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
  /** Repayments entered and not yet approved. */
  readonly pendingCents: Cents;
  /** Null while drafted. After it no backing is taken (R5.2). */
  readonly fundingDeadline: Date | null;
  /** The MFI wants its check before the first backing (R2.3). */
  readonly approveBeforeBacking: boolean;
};

export type SignedIn = { readonly id: UserId; readonly mfiIds: readonly MfiId[] };
/** Whoever is asking. A visitor is null, so no rule can forget the signed-out case. */
export type Viewer = SignedIn | null;

export function remainingCents(proposal: Pick<Proposal, 'amountCents' | 'backedCents'>): Cents {
  return subtractCents(proposal.amountCents, proposal.backedCents);
}

/** A draft is known to its owner only; to everybody else it does not exist (specification section 4). */
export function isVisible(viewer: Viewer, proposal: Pick<Proposal, 'ownerId' | 'status'>): boolean {
  return proposal.status !== 'drafted' || viewer?.id === proposal.ownerId;
}

/** What the person who writes a proposal fills in. */
export type ProposalForm = {
  readonly title: string;
  readonly description: string;
  readonly amountCents: Cents | null;
  readonly monthsToRepay: number | null;
  readonly neededOn: CalendarDate | null;
};

export const TITLE_LENGTH_MAX = 120;
export const DESCRIPTION_LENGTH_MAX = 256;
/** What a list is searched for, in code points. */
export const SEARCH_LENGTH_MAX = 100;
export const MONTHS_TO_REPAY_MAX = 60;

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

/** How long money may stay fully backed without being released (T9). */
export const BACKED_DAYS_MAX = 30;

const DAY_MS = 86_400_000;

/** Past its deadline and not fully backed (T8), or fully backed and not released for {@link BACKED_DAYS_MAX} days (T9). */
export function hasExpired(
  proposal: Pick<Proposal, 'status' | 'fundingDeadline'> & { readonly backedAt: Date | null },
  now: Date,
): boolean {
  const { status, fundingDeadline, backedAt } = proposal;
  if (status === 'backed') return backedAt !== null && backedAt < backedTooLongBefore(now);
  return (status === 'published' || status === 'locked') && fundingDeadline !== null && fundingDeadline < now;
}

/** What was fully backed before this instant has waited too long for its release at `now`. */
export function backedTooLongBefore(now: Date): Date {
  return new Date(now.getTime() - BACKED_DAYS_MAX * DAY_MS);
}
