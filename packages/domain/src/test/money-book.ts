import type { CalendarDate } from '../calendar-date.ts';
import { giftRefusal, lendableGiftCents } from '../gifts.ts';
import type { InvestmentId, ProposalId } from '../ids.ts';
import { splitInvestment } from '../investments.ts';
import { cents } from '../money.ts';
import { drawRefusal } from '../own-money.ts';
import { type Collection, decideBounce, type Part, settle } from '../pay-ins.ts';
import { relendAmountCents } from '../relending.ts';
import { statusFromFacts, PROPOSAL_STATUS } from '../proposals.ts';
import { shareHistory, sharesBetween, type SharingEvent } from '../sharing.ts';

type Backing = {
  readonly investmentId: InvestmentId;
  readonly proposalId: ProposalId;
  readonly user: string;
  readonly payBy: CalendarDate | null;
  readonly fromCreditCents: ReturnType<typeof cents>;
  amountCents: ReturnType<typeof cents>;
  unpaidCents: ReturnType<typeof cents>;
};
type Loan = {
  readonly owner: string;
  readonly amount: number;
  isPublished: boolean;
  backed: number;
  unpaid: number;
  funded: number;
  repaid: number;
  forgiven: number;
  isWrittenOff: boolean;
  weights: { backer: string; backedCents: ReturnType<typeof cents> }[];
  events: SharingEvent<string>[];
};
type Movement = readonly [from: string, to: string, amount: number];

const PAY_BY = '2026-11-29' as CalendarDate;

/** The books of one institution, kept by the rules alone: the accounts and counters that the vectors name. */
export class MoneyBook {
  readonly balances = new Map<string, number>();
  readonly loans = new Map<string, Loan>();
  collection: Collection;
  private backings: Backing[] = [];

  constructor(collection: Collection = 'expected') {
    this.collection = collection;
  }

  /** The accounts that hold something, and the figures of each proposal. */
  get state() {
    return {
      balances: Object.fromEntries([...this.balances].filter(([, amount]) => amount !== 0)),
      proposals: Object.fromEntries([...this.loans].map(([id, loan]) => [id, this.figures(loan)])),
    };
  }

  balance(account: string): number {
    return this.balances.get(account) ?? 0;
  }
  wallet(user: string): string {
    return this.collection === 'expected' ? `wallet:${user}:m` : `wallet:${user}`;
  }
  /** The sum that a person owes. */
  due(user: string): number {
    return this.of(user).reduce((sum, { unpaidCents }) => sum + unpaidCents, 0);
  }

  publish(id: string, owner: string, amount: number): void {
    const money = { backed: 0, unpaid: 0, funded: 0, repaid: 0, forgiven: 0, isWrittenOff: false };
    this.loans.set(id, { owner, amount, isPublished: true, ...money, weights: [], events: [] });
  }

  back(id: string, user: string, amount: number, { payBy = PAY_BY, useCredit = true } = {}): void {
    const credit = useCredit ? this.balance(this.wallet(user)) : 0;
    const { fromCreditCents, fromOutsideCents } = splitInvestment(cents(amount), cents(credit));
    const isAwaited = this.collection === 'expected';
    const unpaidCents = isAwaited ? fromOutsideCents : cents(0);
    this.add(id, user, amount, { fromCreditCents, unpaidCents, payBy });
    const loan = this.loan(id);
    loan.backed += amount;
    loan.unpaid += unpaidCents;
    this.post(
      [this.wallet(user), `escrow:${id}`, fromCreditCents],
      [isAwaited ? `awaited:${id}` : `world:${user}`, `escrow:${id}`, fromOutsideCents],
      [`owed:${id}`, `claim:${id}:${user}`, amount],
    );
  }

  receive(user: string, amount: number): void {
    this.post([`world:${user}`, this.wallet(user), amount]);
    const { parts } = settle(this.of(user), cents(Math.min(amount, Math.max(0, this.balance(this.wallet(user))))));
    this.settleAll(parts);
  }
  payWithCredit(user: string): void {
    this.settleAll(settle(this.of(user), cents(this.balance(this.wallet(user)))).parts);
  }
  private settleAll(parts: readonly Part<Backing>[]): void {
    for (const { of: backing, amountCents } of parts) this.setUnpaid(backing, 0 - amountCents);
  }

