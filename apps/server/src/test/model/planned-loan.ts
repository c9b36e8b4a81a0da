import { DAY, dayOf, monthsAfter, Plan } from './plan-model.ts';
import { type Payment, RunningLoan, type Step, type Withdrawal } from './running-loan.ts';
import { type Actor, OK } from './world-model.ts';

/** Months of every loan of the model, which a plan of one person doubles at most (R34.3). */
const MONTHS = 12;
const PLAN_OPEN_DAYS = 14;
const ANSWER_DAYS = 30;

export type PlanChange = {
  id: string;
  readonly months: number;
  readonly firstDueOn: number;
  readonly enteredAt: number;
  state: 'entered' | 'approved' | 'accepted' | 'refused' | 'ended';
};

/** The days of a running loan: its plan, how late it is, and whether it is in doubt. */
export abstract class PlannedLoan extends RunningLoan {
  plan = new Plan([]);
  releasedOn = 0;
  readonly changes: PlanChange[] = [];
  /** A new plan is in force: its days stay when the money is sent. */
  private isAgreed = false;
  /** The plans and pauses in force, oldest first. */
  readonly inForce = new Set<object>();
  forgivenAt = 0;
  askedAt: number | null = null;

  get today(): number {
    return dayOf(this.ledger.now);
  }
  get daysLate(): number {
    return this.status === 5 ? this.plan.daysLate(this.paid, this.today) : 0;
  }
  get repaymentState(): 'current' | 'late' | 'defaulted' | null {
    if (this.status !== 5) return null;
    if (this.defaultedAt !== null) return 'defaulted';
    return this.daysLate > 0 ? 'late' : 'current';
  }
  /** Events of its life since the release, to show which of them meet. */
  get met(): string[] {
    const ofKind = (kind: string) => this.events.some((event) => event.kind === kind);
    return Object.entries({
      forgiving: ofKind('forgiven'),
      'a write-off': ofKind('written off'),
      'a reversal': this.payments.some(({ state }) => state === 'reversed'),
      'a new plan': this.isAgreed,
      'a pause': this.inForce.size > Number(this.isAgreed),
    }).flatMap(([what, is]) => (is ? [what] : []));
  }
  protected beginPlan(): void {
    this.releasedOn = this.today;
    this.plan = Plan.of(this.funded, MONTHS, this.today);
  }
  protected endPlan(): void {
    this.plan = new Plan([]);
    this.isAgreed = false;
    this.inForce.clear();
    for (const change of this.changes) change.state = 'ended';
  }

  override step(actor: Actor, withdrawal: Withdrawal | undefined, step: Step): string {
    const answer = super.step(actor, withdrawal, step);
    if (answer === OK && step === 'sent') {
      (withdrawal as Withdrawal).sentOn = this.today;
      this.moveWithSending();
    }
    return answer;
  }
  /** R4.4: but for days that were agreed. */
  moveWithSending(): void {
    const sent = this.withdrawals.find(({ state }) => state === 'sent' || state === 'confirmed');
    if (!this.isAgreed && sent?.sentOn) this.plan = this.plan.sentOn(sent.sentOn, this.paid);
  }
  override forgive(actor: Actor): string {
    const owed = this.owed(actor);
    const answer = super.forgive(actor);
    if (answer !== OK) return answer;
    this.plan = this.plan.forgiven(owed);
    this.forgivenAt = this.ledger.now;
    return OK;
  }

  private get isInDoubt(): boolean {
    const approved = this.payments.filter(({ state }) => state === 'approved');
    const lastPaidOn = Math.max(0, ...approved.map(({ enteredAt }: Payment) => dayOf(enteredAt)));
    return this.status === 5 && this.plan.isInDoubt(this.paid, this.today, lastPaidOn);
  }
  /** The job asks about money that was sent, takes the question back, or answers it by itself after a month (R29.1). */
  look(): void {
    if (this.defaultedAt !== null) return;
    if (!this.isInDoubt) this.askedAt = null;
    else if (this.askedAt === null) this.askedAt = this.sent > 0 ? this.ledger.now : null;
    else if (this.ledger.now >= this.askedAt + ANSWER_DAYS * DAY) this.defaultedAt = this.ledger.now;
  }
  declare(actor: Actor): string {
    const refused = this.staffChange(actor, [5]);
    if (refused !== null) return refused;
    if (this.askedAt === null || !this.isInDoubt || this.defaultedAt !== null) return '409 wrong_status';
    this.defaultedAt = this.ledger.now;
    return OK;
  }

  private isOpen({ state, enteredAt, firstDueOn }: PlanChange): boolean {
    const isOver = this.ledger.now - enteredAt > PLAN_OPEN_DAYS * DAY || firstDueOn < this.today;
    return !isOver && (state === 'entered' || state === 'approved');
  }
  /** The job of the hour ends what is over, and what a loan that is paid needs no more, also when a reversal opens it again. */
  endOpenPlans(): void {
    if (this.status === 5) return;
    for (const change of this.changes) if (this.isOpen(change)) change.state = 'ended';
  }
  enterPlan(actor: Actor, months: number, firstDueOn: number): string {
    const refused = this.staffChange(actor, [5]);
    if (refused !== null) return refused;
    if (this.changes.some((change) => this.isOpen(change))) return '409 wrong_status';
    const isDay = firstDueOn >= this.today && firstDueOn <= monthsAfter(this.today, 6);
    if (!isDay) return '422 invalid_request';
    const state = months > 2 * MONTHS ? 'entered' : 'approved';
    this.changes.push({ id: '', months, firstDueOn, enteredAt: this.ledger.now, state });
    return OK;
  }
  private partys(actor: Actor, change: PlanChange | undefined): string | null {
    const refused = this.unseen(actor);
    if (refused !== null) return refused;
    if (actor !== 'owner' && actor !== 'officer') return '403 not_permitted';
    return change === undefined ? '404 not_found' : null;
  }
  /** The officer enters all plans, so only the second of the office may. */
  confirmPlan(actor: Actor | 'second', change: PlanChange | undefined): string {
    const refused = this.partys(actor === 'second' ? 'officer' : actor, change);
    if (refused !== null) return refused;
    if (actor === 'owner') return '403 not_permitted';
    if (this.status !== 5) return '409 wrong_status';
    if (actor === 'officer') return '403 second_person_needed';
    return this.decidePlan(change as PlanChange, 'entered', 'approved');
  }
  answerPlan(actor: Actor, change: PlanChange | undefined, state: 'accepted' | 'refused'): string {
    const refused = this.partys(actor, change);
    if (refused !== null) return refused;
    if (actor !== 'owner') return '403 not_permitted';
    if (this.status !== 5) return '409 wrong_status';
    const answer = this.decidePlan(change as PlanChange, 'approved', state);
    if (answer !== OK || state === 'refused') return answer;
    const { months, firstDueOn } = change as PlanChange;
    this.plan = this.plan.changed(this.paid, months, firstDueOn);
    this.isAgreed = true;
    this.inForce.add(change as PlanChange);
    return OK;
  }
  private decidePlan(change: PlanChange, from: PlanChange['state'], to: PlanChange['state']): string {
    if (change.state !== from || !this.isOpen(change)) return '409 wrong_status';
    change.state = to;
    return OK;
  }

  /** R28.4: a pause of one person reaches no further than a plan of one person would. */
  mayPause(months: number): boolean {
    const lastDueOn = this.plan.instalments.at(-1)?.dueOn ?? 0;
    return this.status === 5 && monthsAfter(lastDueOn, months) <= monthsAfter(this.releasedOn, 2 * MONTHS);
  }
}
