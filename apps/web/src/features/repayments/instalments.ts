import { type CalendarDate, daysBetween } from '@sathi/domain/calendar-date.ts';
import { type Cents, cents, centsOfDollars } from '@sathi/domain/money.ts';
import type { TextKey } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import type { Tone } from '../../ui/badge.tsx';

export type InstalmentState = 'paid' | 'pending' | 'late' | 'due' | 'upcoming';

export const INSTALMENT_LOOKS: Record<InstalmentState, { word: TextKey; tone: Tone }> = {
  paid: { word: 'money.timeline.paid', tone: 'good' },
  pending: { word: 'money.timeline.pending', tone: 'info' },
  late: { word: 'money.timeline.late', tone: 'bad' },
  due: { word: 'money.timeline.due', tone: 'accent' },
  upcoming: { word: 'money.timeline.upcoming', tone: 'neutral' },
};

/** One month of the plan: the paid part, the part that waits for approval, and the rest. */
export type Instalment = {
  number: number;
  dueOn: string;
  amountCents: Cents;
  paidCents: Cents;
  pendingCents: Cents;
  state: InstalmentState;
  /** The sum and the paid part in local money, without the part that waits; null for a loan in dollars. */
  local: ProposalDetails['schedule'][number]['local'];
};

/** Money that waits for approval is shown where it will count: on the oldest unpaid months (R8.3, R10.1). */
export function instalmentsOf(proposal: Pick<ProposalDetails, 'schedule' | 'pendingAmount'>): Instalment[] {
  let waiting: number = centsOfDollars(proposal.pendingAmount);
  return proposal.schedule.map(({ number, dueOn, amount, paidAmount, state, local }) => {
    const amountCents = centsOfDollars(amount);
    const paidCents = centsOfDollars(paidAmount);
    const pendingCents = cents(Math.min(waiting, amountCents - paidCents));
    waiting -= pendingCents;
    const isCovered = pendingCents > 0 && paidCents + pendingCents === amountCents;
    return { number, dueOn, amountCents, paidCents, pendingCents, state: isCovered ? 'pending' : state, local };
  });
}

/** The first month that nothing paid or waiting covers. */
export function nextDue(instalments: readonly Instalment[]): Instalment | undefined {
  return instalments.find(({ state }) => state !== 'paid' && state !== 'pending');
}

/**
 * How many days ago `dueOn` was, by the calendar of the institution: the server counts its `daysLate` from the oldest
 * late month, which a waiting payment may cover.
 */
export function daysSinceDue(proposal: Pick<ProposalDetails, 'schedule' | 'daysLate'>, dueOn: string): number {
  const oldest = proposal.schedule.find(({ state }) => state === 'late');
  if (oldest === undefined) return 0;
  return proposal.daysLate - daysBetween(oldest.dueOn as CalendarDate, dueOn as CalendarDate);
}

/** The rest of one month in local money; null for a loan in dollars, and while a part of it waits, which only the server counts. */
export function openLocal({ local, pendingCents }: Instalment): string | null {
  return local === null || pendingCents > 0 ? null : (Number(local.amount) - Number(local.paid)).toFixed(2);
}

/** The rest still to be paid of one month. */
export function openCents({ amountCents, paidCents, pendingCents }: Instalment): Cents {
  return cents(amountCents - paidCents - pendingCents);
}
