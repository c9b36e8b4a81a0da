import { DAY, type Plan } from './plan-model.ts';
import type { PlannedLoan } from './planned-loan.ts';
import { type Actor, OK } from './world-model.ts';

type Moved = { readonly loan: PlannedLoan; readonly before: Plan };

/** A pause of all loans of a place, taken back within a day while nothing came of it (R28.4). */
export class Pause {
  id = '';
  private readonly moved: readonly Moved[];
  private readonly enteredAt: number;
  private isUndone = false;

  constructor(loans: readonly PlannedLoan[], months: number, enteredAt: number) {
    this.enteredAt = enteredAt;
    this.moved = loans.map((loan) => ({ loan, before: loan.plan }));
    for (const loan of loans) {
      loan.plan = loan.plan.paused(months, loan.paid);
      loan.inForce.add(this);
    }
  }

  undo(actor: Actor, now: number): string {
    if (actor === 'visitor') return '401 sign_in_required';
    if (actor !== 'officer') return '403 not_permitted';
    if (this.isUndone) return '409 wrong_status';
    if (this.isUsed || now - this.enteredAt > DAY) return '409 too_late';
    this.isUndone = true;
    for (const { loan, before } of this.moved) {
      if (!loan.inForce.delete(this)) continue;
      loan.plan = before;
      loan.moveWithSending();
    }
    return OK;
  }
  /** Money came, a claim was given up, or a plan was agreed on. */
  private get isUsed(): boolean {
    return this.moved.some(
      ({ loan }) =>
        loan.payments.some(({ enteredAt, state }) => enteredAt >= this.enteredAt && state !== 'rejected') ||
        loan.forgivenAt >= this.enteredAt ||
        (loan.inForce.has(this) && [...loan.inForce].at(-1) !== this),
    );
  }
}
