import { addMonths, type CalendarDate } from './calendar-date.ts';
import { DAY_MS } from './durations.ts';
import type { Minor } from './local-money.ts';
import { type Counted, localPlan, type Terms } from './local-plan.ts';
import { cents, type Cents } from './money.ts';
import { type Instalment, repaymentSchedule } from './repayments.ts';

/** A new plan beside the old one: entered by staff, confirmed where two decide, and accepted by the borrower (R28.2). */
export const PLAN_STATES = ['entered', 'approved', 'accepted', 'refused', 'ended'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export const PLAN_MONTHS_MAX = 60;
/** The first day is not further away. */
const FIRST_DUE_MONTHS_MAX = 6;
/** A new plan that is not in force after so long ends, and the old one stays. */
const PLAN_OPEN_DAYS = 14;

/** New plans entered before then are over (R28.2). */
export function openPlansSince(now: Date): Date {
  return new Date(now.getTime() - PLAN_OPEN_DAYS * DAY_MS);
}

/** An open plan is over after two weeks, and after its first day: it would be late as soon as it is in force. */
export function isPlanOver(
  { enteredAt, firstDueOn }: { readonly enteredAt: Date; readonly firstDueOn: CalendarDate },
  today: CalendarDate,
  now: Date,
): boolean {
  return enteredAt < openPlansSince(now) || firstDueOn < today;
}

/** A first day that is over, or further than six months away, is none. */
export function isFirstDueDay(firstDueOn: CalendarDate, today: CalendarDate): boolean {
  return firstDueOn >= today && firstDueOn <= addMonths(today, FIRST_DUE_MONTHS_MAX);
}

/** A plan longer than twice the original is for two people (R34.3). */
export function planNeedsTwo(months: number, originalMonths: number): boolean {
  return months > 2 * originalMonths;
}

export type Original = {
  readonly releasedOn: CalendarDate;
  readonly monthsToRepay: number;
  readonly firstDueAfterMonths: number;
};

/** The last day of a plan of twice the original months from the release: beyond it a plan is for two people (R34.3). */
export function lastDayForOne({ releasedOn, monthsToRepay, firstDueAfterMonths }: Original): CalendarDate {
  return addMonths(releasedOn, firstDueAfterMonths + 2 * monthsToRepay - 1);
}

export type PlannedInstalment = Instalment & { readonly localMinor: Minor | null };

type Change = {
  readonly current: readonly PlannedInstalment[];
  /** Approved payments alone: what waits fills the new plan when it is approved. */
  readonly repaidCents: Cents;
  readonly months: number;
  readonly firstDueOn: CalendarDate;
  /** Null for a loan in dollars. */
  readonly local: { readonly terms: Terms; readonly approvedMinor: Minor } | null;
};

/**
 * The plan of a loan from now on (R28.2, R8.5): what is paid stays as it was, and what is outstanding is split again by R8.1. Of
 * an instalment that is paid in part its paid part stays. Local money begins with all that was approved by then (R23.8).
 */
export function changedInstalments({ current, repaidCents, months, firstDueOn, local }: Change): PlannedInstalment[] {
  const kept =
    local === null ? paidPartsOf(current, repaidCents) : approvedPartOf(current, repaidCents, local.approvedMinor);
  const outstanding = current.reduce((sum, { amountCents }) => sum + amountCents, 0) - repaidCents;
  const rest = repaymentSchedule({
    amountCents: cents(outstanding),
    months,
    startOn: firstDueOn,
    firstDueAfterMonths: 0,
  });
  const locals =
    local &&
    localPlan(
      rest.map(({ amountCents }) => amountCents),
      local.terms,
    );
  const added = rest.map((instalment, index) => ({ ...instalment, localMinor: locals?.[index]?.local ?? null }));
  return [...kept, ...added].map((instalment, index) => ({ ...instalment, number: index + 1 }));
}

function paidPartsOf(current: readonly PlannedInstalment[], repaidCents: Cents): PlannedInstalment[] {
  let left: number = repaidCents;
  return current.flatMap((instalment) => {
    const amountCents = cents(Math.max(0, Math.min(left, instalment.amountCents)));
    left -= amountCents;
    return amountCents === 0 ? [] : [{ ...instalment, amountCents }];
  });
}

/** One line, on the day of the last instalment that it touches. */
function approvedPartOf(
  current: readonly PlannedInstalment[],
  repaidCents: Cents,
  localMinor: Minor,
): PlannedInstalment[] {
  const last = paidPartsOf(current, repaidCents).at(-1);
  return last === undefined ? [] : [{ ...last, amountCents: repaidCents, localMinor }];
}

/** The local money for which waiting payments count in a changed plan is reckoned anew, in the order of their entry (R23.8). */
export function countedIn(
  approved: Counted,
  pending: readonly Cents[],
  least: (counted: Counted, amount: Cents) => Minor,
): Minor[] {
  let counted = approved;
  return pending.map((amountCents) => {
    const local = least(counted, amountCents);
    counted = { cents: cents(counted.cents + amountCents), local: (counted.local + local) as Minor };
    return local;
  });
}
