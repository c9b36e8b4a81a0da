import { DAY_MS } from './durations.ts';
import type { Proposal } from './proposals.ts';

/** Days after which money that was released and not sent is asked about (R31.4). */
export const UNSENT_DAYS = 60;
/** Days after which it is asked about again. */
const AGAIN_DAYS = 30;

export type ReleasedLoan = Pick<Proposal, 'status' | 'repaidCents' | 'forgivenCents' | 'pendingCents'> & {
  readonly isMoneySent: boolean;
  readonly writtenOffAt: Date | null;
};

/**
 * May a release be undone (T12, R31.3)? Only as long as nothing of it was sent, repaid, given up or written off, and no
 * repayment waits.
 */
export function undoReleaseRefusal(loan: ReleasedLoan): 'wrong_status' | 'payment_pending' | null {
  if (loan.status !== 'funded' || loan.writtenOffAt !== null) return 'wrong_status';
  if (loan.isMoneySent || loan.repaidCents > 0 || loan.forgivenCents > 0) return 'wrong_status';
  return loan.pendingCents > 0 ? 'payment_pending' : null;
}

/** The instant before which money was released that has waited long enough to be asked about. */
export function unsentTooLongBefore(now: Date): Date {
  return new Date(now.getTime() - UNSENT_DAYS * DAY_MS);
}

/** How often staff have been asked by now whether to undo a release; 0 before the first 60 days are over (R31.4). */
export function timesAsked(fundedAt: Date, now: Date): number {
  const days = Math.floor((now.getTime() - fundedAt.getTime()) / DAY_MS);
  return days < UNSENT_DAYS ? 0 : 1 + Math.floor((days - UNSENT_DAYS) / AGAIN_DAYS);
}
