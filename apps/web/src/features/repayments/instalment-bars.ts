import { type Cents, cents, centsOfDollars } from '@sathi/domain/money.ts';
import type { ProposalDetails } from '../../lib/wire.ts';

export type BarState = 'paid' | 'pending' | 'late' | 'due' | 'upcoming';

/** One month of the plan: what is paid, what waits for approval, and what is left of it. */
export type InstalmentBar = {
  number: number;
  dueOn: string;
  amountCents: Cents;
  paidCents: Cents;
  pendingCents: Cents;
  state: BarState;
};

/** Money that waits for approval is drawn where it will count: on the oldest unpaid months (R8.3, R10.1). */
export function instalmentBars(proposal: Pick<ProposalDetails, 'schedule' | 'pendingAmount'>): InstalmentBar[] {
  let waiting: number = centsOfDollars(proposal.pendingAmount);
  return proposal.schedule.map(({ number, dueOn, amount, paidAmount, state }) => {
    const amountCents = centsOfDollars(amount);
    const paidCents = centsOfDollars(paidAmount);
    const pendingCents = cents(Math.min(waiting, amountCents - paidCents));
    waiting -= pendingCents;
    const isCovered = pendingCents > 0 && paidCents + pendingCents === amountCents;
    return { number, dueOn, amountCents, paidCents, pendingCents, state: isCovered ? 'pending' : state };
  });
}

/** The first month that nothing paid or waiting covers. */
export function nextDue(bars: readonly InstalmentBar[]): InstalmentBar | undefined {
  return bars.find((bar) => bar.state !== 'paid' && bar.state !== 'pending');
}

/** What is still to be paid of one month. */
export function openCents(bar: InstalmentBar): Cents {
  return cents(bar.amountCents - bar.paidCents - bar.pendingCents);
}
