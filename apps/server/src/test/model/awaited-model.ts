import { AwaitedCredit, type Part, type Placed, type Receipt } from './awaited-credit.ts';
import { type AwaitedLoan, type Backing, DAY, endOfDay, type Payment, type Staff, type Who } from './awaited-loan.ts';

export const OK = 'ok';
const PAY_DAYS = 7;
const GRACE_DAYS = 3;
const OPEN_AGAIN_DAYS = 7;
const REOPENED_DAYS = 3;
const FORGOTTEN_DAYS = 30;
const DEBT_DAYS = 180;

type Order = { toldOn: number | null; lapsedOn: number[] };

/**
 * The money of one institution that awaits it: who owes, has and gets how much (R19 to R25). Each question is the code that
 * the call must give, and changes the model when that is a success.
 */
export class AwaitedModel extends AwaitedCredit {
  readonly orders = new Map<Who, Order>();

  back(loan: AwaitedLoan, who: Who, amount: number, { useCredit = true, alone = false } = {}): string {
    if (loan.status === 1) return '404 not_found';
    if (loan.status > 3) return '409 wrong_status';
    if (this.now > loan.deadline) return '409 funding_ended';
    if (amount < Math.min(100, loan.rest)) return '422 amount_below_minimum';
    if (amount > loan.rest) return '422 amount_above_remaining';
    const credit = useCredit ? Math.min(amount, Math.max(0, this.creditOf(who))) : 0;
    if (alone && credit < amount) return '422 amount_above_credit';
    if (credit < amount && this.paysFirst(who)) return '409 pay_first';
    this.addCredit(who, -credit);
    const unpaid = amount - credit;
    const payBy = unpaid > 0 ? this.today + PAY_DAYS : null;
    loan.backings.push({ who, amount, credit, unpaid, payBy, isOver: false, paidInAt: credit > 0 ? this.now : 0 });
    if (!this.orders.has(who)) this.orders.set(who, { toldOn: null, lapsedOn: [] });
    if (loan.rest === 0) loan.backedAt = this.now;
    return OK;
  }
  /** R31.1: the unpaid part ends, what came is credit (R20.9). */
  cancel(loan: AwaitedLoan, backing: Backing): string {
    if (loan.status !== 3) return loan.status === 1 ? '404 not_found' : '409 wrong_status';
    if (loan.deadline - this.now < DAY) return '409 too_late';
    this.addCredit(backing.who, backing.amount - backing.unpaid);
    backing.isOver = true;
    loan.backings = loan.backings.filter((one) => one !== backing);
    loan.leftBy.add(backing.who);
    return OK;
  }
  private paysFirst(who: Who): boolean {
    const days = this.orders.get(who)?.lapsedOn ?? [];
    return days.slice(-2).filter((day) => this.today - day <= 90).length === 2;
  }

  /** @returns the parts it paid (R20.6) */
  receive(who: Who, amount: number): Part[] {
    const above = this.creditOf(who) + amount;
    this.addOutside(who, -amount);
    this.addCredit(who, amount);
    return this.settle(who, Math.min(amount, Math.max(0, above)));
  }
  payWithCredit(who: Who): string {
    if (!this.orders.has(who)) return '404 not_found';
    this.settle(who, Math.max(0, this.creditOf(who)));
    return OK;
  }
  private settle(who: Who, most: number): Part[] {
    const parts: Part[] = [];
    let left = most;
    const owed = this.placed(who).filter(({ backing }) => backing.unpaid > 0);
    for (const { backing } of owed.toSorted((a, b) => (a.backing.payBy ?? 0) - (b.backing.payBy ?? 0))) {
      const part = Math.min(left, backing.unpaid);
      if (part === 0) continue;
      backing.unpaid -= part;
      backing.paidInAt = this.now;
      left -= part;
      this.addCredit(who, -part);
      parts.push({ backing, cents: part, lost: 0 });
    }
    this.parts.push(...parts);
    return parts;
  }
  tell(who: Who): string {
    const order = this.orders.get(who);
    if (order === undefined) return '404 not_found';
    if (this.dueOf(who) === 0) return '409 wrong_status';
    if (order.toldOn !== null && this.today - order.toldOn < 30) return '409 told_before';
    order.toldOn = this.today;
    for (const { backing } of this.placed(who)) if (backing.unpaid > 0) backing.payBy = (backing.payBy ?? 0) + 5;
    return OK;
  }

