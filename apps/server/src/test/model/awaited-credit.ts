import { type AwaitedLoan, type Backing, DAY, dayOf, PAYERS, type Staff, sumOf, type Who } from './awaited-loan.ts';

export const EVERYBODY = ['owner', ...PAYERS, 'house', 'fund'] as const;
/** Money that came lately leaves only after so many days (R25.6). */
const HELD_DAYS = 10;
const LIFE_DAYS = 320;

/** A part of a backing that was paid. `lost` is the sum of it that is unpaid again. */
export type Part = { readonly backing: Backing; cents: number; lost: number };
export type Receipt = {
  readonly id: string;
  readonly who: Who;
  readonly amount: number;
  readonly by: Staff;
  readonly day: number;
  /** The id of the line that brought it; null where staff entered it. */
  readonly lineId: string | null;
  readonly parts: readonly Part[];
  /** The line that is linked with what staff had entered. */
  linkedBy: string | null;
  isConfirmed: boolean;
  isReversed: boolean;
};
export type Payout = {
  readonly id: string;
  readonly who: Who;
  readonly amount: number;
  readonly payableFrom: number;
  state: 'requested' | 'sent' | 'confirmed' | 'failed' | 'rejected' | 'cancelled';
};
export type Placed = { readonly loan: AwaitedLoan; readonly backing: Backing };

/** The credit of each person with the institution, their money outside, and what may leave of it. */
export class AwaitedCredit {
  now: number;
  /** No long time passes beyond it. */
  readonly endsAt: number;
  readonly loans: readonly AwaitedLoan[];
  readonly credit = new Map<Who, number>();
  readonly outside = new Map<Who, number>();
  readonly leaving = new Map<Who, number>();
  /** The paid parts in the order of time, also those that credit paid. */
  readonly parts: Part[] = [];
  /** People below zero, and since when. */
  readonly belowSince = new Map<Who, number>();
  receipts: Receipt[] = [];
  payouts: Payout[] = [];

  constructor(now: number, loans: readonly AwaitedLoan[]) {
    this.now = now;
    this.endsAt = now + LIFE_DAYS * DAY;
    this.loans = loans;
  }
  get today(): number {
    return dayOf(this.now);
  }
  creditOf(who: Who): number {
    return this.credit.get(who) ?? 0;
  }
  dueOf(who: Who): number {
    return sumOf(this.placed(who), ({ backing }) => backing.unpaid);
  }
  addCredit(who: Who, cents: number): void {
    this.credit.set(who, this.creditOf(who) + cents);
  }
  /** Debts are noted after each act, in the middle of which credit may be anything. */
  noteDebts(): void {
    for (const who of PAYERS) {
      if (this.creditOf(who) >= 0) this.belowSince.delete(who);
      else if (!this.belowSince.has(who)) this.belowSince.set(who, this.now);
    }
  }
  addOutside(who: Who, cents: number): void {
    this.outside.set(who, (this.outside.get(who) ?? 0) + cents);
  }
  addLeaving(who: Who, cents: number): void {
    this.leaving.set(who, (this.leaving.get(who) ?? 0) + cents);
  }
  placed(who: Who): Placed[] {
    return this.loans.flatMap((loan) => loan.backingsOf(who).map((backing) => ({ loan, backing })));
  }

  /** Credit that is not paid out yet: what such receipts left, with what they paid and was given back (R25.6, R25.10). */
  private heldOf(who: Who, isHeld: (receipt: Receipt) => boolean): number {
    const own = this.receipts.filter((one) => one.who === who);
    let free = sumOf(own, (one) => (one.isReversed ? standingOf(one) : 0));
    let held = 0;
    for (const receipt of own.filter(({ isReversed }) => !isReversed)) {
      const lost = sumOf(receipt.parts, (part) => part.lost);
      const standsIn = Math.min(lost, free);
      free -= standsIn;
      if (isHeld(receipt)) held += receipt.amount - standingOf(receipt) - standsIn;
    }
    return held;
  }
  /** A part is unpaid because of a receipt: first what that one paid, then what was paid last (R20.8). */
  protected unpay(receipt: Receipt, backing: Backing, cents: number): void {
    const own = receipt.parts.find((part) => part.backing === backing);
    const fromOwn = Math.min(own?.cents ?? 0, cents);
    if (own !== undefined) own.cents -= fromOwn;
    let left = cents - fromOwn;
    for (const part of this.parts.toReversed().filter((one) => one.backing === backing)) {
      const taken = Math.min(part.cents, left);
      part.cents -= taken;
      part.lost += taken;
      left -= taken;
    }
  }
  payableOf(who: Who): number {
    const held = this.heldOf(who, (one) => isUnsure(one) || one.day > this.today - HELD_DAYS);
    return Math.max(0, this.creditOf(who) - held);
  }
  giveableOf(who: Who): number {
    return Math.max(0, this.creditOf(who) - this.heldOf(who, isUnsure));
  }
}

/** Whether one person entered the receipt and no second one confirmed it. */
function isUnsure({ lineId, isConfirmed }: Receipt): boolean {
  return lineId === null && !isConfirmed;
}

/** The money of a receipt that pays backings which stand. */
function standingOf({ parts }: Receipt): number {
  return sumOf(parts, ({ backing, cents }) => (backing.isOver ? 0 : cents));
}
