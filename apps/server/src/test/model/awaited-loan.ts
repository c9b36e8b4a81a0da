import { claimsAfter, type LoanEvent } from './sharing-model.ts';

/** One loan of an institution that awaits its money, in plain numbers of cents and without any of the server's code. */
export type Who = 'owner' | 'b0' | 'b1' | 'b2' | 'house' | 'fund';
export type Staff = 'o1' | 'o2';
export const PAYERS = ['b0', 'b1', 'b2'] as const;

export const DAY = 86_400_000;
const KOLKATA = 5.5 * 3_600_000;

export type Backing = {
  readonly who: Who;
  amount: number;
  readonly credit: number;
  unpaid: number;
  /** A day, counted from 1970 where the institution is; null where nothing was ever awaited. */
  payBy: number | null;
  /** Its money has gone back to its person. */
  isOver: boolean;
  /** The last instant at which a receipt or credit paid of it; 0 before. */
  paidInAt: number;
  /** The id on the server of a backing that its person made by a call of their own. */
  id?: string;
};
export type Payment = {
  readonly id: string;
  readonly amount: number;
  readonly enteredAt: number;
  state: 'pending' | 'approved' | 'rejected' | 'reversed';
  by: Staff | null;
  decidedAt: number;
};
export type Withdrawal = { readonly id: string; state: 'requested' | 'sent' | 'confirmed' | 'failed' | 'cancelled' };

export function dayOf(now: number): number {
  return Math.floor((now + KOLKATA) / DAY);
}
export function endOfDay(day: number): number {
  return (day + 1) * DAY - KOLKATA - 1;
}

export class AwaitedLoan {
  readonly amount: number;
  isPublished = false;
  approvedBy: Staff | null = null;
  deadline = 0;
  /** A lapse has moved the deadline since the loan was published. */
  wasMoved = false;
  backedAt = 0;
  /** People who took a backing back since the loan was published, so that no rule of theirs lends to it again. */
  readonly leftBy = new Set<Who>();
  backings: Backing[] = [];
  brought = new Map<Who, number>();
  claims = new Map<Who, number>();
  events: LoanEvent<Who>[] = [];
  defaultedAt: number | null = null;
  funded = 0;
  sent = 0;
  payments: Payment[] = [];
  withdrawals: Withdrawal[] = [];

  constructor(amount: number) {
    this.amount = amount;
  }

  get backed(): number {
    return sumOf(this.backings, ({ amount }) => amount);
  }
  get unpaid(): number {
    return sumOf(this.backings, ({ unpaid }) => unpaid);
  }
  get rest(): number {
    return this.amount - this.backed;
  }
  get paid(): number {
    return this.paymentsIn('approved');
  }
  get pending(): number {
    return this.paymentsIn('pending');
  }
  /** Cents of payments that nobody has (R9.1). */
  get rounding(): number {
    return this.funded === 0 ? 0 : sumOf([...this.claims.values()], (claim) => claim) - this.outstanding;
  }
  get forgiven(): number {
    return sumOf(this.events, (event) => (event.kind === 'forgiven' ? event.amount : 0));
  }
  get outstanding(): number {
    return this.funded - this.paid - this.forgiven;
  }
  /** Events of its life, to show which of them meet. */
  get met(): string[] {
    const kinds = new Set(this.events.map(({ kind }) => kind).filter((kind) => kind !== 'paid'));
    return [...kinds, ...(this.payments.some(({ state }) => state === 'reversed') ? ['reversed'] : [])];
  }
  /** Claims are called lost from then on. */
  get isWrittenOff(): boolean {
    return this.events.some(({ kind }) => kind === 'written off');
  }
  get status(): number {
    if (this.funded > 0) return this.outstanding === 0 ? 6 : 5;
    if (this.backed === this.amount) return 4;
    if (this.backed > 0) return 3;
    return this.isPublished ? 2 : 1;
  }
  claimOf(who: Who): number {
    return this.funded > 0 ? (this.claims.get(who) ?? 0) : sumOf(this.backingsOf(who), ({ amount }) => amount);
  }
  backingsOf(who: Who): Backing[] {
    return this.backings.filter((backing) => backing.who === who);
  }
  private paymentsIn(state: Payment['state']): number {
    return sumOf(this.payments, (payment) => (payment.state === state ? payment.amount : 0));
  }

  release(): void {
    this.funded = this.amount;
    for (const { who, amount } of this.backings) this.brought.set(who, (this.brought.get(who) ?? 0) + amount);
    this.claims = new Map(this.brought);
  }

  happen(event: LoanEvent<Who>): Map<Who, number> {
    this.events.push(event);
    return this.share();
  }
  /** A backer gives up their claim (R30.1). @returns as below */
  forgive(by: Who): Map<Who, number> {
    const amount = this.claimOf(by);
    this.claims.set(by, 0);
    return this.happen({ kind: 'forgiven', by, amount });
  }
  /** Runs the life of the loan again. @returns what each backer gets by the change, below zero for what they give back */
  share(): Map<Who, number> {
    const before = this.claims;
    this.claims = claimsAfter(this.brought, this.events);
    const people = new Set([...before.keys(), ...this.claims.keys()]);
    return new Map(Array.from(people, (who) => [who, (before.get(who) ?? 0) - (this.claims.get(who) ?? 0)]));
  }
  /** The house takes this much of a claim. @returns as above, beside the part itself */
  takeOver(from: Who, amount: number): Map<Who, number> {
    this.claims.set(from, this.claimOf(from) - amount);
    this.claims.set('house', this.claimOf('house') + amount);
    return this.happen({ kind: 'taken over', from, house: 'house', amount });
  }
}

export function sumOf<Of>(of: readonly Of[], cents: (one: Of) => number): number {
  return of.reduce((sum, one) => sum + cents(one), 0);
}