  /** The bank took it back (R20.8), or with `undone` it was never there (R21.9). */
  takeBack(receipt: Receipt, undone: boolean): void {
    const { who, amount, parts } = receipt;
    receipt.isReversed = true;
    let left = amount;
    const open = this.placed(who).filter(({ loan }) => loan.funded === 0);
    const reopen = ({ backing }: Placed, part: number) => {
      this.unpay(receipt, backing, part);
      backing.unpaid += part;
      left -= part;
      this.addCredit(who, part);
    };
    const paidIn = ({ backing }: Placed) => backing.amount - backing.credit - backing.unpaid;
    const paidBy = ({ backing }: Placed) => parts.find((part) => part.backing === backing)?.cents ?? 0;
    if (undone) for (const one of open) reopen(one, Math.min(paidBy(one), paidIn(one)));
    left -= Math.min(left, Math.max(0, this.creditOf(who) - (amount - left)));
    for (const one of open.toReversed().toSorted((a, b) => (b.backing.payBy ?? 0) - (a.backing.payBy ?? 0))) {
      const part = Math.min(left, paidIn(one));
      if (part === 0) continue;
      reopen(one, part);
      one.backing.payBy = Math.max(one.backing.payBy ?? 0, this.today + REOPENED_DAYS);
    }
    for (const loan of this.loans.toReversed()) {
      const part = loan.funded > 0 && !loan.isWrittenOff ? Math.min(left, loan.claimOf(who)) : 0;
      if (part === 0) continue;
      left -= part;
      this.addOutside('house', -part);
      this.addCredit(who, part);
      this.pass(loan.takeOver(who, part));
      this.endLast(loan, who, part);
    }
    this.addCredit(who, -amount);
    this.addOutside(who, amount);
  }
  /** The last backings of a person shrink first, and the house has the part. */
  private endLast(loan: AwaitedLoan, who: Who, most: number): void {
    let left = most;
    for (const backing of loan.backingsOf(who).toReversed()) {
      const part = Math.min(left, backing.amount);
      backing.amount -= part;
      left -= part;
    }
    loan.backings = loan.backings.filter(({ amount }) => amount > 0);
    loan.backings.push(ofHouse(most));
  }
  private pass(gets: ReadonlyMap<Who, number>): void {
    for (const [who, cents] of gets) this.addCredit(who, cents);
  }

  release(loan: AwaitedLoan, by: Staff, advance: boolean): string {
    if (loan.status === 1) return '404 not_found';
    if (loan.status !== 4) return '409 wrong_status';
    if (loan.approvedBy === null) return '409 not_approved';
    if (loan.unpaid > 0 && !advance) return '409 unpaid_backings';
    if (loan.unpaid > 0 && by === loan.approvedBy) return '403 second_person_needed';
    for (const backing of loan.backings.filter(({ unpaid }) => unpaid > 0)) {
      const part = backing.unpaid;
      this.endPart(loan, backing);
      loan.backings.push(ofHouse(part));
      this.addOutside('house', -part);
    }
    loan.release();
    return OK;
  }
  private endPart(loan: AwaitedLoan, backing: Backing): void {
    backing.amount -= backing.unpaid;
    backing.unpaid = 0;
    if (backing.amount === 0) loan.backings = loan.backings.filter((one) => one !== backing);
  }
  approve(loan: AwaitedLoan, by: Staff): string {
    if (loan.status === 1) return '404 not_found';
    if (loan.status === 6) return '409 wrong_status';
    if (loan.approvedBy !== null) return '409 already_approved';
    loan.approvedBy = by;
    return OK;
  }
  /** R10.10: an own loan that is late for long refuses it. */
  publish(loan: AwaitedLoan, isPaused: boolean): string {
    if (loan.status !== 1) return loan.backed > 0 ? '409 has_backers' : '409 wrong_status';
    if (isPaused) return '409 own_loan_late';
    loan.leftBy.clear();
    Object.assign(loan, { isPublished: true, wasMoved: false, deadline: endOfDay(this.today + 30) });
    return OK;
  }
  giveBack(loan: AwaitedLoan): string {
    if (loan.status === 1) return '404 not_found';
    if (loan.status > 4) return '409 wrong_status';
    this.close(loan);
    return OK;
  }
  /** Unpaid parts end; what came is credit (R20.9). */
  private close(loan: AwaitedLoan): void {
    for (const backing of loan.backings) {
      this.addCredit(backing.who, backing.amount - backing.unpaid);
      backing.isOver = true;
    }
    Object.assign(loan, { backings: [], isPublished: false, approvedBy: null });
  }
  /** The jobs of a night: lapses, then ends (R20.3, T8, T9). */
  night(): void {
    for (const loan of this.loans) {
      const late = loan.backings.filter(({ payBy }) => this.now > endOfDay((payBy ?? 0) + GRACE_DAYS));
      const lapsed = loan.funded > 0 ? [] : late.filter(({ unpaid }) => unpaid > 0);
      for (const backing of lapsed) {
        this.endPart(loan, backing);
        const days = this.orders.get(backing.who)?.lapsedOn;
        if (days?.at(-1) !== this.today) days?.push(this.today);
      }
      const earliest = endOfDay(this.today + OPEN_AGAIN_DAYS);
      if (lapsed.length === 0 || loan.wasMoved || loan.deadline >= earliest) continue;
      Object.assign(loan, { deadline: earliest, wasMoved: true });
    }
    for (const loan of this.loans) {
      const isOver = (loan.status === 2 || loan.status === 3) && loan.deadline < this.now;
      if (isOver || (loan.status === 4 && loan.backedAt < this.now - FORGOTTEN_DAYS * DAY)) this.close(loan);
    }
  }

