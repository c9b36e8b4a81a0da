import { addDays, type CalendarDate, calendarDateIn, endOfDayIn } from './calendar-date.ts';
import { DAY_MS } from './durations.ts';
import type { MfiId, UserId } from './ids.ts';
import { isStaffOf } from './permissions.ts';
import type { SignedIn } from './proposals.ts';
import type { Office } from './staff.ts';

export const REPORT_KINDS = ['proposal', 'picture', 'update', 'message', 'person'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_REASONS = ['child_privacy', 'privacy', 'fraud', 'offensive', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The number of different reporters that hides a thing until staff decide (R14.4). */
const HIDING_REPORTERS = 3;
/** A phone counts once it has been confirmed for this long (R34.6). */
const PHONE_CONFIRMED_DAYS = 7;
/** More reports of one person in 24 hours are read by staff, but hide nothing. */
const COUNTED_REPORTS_PER_DAY = 3;
/** The funding deadline of a hidden proposal stands still no longer than this. */
const DEADLINE_STANDS_DAYS = 14;
/** Days after which managers hear of an undecided case. */
export const UNDECIDED_DAYS = 3;
/** The longest appeal, in code points. */
export const APPEAL_LENGTH_MAX = 1000;

export type CaseState = 'reported' | 'hidden' | 'shown' | 'hidden_for_good';
export type Verdict = 'shown' | 'hidden_for_good';

/** All reports of one thing at one institution until it has decided. */
export type ReportCase = {
  readonly mfiId: MfiId;
  readonly ownerId: UserId;
  readonly state: CaseState;
  readonly decidedBy: UserId | null;
  readonly appealedAt: Date | null;
  readonly answeredAt: Date | null;
};

/** Whether a report counts towards hiding (R34.6). `counted` is how many of this person did in the last 24 hours. */
export function doesCount(phoneConfirmedAt: Date | null, counted: number, now: Date): boolean {
  if (phoneConfirmedAt === null || counted >= COUNTED_REPORTS_PER_DAY) return false;
  return now.getTime() - phoneConfirmedAt.getTime() >= PHONE_CONFIRMED_DAYS * DAY_MS;
}

export type Report = { readonly reason: ReportReason; readonly counts: boolean };

/**
 * Three reporters hide a thing, or one who names the privacy of a child (R14.4). A thing that staff have cleared of a
 * reason is not hidden again for that reason.
 */
export function isToBeHidden(reports: readonly Report[], cleared: readonly ReportReason[]): boolean {
  const counting = reports.filter(({ reason, counts }) => counts && !cleared.includes(reason));
  return counting.length >= HIDING_REPORTERS || counting.some(({ reason }) => reason === 'child_privacy');
}

/** Staff of the institution decide once, never about a thing of their own. */
export function verdictRefusal(viewer: SignedIn, of: ReportCase): 'not_permitted' | 'already_decided' | null {
  if (!isStaffOf(viewer, of.mfiId) || viewer.id === of.ownerId) return 'not_permitted';
  return isUndecided(of) ? null : 'already_decided';
}

function isUndecided({ state }: Pick<ReportCase, 'state'>): boolean {
  return state === 'reported' || state === 'hidden';
}

/** The owner of what was hidden for good appeals once (R34.6). */
export function appealRefusal(
  viewer: SignedIn,
  of: ReportCase,
): 'not_found' | 'wrong_status' | 'already_decided' | null {
  if (viewer.id !== of.ownerId) return 'not_found';
  if (of.appealedAt !== null) return 'already_decided';
  return of.state === 'hidden_for_good' ? null : 'wrong_status';
}

/** The appeal is answered once, by staff who did not decide where there are any. */
export function answerRefusal(
  viewer: SignedIn,
  of: ReportCase,
  { members }: Pick<Office, 'members'>,
): 'not_permitted' | 'second_person_needed' | 'wrong_status' | 'already_decided' | null {
  if (!isStaffOf(viewer, of.mfiId) || viewer.id === of.ownerId) return 'not_permitted';
  if (of.appealedAt === null) return 'wrong_status';
  if (of.answeredAt !== null) return 'already_decided';
  const others = members.some(({ userId }) => userId !== of.decidedBy && userId !== of.ownerId);
  return viewer.id === of.decidedBy && others ? 'second_person_needed' : null;
}

/**
 * The deadline of a proposal that is hidden now, as far out as standing still can bring it. Nothing has to end the standing
 * still after 14 days: the deadline then goes on by itself.
 */
export function standingDeadline(before: Date, timeZone: string): Date {
  return laterBy(before, DEADLINE_STANDS_DAYS, timeZone);
}

/** The deadline of a proposal that is shown again: later by the days, begun ones too, for which it stood still. */
export function deadlineShownAgain(
  before: Date,
  { hiddenAt, now, timeZone }: { readonly hiddenAt: Date; readonly now: Date; readonly timeZone: string },
): Date {
  const days = Math.ceil((now.getTime() - hiddenAt.getTime()) / DAY_MS);
  return laterBy(before, Math.min(days, DEADLINE_STANDS_DAYS), timeZone);
}

function laterBy(deadline: Date, days: number, timeZone: string): Date {
  const day: CalendarDate = calendarDateIn(timeZone, deadline);
  return endOfDayIn(timeZone, addDays(day, days));
}
