import { askedLocal } from './asked-local.ts';
import type { CalendarDate } from './calendar-date.ts';
import type { LocalCurrency, Minor } from './local-money.ts';
import { type Cents, cents } from './money.ts';
import type { RateMillionths } from './rates.ts';

/** An instalment in both moneys, or what a changed plan begins with: what was approved by then (R23.8). */
export type LocalInstalment = { readonly cents: Cents; readonly local: Minor };
export type LocalPlan = readonly LocalInstalment[];
/** The sums of payments, approved and waiting, in both moneys. */
export type Counted = LocalInstalment;
/** The rate that a loan keeps for life, and the unit that its sums are rounded up to (R23.4). */
export type Terms = { readonly rate: RateMillionths; readonly unit: Minor };
/** The local money of a released loan: what is paid out, at which rate, from which day (R23.4). */
export type LoanLocal = {
  readonly currency: LocalCurrency;
  readonly payoutMinor: Minor;
  readonly rate: RateMillionths;
  readonly rateOn: CalendarDate;
};

/** Each instalment at the rate of the release, rounded up to the unit (R23.4). */
export function localPlan(plan: readonly Cents[], { rate, unit }: Terms): LocalInstalment[] {
  return plan.map((amount) => ({ cents: amount, local: askedLocal(amount, rate, unit) }));
}

export function plannedLocal(plan: LocalPlan): Minor {
  return plan.reduce((sum, { local }) => sum + local, 0) as Minor;
}

/**
 * The worth of local money in a plan, F of R23.5: whole instalments in order give their cents, the next one its part,
 * rounded down.
 */
export function worthInPlan(plan: LocalPlan, local: number): Cents {
  let rest = local;
  let worth = 0;
  for (const instalment of plan) {
    if (rest < instalment.local) {
      return cents(worth + Number((BigInt(rest) * BigInt(instalment.cents)) / BigInt(instalment.local)));
    }
    rest -= instalment.local;
    worth += instalment.cents;
  }
  return cents(worth);
}

/** The worth of a payment in local money, and how much of it is more than the plan asks for (R23.5). */
export function paidInPlan(
  plan: LocalPlan,
  counted: Counted,
  local: number,
): { readonly paidCents: Cents; readonly overMinor: Minor } {
  const over = Math.max(0, counted.local + local - plannedLocal(plan));
  const worth = worthInPlan(plan, counted.local + local - over) - counted.cents;
  return { paidCents: cents(Math.max(0, worth)), overMinor: Math.min(over, local) as Minor };
}

/** The least local money that dollars count for: with it the plan is worth as much more (R23.8). */
export function leastLocal(plan: LocalPlan, counted: Counted, amountCents: Cents): Minor {
  const wanted = counted.cents + amountCents;
  let least = 0;
  const planned = plannedLocal(plan);
  // While a cent is open, so is some local money to pay it with.
  const most = wanted < worthInPlan(plan, planned) ? planned - 1 : planned;
  let enough = Math.max(0, most - counted.local);
  while (least < enough) {
    const middle = Math.floor((least + enough) / 2);
    if (worthInPlan(plan, counted.local + middle) >= wanted) enough = middle;
    else least = middle + 1;
  }
  return least as Minor;
}

/** The first instalment that local money does not fill, and its open part; null when nothing is open. */
export function nextLocal(plan: LocalPlan, countedLocal: number): Minor | null {
  let rest = countedLocal;
  for (const { local } of plan) {
    if (rest < local) return (local - rest) as Minor;
    rest -= local;
  }
  return null;
}

/** The local money that has filled each instalment, in order. */
export function filledBy(plan: readonly Pick<LocalInstalment, 'local'>[], paidLocal: number): Minor[] {
  let rest = paidLocal;
  return plan.map(({ local }) => {
    const paid = Math.min(rest, local);
    rest -= paid;
    return paid as Minor;
  });
}
