import { DAY_MS } from './durations.ts';
import type { Cents } from './money.ts';
import { proposalRefusal, type ProposalRefusal } from './permissions.ts';
import { PROPOSAL_STATUS, type Proposal, type Viewer } from './proposals.ts';

/** A link to the own data is good this long (R13.3). */
export const EXPORT_HOURS = 24;

/** The name of a person who closed their account. */
export const FORMER_MEMBER = { firstName: 'Former', lastName: 'member' } as const;
/** Stands where a person's words were. */
export const REMOVED_WORDS = '[removed]';

/** The matters of a person that others wait for. */
export type OpenMatters = {
  /** Own proposals in which others' money is, and which are not paid back: in 3, 4 or 5. */
  readonly openLoans: number;
  /** Own proposals whose money was released and not sent. */
  readonly unsentLoans: number;
  /** Credit that was asked out and not sent. */
  readonly leavingCents: Cents;
  readonly isLastManager: boolean;
  /** The least credit of the person: that with one institution, or the common one (R25.5). */
  readonly leastCreditCents: Cents;
};

export type ClosingRefusal = 'has_open_loans' | 'money_not_sent' | 'last_manager' | 'credit_below_zero';

/** May this account be closed (R33.5)? Claims never hinder, nor credit from zero on. */
export function closingRefusal(matters: OpenMatters): ClosingRefusal | null {
  if (matters.openLoans > 0) return 'has_open_loans';
  if (matters.unsentLoans > 0 || matters.leavingCents > 0) return 'money_not_sent';
  if (matters.isLastManager) return 'last_manager';
  return matters.leastCreditCents < 0 ? 'credit_below_zero' : null;
}

/** A loan that has been in default for so long keeps nobody from leaving. */
const DEFAULTED_HINDERS_DAYS = 365;

/** Own proposals in 3, 4 or 5 hinder; one in default only for twelve months (R33.5). */
export function hindersClosing(status: number, defaultedAt: Date | null, now: Date): boolean {
  if (status < PROPOSAL_STATUS.locked || status >= PROPOSAL_STATUS.repaid) return false;
  return defaultedAt === null || now.getTime() - defaultedAt.getTime() < DEFAULTED_HINDERS_DAYS * DAY_MS;
}

/** The titles of loans whose words were taken away. The second stays true when a loan that was written off is paid back. */
export const REDUCED_TITLES = { repaid: 'Repaid loan', writtenOff: 'Former loan' } as const;
/** A loan that is repaid or written off keeps its words and pictures this long, unless its owner wants them to stay (R13.6). */
export const WORDS_KEPT_MONTHS = 12;
/** Months for which the phone of a former member is known, by its keyed hash (R33.5). */
export const FORMER_PHONE_MONTHS = 24;
/** Bank data are kept this long after the last payout (R13.7). */
export const BANK_DATA_DAYS = 90;

/** The same day so many months ago; the last of the month where there is none. */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0);
  return before;
}

/** Whether the owner may decide about the words of a loan: theirs, once it is repaid or written off (R13.6). */
export function keepPublicRefusal(
  viewer: Viewer,
  proposal: Proposal & { readonly writtenOffAt: Date | null },
): ProposalRefusal | null {
  const hasEnded = proposal.status === 'repaid' || proposal.writtenOffAt !== null;
  return proposalRefusal('postUpdate', viewer, proposal) ?? (hasEnded ? null : 'wrong_status');
}
