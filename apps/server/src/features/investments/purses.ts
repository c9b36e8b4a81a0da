import { calendarDateIn, type CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { splitInvestment } from '@sathi/domain/investments.ts';
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { awaitingRefusal, payByOf } from '@sathi/domain/pay-ins.ts';
import type { Tx } from '../../db/db.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { closedOf } from '../../http/viewer.ts';
import { lockCredits } from '../../ledger/ledger.ts';
import { deleteOrders, openOrders, type OrderRow } from '../pay-ins/orders.repository.ts';
import { creditHolder, type ProposalRow } from '../proposals/proposals.repository.ts';

/** The part of a backing that its investor's credit pays, and the rest: from outside, or awaited until a day (R20.1). */
export type Spent = {
  readonly fromCreditCents: Cents;
  readonly toPayCents: Cents;
  /** Undefined where nothing is awaited. */
  readonly order: Pick<OrderRow, 'reference' | 'unpaidCents' | 'payBy'> | undefined;
};

/** The credit and the orders of the investors of one batch, locked; each backing takes from what the ones before it left. */
export class Purses {
  /** The institution that awaits their money; undefined at trust. */
  readonly mfiId: MfiId | undefined;
  /** The last day of a backing of now. */
  readonly payBy: CalendarDate;
  readonly #today: CalendarDate;
  readonly #unpaidLimitCents: Cents;
  readonly #credits: Map<UserId, Cents>;
  readonly #orders: Map<UserId, OrderRow>;
  readonly #closed: ReadonlySet<UserId>;

  private constructor(
    proposal: ProposalRow,
    locked: {
      readonly credits: Map<UserId, Cents>;
      readonly orders: Map<UserId, OrderRow>;
      readonly closed: ReadonlySet<UserId>;
    },
    now: Date,
  ) {
    this.mfiId = creditHolder(proposal);
    this.#today = calendarDateIn(proposal.mfi.timeZone, now);
    this.payBy = payByOf(this.#today, proposal.mfi.payDays);
    this.#unpaidLimitCents = proposal.mfi.unpaidLimitCents;
    this.#credits = locked.credits;
    this.#orders = locked.orders;
    this.#closed = locked.closed;
  }

  static async open(tx: Tx, proposal: ProposalRow, investors: readonly UserId[], now: Date): Promise<Purses> {
    const mfiId = creditHolder(proposal);
    // The fund of gifts is no person who could close it: its row was made closed, so that it never signs in.
    const people = investors.filter((id) => id !== proposal.mfi.fundId);
    if (mfiId === undefined) {
      const [closed, credits] = await Promise.all([closedOf(tx, people), lockCredits(tx, investors, mfiId)]);
      return new Purses(proposal, { credits, orders: new Map(), closed }, now);
    }
    const [closed, orders] = await Promise.all([closedOf(tx, people), openOrders(tx, mfiId, investors, now)]);
    return new Purses(proposal, { credits: await lockCredits(tx, investors, mfiId), orders, closed }, now);
  }

  /**
   * A refusal of a person who closed their account while the backing waited (R33.5), when more would be awaited than may be
   * (R20.10), and where credit alone pays, when it is not enough beside the part that is kept.
   */
  spend(
    investorId: UserId,
    amountCents: Cents,
    { useCredit, keepCents }: { readonly useCredit: boolean; readonly keepCents: Cents | undefined },
  ): Spent | RefusalError {
    if (this.#closed.has(investorId)) return new RefusalError('session_ended');
    const credit = this.#credits.get(investorId) ?? ZERO_CENTS;
    if (keepCents !== undefined && addCents(amountCents, keepCents) > credit)
      return new RefusalError('amount_above_credit');
    const split = splitInvestment(amountCents, useCredit ? credit : ZERO_CENTS);
    const spent = { fromCreditCents: split.fromCreditCents, toPayCents: split.fromOutsideCents };
    const order = this.#orders.get(investorId);
    if (order !== undefined) {
      const limits = { unpaidLimitCents: this.#unpaidLimitCents, today: this.#today };
      const refusal = awaitingRefusal(spent.toPayCents, order, limits);
      if (refusal !== null) return new RefusalError(refusal);
    }
    this.#credits.set(investorId, subtractCents(credit, spent.fromCreditCents));
    if (order === undefined || spent.toPayCents === 0) {
      if (order !== undefined) this.#orders.set(investorId, { ...order, isNew: false });
      return { ...spent, order: undefined };
    }
    const payBy = order.payBy !== null && order.payBy < this.payBy ? order.payBy : this.payBy;
    const unpaidCents = addCents(order.unpaidCents, spent.toPayCents);
    this.#orders.set(investorId, { ...order, unpaidCents, payBy, isNew: false });
    return { ...spent, order: { reference: order.reference, unpaidCents, payBy } };
  }

  /** Takes back the orders of people whose backings were all refused. */
  async close(tx: Tx): Promise<void> {
    if (this.mfiId === undefined) return;
    const unused = [...this.#orders.values()].filter(({ isNew }) => isNew).map(({ userId }) => userId);
    await deleteOrders(tx, this.mfiId, unused);
  }
}