  lapse(id: string, user: string): void {
    for (const backing of this.of(user).filter(({ proposalId }) => String(proposalId) === id)) {
      const amount = backing.unpaidCents;
      this.end(backing, amount);
      this.loan(id).backed -= amount;
      this.post([`escrow:${id}`, `awaited:${id}`, amount], [`claim:${id}:${user}`, `owed:${id}`, amount]);
    }
  }

  /** False where money is awaited and nobody advances it (R20.5). */
  release(id: string, isAdvanced = false): boolean {
    const loan = this.loan(id);
    if (loan.unpaid > 0 && !isAdvanced) return false;
    for (const backing of this.backings.filter((one) => String(one.proposalId) === id && one.unpaidCents > 0)) {
      const amount = backing.unpaidCents;
      this.end(backing, amount);
      this.add(id, 'house', amount);
      this.post(['world:house', `awaited:${id}`, amount], [`claim:${id}:${backing.user}`, `claim:${id}:house`, amount]);
    }
    loan.funded = loan.backed;
    const sums = new Map<string, number>();
    for (const { proposalId, user, amountCents } of this.backings) {
      if (String(proposalId) === id && amountCents > 0) sums.set(user, (sums.get(user) ?? 0) + amountCents);
    }
    loan.weights = [...sums].map(([backer, sum]) => ({ backer, backedCents: cents(sum) }));
    return true;
  }
  send(id: string): void {
    const { owner, funded } = this.loan(id);
    this.post([`escrow:${id}`, `world:${owner}`, funded]);
  }

  /** Unpaid parts end; money that came, or was credit, is credit (R20.9), and at trust goes back where it came from (R5.3). */
  close(id: string): void {
    for (const { user, amountCents, unpaidCents, fromCreditCents } of this.backings.filter(
      (one) => String(one.proposalId) === id,
    )) {
      const isAwaited = this.collection === 'expected';
      this.post(
        [`escrow:${id}`, `awaited:${id}`, unpaidCents],
        [`escrow:${id}`, this.wallet(user), isAwaited ? amountCents - unpaidCents : fromCreditCents],
        [`escrow:${id}`, `world:${user}`, isAwaited ? 0 : amountCents - fromCreditCents],
        [`claim:${id}:${user}`, `owed:${id}`, amountCents],
      );
    }
    this.backings = this.backings.filter((one) => String(one.proposalId) !== id);
    Object.assign(this.loan(id), { backed: 0, unpaid: 0, isPublished: false });
  }

  pay(id: string, amount: number): void {
    const loan = this.loan(id);
    const before = shareHistory(loan.weights, loan.events);
    loan.events.push({ paidCents: cents(amount) });
    loan.repaid += amount;
    this.post([`world:${loan.owner}`, `rounding:${id}`, amount]);
    for (const share of sharesBetween(before, shareHistory(loan.weights, loan.events))) {
      this.post(
        [`rounding:${id}`, this.wallet(share.backer), share.amountCents],
        [this.claim(id, share.backer), `owed:${id}`, share.amountCents],
      );
    }
  }

  reverse(id: string, amount: number): void {
    const loan = this.loan(id);
    const before = shareHistory(loan.weights, loan.events);
    const index = loan.events.findLastIndex((event) => 'paidCents' in event && event.paidCents === amount);
    loan.events.splice(index, 1);
    loan.repaid -= amount;
    this.post([`rounding:${id}`, `world:${loan.owner}`, amount]);
    for (const share of sharesBetween(shareHistory(loan.weights, loan.events), before)) {
      this.post(
        [this.wallet(share.backer), `rounding:${id}`, share.amountCents],
        [`owed:${id}`, this.claim(id, share.backer), share.amountCents],
      );
    }
  }

  give(user: string, amount: number): void {
    const creditCents = cents(this.balance(this.wallet(user)));
    if (giftRefusal(cents(amount), { creditCents, unsureCents: cents(0) }) !== null) return;
    this.post([this.wallet(user), this.wallet('fund'), amount]);
  }
  lendGift(id: string, amount: number): void {
    if (amount <= lendableGiftCents(cents(this.balance(this.wallet('fund'))), [], null)) this.back(id, 'fund', amount);
  }
  relend(user: string, perLoan: number): void {
    const rule = { perLoanCents: cents(perLoan), keepCents: cents(0) };
    for (const [id, { owner, amount, backed }] of this.loans) {
      const own = this.of(user).some(({ proposalId }) => String(proposalId) === id);
      const creditCents = cents(this.balance(this.wallet(user)));
      const part = own || owner === user ? 0 : relendAmountCents(rule, creditCents, cents(amount - backed));
      if (part > 0) this.back(id, user, part);
    }
  }
  draw(amount: number): void {
    const creditCents = cents(this.balance(this.wallet('house')));
    const drawn = { drawnBySelfCents: cents(0), drawnByOthersCents: cents(0) };
    const nothing = { ownHomeCents: cents(0), ...drawn, isAlone: false };
    if (drawRefusal(cents(amount), { creditCents, ...nothing }) === null)
      this.post([this.wallet('house'), 'world:house', amount]);
  }

