import { DAY } from './plan-model.ts';
import { PlannedLoan } from './planned-loan.ts';
import type { Backing } from './running-loan.ts';
import { type Actor, OK } from './world-model.ts';

const KOLKATA = 5.5 * 3_600_000;

/** A loan from its draft to its end. */
export class LoanModel extends PlannedLoan {
  /** R10.10: an own loan that is late for long refuses it. */
  publish(actor: Actor, isPaused: boolean): string {
    const refused = this.ownersChange(actor, [1]);
    if (refused !== null) return refused;
    if (isPaused) return '409 own_loan_late';
    const today = Math.floor((this.ledger.now + KOLKATA) / DAY);
    this.deadline = (today + 31) * DAY - KOLKATA - 1;
    this.isPublished = true;
    this.closed = null;
    return OK;
  }
  unpublish(actor: Actor): string {
    const refused = this.ownersChange(actor, [2]);
    if (refused !== null) return refused;
    this.isPublished = false;
    this.isApproved = false;
    return OK;
  }
  edit(actor: Actor, amount: number): string {
    const refused = this.ownersChange(actor, [1, 2]);
    if (refused !== null) return refused;
    if (amount !== this.amount) this.isApproved = false;
    this.amount = amount;
    return OK;
  }
  remove(actor: Actor): string {
    const refused = this.ownersChange(actor, [1, 2]);
    if (refused !== null) return refused;
    this.isDeleted = true;
    return OK;
  }

  back(actor: Actor, amount: number): string {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor === 'owner') return '403 not_permitted';
    if (this.status !== 2 && this.status !== 3) return '409 wrong_status';
    if (this.ledger.now > this.deadline) return '409 funding_ended';
    if (amount < Math.min(100, this.rest)) return '422 amount_below_minimum';
    if (amount > this.rest) return '422 amount_above_remaining';
    const credit = Math.min(amount, Math.max(0, this.ledger.creditOf(actor)));
    this.ledger.addCredit(actor, -credit);
    this.ledger.addOutside(actor, credit - amount);
    this.backings.push({ actor, amount, credit });
    if (this.rest === 0) this.backedAt = this.ledger.now;
    return OK;
  }
  /** R31.1: in 3 alone, a whole day before the deadline. */
  cancel(actor: Actor, backing: Backing | undefined): string {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (backing === undefined) return '404 not_found';
    if (this.status !== 3) return '409 wrong_status';
    if (this.deadline - this.ledger.now < DAY) return '409 too_late';
    this.backings = this.backings.filter((one) => one !== backing);
    this.giveToBacker(backing);
    return OK;
  }
  private giveToBacker({ actor, amount, credit }: Backing): void {
    this.ledger.addCredit(actor, credit);
    this.ledger.addOutside(actor, amount - credit);
  }
  ignore(actor: Actor, ignored: boolean): string {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor === 'owner') return '403 not_permitted';
    if (this.status !== 2 && this.status !== 3) return '409 wrong_status';
    if (ignored) this.ignoredBy.add(actor);
    else this.ignoredBy.delete(actor);
    return OK;
  }

  approve(actor: Actor): string {
    const refused = this.staffChange(actor, [2, 3, 4, 5]);
    if (refused !== null) return refused;
    if (this.isApproved) return '409 already_approved';
    this.isApproved = true;
    return OK;
  }
  release(actor: Actor): string {
    const refused = this.staffChange(actor, [4]);
    if (refused !== null) return refused;
    if (!this.isApproved) return '409 not_approved';
    this.funded = this.amount;
    this.beginPlan();
    return OK;
  }
  /** R31.3: only while nothing of the released money has moved; its request is rejected. */
  undoRelease(actor: Actor): string {
    const refused = this.staffChange(actor, [5]);
    if (refused !== null) return refused;
    if (this.sent > 0 || this.paid > 0 || this.forgiven > 0 || this.isWrittenOff) return '409 wrong_status';
    if (this.pending > 0) return '409 payment_pending';
    for (const withdrawal of this.withdrawals) if (withdrawal.state === 'requested') withdrawal.state = 'rejected';
    this.funded = 0;
    this.endPlan();
    this.defaultedAt = null;
    this.backedAt = this.ledger.now;
    return OK;
  }
  giveBack(actor: Actor): string {
    const refused = this.staffChange(actor, [2, 3, 4]);
    if (refused !== null) return refused;
    this.close('returned');
    return OK;
  }
  expire(): void {
    if (this.isDeleted) return;
    const isOver = (this.status === 2 || this.status === 3) && this.deadline < this.ledger.now;
    const isForgotten = this.status === 4 && this.backedAt < this.ledger.now - 30 * DAY;
    if (isOver || isForgotten) this.close('expired');
  }
  private close(reason: 'expired' | 'returned'): void {
    for (const backing of this.backings) this.giveToBacker(backing);
    this.backings = [];
    this.isPublished = false;
    this.isApproved = false;
    this.closed = reason;
  }
}
