import { addDays, calendarDateIn, endOfDayIn } from './calendar-date.ts';
import { DAY_MS } from './durations.ts';
import { AMOUNT_CENTS_MIN, type Cents, cents } from './money.ts';
import { proposalRefusal, type ProposalRefusal } from './permissions.ts';
import type { Proposal, Viewer } from './proposals.ts';

/** The last 24 hours of a proposal, in which backings stay (R6.6) and no time is added (R5.6). */
export function isLastDay({ fundingDeadline }: Pick<Proposal, 'fundingDeadline'>, now: Date): boolean {
  return fundingDeadline === null || fundingDeadline.getTime() - now.getTime() < DAY_MS;
}

/** Null when the owner may give a proposal that collects more time (R5.6, R31.2): once, and not on its last day. */
export function extendRefusal(
  viewer: Viewer,
  proposal: Proposal,
  { extendedAt, now }: { readonly extendedAt: Date | null; readonly now: Date },
): ProposalRefusal | 'already_extended' | 'last_day' | null {
  const refusal = proposalRefusal('extend', viewer, proposal);
  if (refusal !== null) return refusal;
  if (extendedAt !== null) return 'already_extended';
  return isLastDay(proposal, now) ? 'last_day' : null;
}

/** The end of the day that is as many days after the deadline as the institution gives a proposal at first (R5.1, R5.6). */
export function extendedDeadline(
  deadline: Date,
  { timeZone, fundingDays }: { readonly timeZone: string; readonly fundingDays: number },
): Date {
  return endOfDayIn(timeZone, addDays(calendarDateIn(timeZone, deadline), fundingDays));
}

/**
 * The least sum with which an owner who takes a part goes ahead: half of the amount, and no less than a dollar (R5.5,
 * R6.1).
 */
export function leastPartCents(amountCents: Cents): Cents {
  return cents(Math.max(AMOUNT_CENTS_MIN, Math.ceil(amountCents / 2)));
}

/**
 * The last instant at which money promised to a proposal whose owner takes a part may still come: the deadline decides
 * then (R31.2). A backing of its last day lapses at this instant at the latest (R20.3).
 */
export function partialWaitsUntil(
  deadline: Date,
  {
    timeZone,
    payDays,
    lapseGraceDays,
  }: { readonly timeZone: string; readonly payDays: number; readonly lapseGraceDays: number },
): Date {
  return endOfDayIn(timeZone, addDays(calendarDateIn(timeZone, deadline), payDays + lapseGraceDays));
}