  bounce(user: string, amount: number): void {
    const backings = this.of(user).filter(({ proposalId }) => this.loan(String(proposalId)).funded === 0);
    const loans = [...this.loans]
      .filter(([, { funded }]) => funded > 0)
      .map(([id]) => ({
        proposalId: Number(id) as ProposalId,
        claimCents: cents(this.balance(`claim:${id}:${user}`)),
      }));
    const creditCents = cents(this.balance(this.wallet(user)));
    const { reopened, takenOver } = decideBounce({ amountCents: cents(amount), creditCents, backings, loans });
    for (const { of: backing, amountCents } of reopened) this.setUnpaid(backing, amountCents);
    for (const { of: loan, amountCents } of takenOver) this.takeOver(String(loan.proposalId), user, amountCents);
    this.post([this.wallet(user), `world:${user}`, amount]);
  }
  private takeOver(id: string, from: string, amount: number): void {
    this.post(['world:house', this.wallet(from), amount], [`claim:${id}:${from}`, `claim:${id}:house`, amount]);
    this.share(id, { takenOver: { from, to: 'house', amountCents: cents(amount) } });
  }
  /** The cents that an event other than a payment sets free. */
  protected share(id: string, event: SharingEvent<string>): void {
    const { weights, events } = this.loan(id);
    const before = shareHistory(weights, events);
    events.push(event);
    for (const share of sharesBetween(before, shareHistory(weights, events))) {
      this.post(
        [`rounding:${id}`, this.wallet(share.backer), share.amountCents],
        [`claim:${id}:${share.backer}`, `owed:${id}`, share.amountCents],
      );
    }
  }

  post(...movements: readonly Movement[]): void {
    for (const [from, to, amount] of movements) {
      this.balances.set(from, this.balance(from) - amount);
      this.balances.set(to, this.balance(to) + amount);
    }
  }

  private add(id: string, user: string, amount: number, money: Partial<Backing> = {}): void {
    const investmentId = (this.backings.length + 1) as InvestmentId;
    const own = { investmentId, proposalId: Number(id) as ProposalId, user, amountCents: cents(amount) };
    const nothing = { fromCreditCents: cents(0), unpaidCents: cents(0), payBy: null };
    this.backings.push({ ...nothing, ...money, ...own });
  }
  private setUnpaid(backing: Backing, change: number): void {
    const id = String(backing.proposalId);
    backing.unpaidCents = cents(backing.unpaidCents + change);
    this.loan(id).unpaid += change;
    this.post([`awaited:${id}`, this.wallet(backing.user), change]);
  }
  /** The unpaid part of a backing is the person's no more. */
  private end(backing: Backing, amount: number): void {
    backing.amountCents = cents(backing.amountCents - amount);
    backing.unpaidCents = cents(0);
    this.loan(String(backing.proposalId)).unpaid -= amount;
  }
  private of(user: string): Backing[] {
    return this.backings.filter((backing) => backing.user === user);
  }
  protected loan(id: string): Loan {
    return this.loans.get(id) as Loan;
  }
  private claim(id: string, user: string): string {
    return `${this.loan(id).isWrittenOff ? 'lost' : 'claim'}:${id}:${user}`;
  }
  private figures({ amount, isPublished, backed, unpaid, funded, repaid, forgiven, isWrittenOff }: Loan) {
    const sums = [amount, backed, funded, repaid, forgiven];
    const [amountCents, backedCents, fundedCents, repaidCents, forgivenCents] = sums.map(cents) as [
      ReturnType<typeof cents>,
      ReturnType<typeof cents>,
      ReturnType<typeof cents>,
      ReturnType<typeof cents>,
      ReturnType<typeof cents>,
    ];
    const status = statusFromFacts({ isPublished, amountCents, backedCents, fundedCents, repaidCents, forgivenCents });
    const ended = { ...(forgiven > 0 && { forgiven }), ...(isWrittenOff && { writtenOff: true }) };
    return { status: PROPOSAL_STATUS[status], backed, unpaid, funded, repaid, ...ended };
  }
}
