import { askedLocal, worthCents } from './asked-local.ts';
import type { CalendarDate } from './calendar-date.ts';
import type { Minor } from './local-money.ts';
import type { LocalPlan } from './local-plan.ts';
import type { Cents } from './money.ts';
import type { RateMillionths } from './rates.ts';

/** A person whose standing reference may stand in a line, with all that is unpaid (R19.5). */
export type PersonNamed = {
  readonly kind: 'person';
  readonly reference: string;
  readonly unpaid: readonly UnpaidBacking[];
};
export type UnpaidBacking = {
  readonly proposalId: number;
  readonly investmentId: number;
  readonly backedOn: CalendarDate;
  readonly payBy: CalendarDate;
  readonly unpaidCents: Cents;
};

export type LoanNamed = {
  readonly kind: 'loan';
  readonly reference: string;
  readonly outstandingCents: Cents;
  readonly pending: readonly PendingPayment[];
  /** The next instalment. */
  readonly instalmentCents: Cents;
  /** Null for a loan without a rate of its own (R23.9). */
  readonly local: LocalLoan | null;
};
export type LocalLoan = {
  readonly currency: string;
  /** Whole minor units of `currency`, as all amounts here. */
  readonly left: number;
  readonly instalment: number;
  /** The plan in force from its first instalment on (R23.5). */
  readonly plan: LocalPlan;
};
/** A payment that somebody entered and nobody has decided. */
export type PendingPayment = {
  readonly id: number;
  readonly amount: number;
  readonly currency: string;
  readonly cents: Cents;
  /** The local money that it counts for in the plan of its loan (R23.8); its amount where nothing is said. */
  readonly counted?: number | null;
  readonly channel: string;
  /** The payer's own, such as the number of a transaction; empty without one. */
  readonly ownReference: string;
  readonly paidOn: CalendarDate;
};

/** Money on its way out, a withdrawal or a payout; its amount is in the currency of the account that pays it. */
export type PayoutNamed = {
  readonly kind: 'payout';
  readonly reference: string;
  readonly id: number;
  readonly accountId: number;
  readonly amount: number;
  readonly cents: Cents;
  /** `approved`: in a batch that was approved for this account; `asked`: in none. `other`: not to be sent or returned by a line as it is. */
  readonly state: 'approved' | 'asked' | 'sent' | 'failed' | 'other';
  /** A line says already that it was sent, or that it came back. */
  readonly hasLine: boolean;
};

export type Named = PersonNamed | LoanNamed | PayoutNamed;

/** Money that is in the books of this account, booked by hand or by an earlier line. */
export type BookedDocument = {
  readonly kind: 'receipt' | 'payment' | 'till';
  readonly id: number;
  readonly reference: string;
  readonly bankRef: string;
  readonly amount: number;
  readonly valueOn: CalendarDate;
  readonly hasLine: boolean;
};

/** The thing that a line is about, as a rule finds it or a person names it. */
export type MatchTarget =
  | { readonly kind: 'person' | 'loan'; readonly reference: string }
  | { readonly kind: 'payment'; readonly id: number; readonly loan: string }
  | { readonly kind: 'payout'; readonly id: number; readonly reference: string; readonly becomes: 'sent' | 'failed' }
  | { readonly kind: 'booked'; readonly document: BookedDocument }
  | { readonly kind: 'fee' };

/** The things that a line of one account may be about. */
export type Candidates = {
  readonly account: {
    readonly id: number;
    readonly kind: string;
    readonly currency: string;
    readonly feeWords: readonly string[];
  };
  readonly named: readonly Named[];
  readonly booked: readonly BookedDocument[];
  /** Accounts of payers that were confirmed before, each with the reference it paid. */
  readonly payers: readonly { readonly payerAccount: string; readonly reference: string }[];
  readonly rates: Rates;
};

export type Rates = {
  /** Millionths of the account's currency for one dollar; null where no rate of that day is known. */
  readonly on: (day: CalendarDate) => number | null;
  /** People are asked for whole multiples of it (R23.1). */
  readonly unit: number;
};

export function dueCentsOf({ unpaid }: PersonNamed): number {
  return unpaid.reduce((sum, { unpaidCents }) => sum + unpaidCents, 0);
}

/** Whether a suggestion to pay this makes sense. */
export function isOwing(named: Named): boolean {
  if (named.kind === 'person') return dueCentsOf(named) > 0;
  return named.kind === 'loan' && named.outstandingCents > 0;
}

/** Dollars as the account's currency asks for them: rounded up to the unit (R20.7); null without a rate. */
export function askedAmount(cents: number, day: CalendarDate, currency: string, rates: Rates): number | null {
  if (currency === 'USD') return cents;
  const rate = rates.on(day);
  if (rate === null) return null;
  return askedLocal(cents as Cents, rate as RateMillionths, rates.unit as Minor);
}

/** The worth of a sum in the account's currency in whole cents, rounded down; null without a rate. */
export function centsAtRate(amount: number, day: CalendarDate, currency: string, rates: Rates): number | null {
  if (currency === 'USD') return amount;
  const rate = rates.on(day);
  return rate === null ? null : worthCents(amount as Minor, rate as RateMillionths);
}
