import { DAY } from './plan-model.ts';
import { claimsAfter, type LoanEvent } from './sharing-model.ts';
import { type Actor, OK, type WorldModel } from './world-model.ts';

/** Days after its approval within which a payment is reversed. */
const REVERSAL_DAYS = 60;

export type Backing = { actor: Actor; amount: number; credit: number; id?: string };
export type Payment = {
  id: string;
  amount: number;
  state: 'pending' | 'approved' | 'rejected' | 'reversed';
  enteredAt: number;
  decidedAt: number;
};
export type Withdrawal = {
  id: string;
  sentOn?: number;
  state: 'requested' | 'sent' | 'confirmed' | 'rejected' | 'failed';
};
export type Step = 'sent' | 'rejected' | 'failed' | 'confirmed';

/**
 * The rules for two loans and three backers, in plain numbers of cents and without any of the server's code. Each
 * question returns the code that the call must give, and changes the model when that is a success. Here is what a loan
 * does from its release on.
 */
export abstract class RunningLoan {
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
  /** Its life, of which a reversed payment is no part. */
  events: LoanEvent<Actor>[] = [];
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
  protected unseen(actor: Actor): string | null {
    if (actor === 'visitor') return '401 sign_in_required';
    return this.isDeleted || (this.status === 1 && actor !== 'owner') ? '404 not_found' : null;
  }
  protected ownersChange(actor: Actor, statuses: readonly number[]): string | null {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor !== 'owner') return '403 not_permitted';
    if (statuses.includes(this.status)) return null;
    return this.backed > 0 ? '409 has_backers' : '409 wrong_status';
  }
  protected staffChange(actor: Actor, statuses: readonly number[]): string | null {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor !== 'officer') return '403 not_permitted';
    return statuses.includes(this.status) ? null : '409 wrong_status';
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
    Object.assign(payment, { state, decidedAt: this.ledger.now });
    if (state === 'rejected') this.ledger.addOutside('owner', payment.amount);
    else this.happen({ kind: 'paid', amount: payment.amount, payment });
    return OK;
  }
  /** R22.8: not the one who approved or rejected it, who is always the officer. */
  reverse(actor: Actor | 'second', payment: Payment | undefined): string {
    const refused = this.unseen(actor === 'second' ? 'officer' : actor);
    if (refused !== null) return refused;
    if (actor !== 'officer' && actor !== 'second') return '403 not_permitted';
    if (payment === undefined) return '404 not_found';
    if (actor === 'officer' && payment.state !== 'pending') return '403 second_person_needed';
    if (payment.state === 'reversed') return '409 already_reversed';
    if (payment.state !== 'approved') return '409 wrong_status';
    if (this.ledger.now - payment.decidedAt > REVERSAL_DAYS * DAY) return '409 too_late';
    payment.state = 'reversed';
    this.ledger.addOutside('owner', payment.amount);
    this.events = this.events.filter((event) => !(event.kind === 'paid' && event.payment === payment));
    this.share();
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
  private happen(event: LoanEvent<Actor>): void {
    this.events.push(event);
    this.share();
  }
  /** Money that no backer is owed any more has come to them, but for what they gave up (R22.9). */
  private share(): void {
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
