import { claimsAfter, type LoanEvent } from './sharing-model.ts';
import { type Actor, OK, type WorldModel } from './world-model.ts';

const DAY = 86_400_000;
const KOLKATA = 5.5 * 3_600_000;

export type Backing = { actor: Actor; amount: number; credit: number; id?: string };
export type Payment = { id: string; amount: number; state: 'pending' | 'approved' | 'rejected' };
export type Withdrawal = { id: string; state: 'requested' | 'sent' | 'confirmed' | 'rejected' | 'failed' };
export type Step = 'sent' | 'rejected' | 'failed' | 'confirmed';

/**
 * The rules for two loans and three backers, in plain numbers of cents and without any of the server's code. Each
 * question returns the code that the call must give, and changes the model when that is a success.
 */
export class LoanModel {
  isDeleted = false;
  isPublished = false;
  isApproved = false;
  closed: 'expired' | 'returned' | null = null;
  deadline = 0;
  backedAt = 0;
  backings: Backing[] = [];
  funded = 0;
  sent = 0;
  payments: Payment[] = [];
  withdrawals: Withdrawal[] = [];
  readonly shared = new Map<Actor, number>();
  readonly events: LoanEvent[] = [];
  defaultedAt: number | null = null;
  isWrittenOff = false;
  readonly ignoredBy = new Set<Actor>();
  readonly ledger: WorldModel;
  amount: number;

  constructor(ledger: WorldModel, amount: number) {
    this.ledger = ledger;
    this.amount = amount;
  }

  get backed(): number {
    return this.backings.reduce((sum, backing) => sum + backing.amount, 0);
  }
  get rest(): number {
    return this.amount - this.backed;
  }
  get pending(): number {
    return sumOf(this.payments, 'pending');
  }
  get paid(): number {
    return sumOf(this.payments, 'approved');
  }
  get status(): number {
    if (this.funded > 0) return this.outstanding === 0 ? 6 : 5;
    if (this.backed === this.amount) return 4;
    if (this.backed > 0) return 3;
    return this.isPublished ? 2 : 1;
  }
  get forgiven(): number {
    return this.events.reduce((sum, event) => sum + (event.kind === 'forgiven' ? event.amount : 0), 0);
  }
  get outstanding(): number {
    return this.funded - this.paid - this.forgiven;
  }
  forgivenBy(actor: Actor): number {
    return this.events.reduce(
      (sum, event) => sum + (event.kind === 'forgiven' && event.by === actor ? event.amount : 0),
      0,
    );
  }
  /** The rest that the loan owes them: claimed, or lost. */
  owed(actor: Actor): number {
    return this.weight(actor) - (this.shared.get(actor) ?? 0) - this.forgivenBy(actor);
  }
  weight(actor: Actor): number {
    return this.backings.reduce((sum, backing) => sum + (backing.actor === actor ? backing.amount : 0), 0);
  }

  /** The first judgement of every actor. */
  private unseen(actor: Actor): string | null {
    if (actor === 'visitor') return '401 sign_in_required';
    return this.isDeleted || (this.status === 1 && actor !== 'owner') ? '404 not_found' : null;
  }
  private ownersChange(actor: Actor, statuses: readonly number[]): string | null {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor !== 'owner') return '403 not_permitted';
    if (statuses.includes(this.status)) return null;
    return this.backed > 0 ? '409 has_backers' : '409 wrong_status';
  }
  private staffChange(actor: Actor, statuses: readonly number[]): string | null {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor !== 'officer') return '403 not_permitted';
    return statuses.includes(this.status) ? null : '409 wrong_status';
  }

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
    const credit = Math.min(amount, this.ledger.creditOf(actor));
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

  withdraw(actor: Actor): string {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor !== 'owner') return '403 not_permitted';
    if (this.status < 5) return '409 wrong_status';
    const isOpen = this.withdrawals.some(({ state }) => state !== 'rejected' && state !== 'failed');
    return isOpen ? '409 withdrawal_open' : OK;
  }
  step(actor: Actor, withdrawal: Withdrawal | undefined, step: Step): string {
    if (actor === 'visitor') return '401 sign_in_required';
    if (this.isDeleted || withdrawal === undefined) return '404 not_found';
    if (actor !== 'owner' && actor !== 'officer') return '404 not_found';
    if (actor !== (step === 'confirmed' ? 'owner' : 'officer')) return '403 not_permitted';
    if (withdrawal.state !== (step === 'sent' || step === 'rejected' ? 'requested' : 'sent')) return '409 wrong_status';
    withdrawal.state = step;
    if (step === 'sent' || step === 'failed') {
      const moved = step === 'sent' ? this.funded : -this.funded;
      this.sent += moved;
      this.ledger.addOutside('owner', moved);
    }
    return OK;
  }

  pay(actor: Actor, amount: number): string {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor !== 'owner' && actor !== 'officer') return '403 not_permitted';
    if (this.status !== 5) return '409 wrong_status';
    if (amount <= 0) return '422 amount_not_positive';
    if (amount > this.outstanding - this.pending) return '422 amount_above_outstanding';
    this.ledger.addOutside('owner', -amount);
    return OK;
  }
  decide(actor: Actor, payment: Payment | undefined, state: 'approved' | 'rejected'): string {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor !== 'officer') return '403 not_permitted';
    if (payment === undefined) return '404 not_found';
    if (payment.state !== 'pending')
      return payment.state === 'approved' ? '409 already_approved' : '409 already_decided';
    payment.state = state;
    if (state === 'rejected') this.ledger.addOutside('owner', payment.amount);
    else this.happen({ kind: 'paid', amount: payment.amount });
    return OK;
  }
  forgive(actor: Actor): string {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor === 'owner' || this.weight(actor) === 0) return '403 not_permitted';
    const owed = this.owed(actor);
    if (this.status !== 5 || owed === 0 || this.isWrittenOff) return '409 wrong_status';
    if (this.pending > 0) return '409 payment_pending';
    this.happen({ kind: 'forgiven', by: actor, amount: owed });
    return OK;
  }
  declare(actor: Actor, isAsked: boolean): string {
    const refused = this.staffChange(actor, [5]);
    if (refused !== null) return refused;
    if (!isAsked) return '409 wrong_status';
    this.defaultedAt = this.ledger.now;
    return OK;
  }
  writeOff(actor: Actor): string {
    const refused = this.staffChange(actor, [5]);
    if (refused !== null) return refused;
    const isEarly = this.defaultedAt === null || this.ledger.now < this.defaultedAt + 30 * DAY;
    if (isEarly || this.isWrittenOff) return '409 wrong_status';
    if (this.pending > 0) return '409 payment_pending';
    this.isWrittenOff = true;
    this.happen({ kind: 'written off' });
    return OK;
  }
  /** Money that no backer is owed any more has come to them, but for what they gave up (R22.9). */
  private happen(event: LoanEvent): void {
    this.events.push(event);
    const weights = new Map(this.backings.map(({ actor }) => [actor, this.weight(actor)]));
    for (const [actor, claim] of claimsAfter(weights, this.events)) {
      const came = this.weight(actor) - this.forgivenBy(actor) - claim;
      this.ledger.addCredit(actor, came - (this.shared.get(actor) ?? 0));
      this.shared.set(actor, came);
    }
  }
}

function sumOf(payments: readonly Payment[], state: Payment['state']): number {
  return payments.reduce((sum, payment) => sum + (payment.state === state ? payment.amount : 0), 0);
}