  pay(loan: AwaitedLoan, amount: number): string {
    if (loan.status !== 5) return '409 wrong_status';
    if (amount <= 0) return '422 amount_not_positive';
    if (amount > loan.outstanding - loan.pending) return '422 amount_above_outstanding';
    this.addOutside('owner', -amount);
    return OK;
  }
  decide(loan: AwaitedLoan, payment: Payment | undefined, state: 'approved' | 'rejected', by: Staff): string {
    if (loan.status === 1 || payment === undefined) return '404 not_found';
    if (payment.state !== 'pending')
      return payment.state === 'approved' ? '409 already_approved' : '409 already_decided';
    Object.assign(payment, { state, by, decidedAt: this.now });
    if (state === 'rejected') this.addOutside('owner', payment.amount);
    else this.pass(loan.happen({ kind: 'paid', amount: payment.amount, payment }));
    return OK;
  }
  reverse(loan: AwaitedLoan, payment: Payment | undefined, by: Staff): string {
    if (loan.status === 1 || payment === undefined) return '404 not_found';
    if (payment.by === by) return '403 second_person_needed';
    if (payment.state === 'reversed') return '409 already_reversed';
    if (payment.state !== 'approved') return '409 wrong_status';
    if (this.now - payment.decidedAt > 60 * DAY) return '409 too_late';
    payment.state = 'reversed';
    loan.events = loan.events.filter((event) => !(event.kind === 'paid' && event.payment === payment));
    this.addOutside('owner', payment.amount);
    this.pass(loan.share());
    return OK;
  }

  forgive(loan: AwaitedLoan, who: Who): string {
    if (loan.status === 1) return '404 not_found';
    if (loan.status !== 5 || loan.isWrittenOff || loan.claimOf(who) === 0) return '409 wrong_status';
    if (loan.pending > 0) return '409 payment_pending';
    const paidInAt = Math.max(...loan.backingsOf(who).map((backing) => backing.paidInAt));
    if (this.now - paidInAt < 30 * DAY) return '409 paid_in_lately';
    this.pass(loan.forgive(who));
    return OK;
  }
  writeOff(loan: AwaitedLoan): string {
    if (loan.status === 1) return '404 not_found';
    const { defaultedAt } = loan;
    if (loan.status !== 5 || defaultedAt === null || this.now < defaultedAt + 30 * DAY) return '409 wrong_status';
    if (loan.isWrittenOff) return '409 wrong_status';
    if (loan.pending > 0) return '409 payment_pending';
    this.pass(loan.happen({ kind: 'written off' }));
    return OK;
  }
  /** R20.11. */
  takeDebtOver(who: Who): string {
    // A backing that lapsed in the meantime may have given its credit back.
    if (this.creditOf(who) >= 0) return '404 not_found';
    const since = this.belowSince.get(who);
    if (since === undefined || this.now < since + DEBT_DAYS * DAY) return '409 wrong_status';
    const debt = -this.creditOf(who);
    this.addOutside('house', -debt);
    this.addCredit(who, debt);
    return OK;
  }
}

function ofHouse(amount: number): Backing {
  return { who: 'house', amount, credit: 0, unpaid: 0, payBy: null, isOver: false, paidInAt: 0 };
}
