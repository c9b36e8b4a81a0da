import type { CalendarDate } from './calendar-date.ts';
import type { OwnLimit } from './loan-limits.ts';
import type { Currency, Minor } from './local-money.ts';
import { cents, type Cents } from './money.ts';
import { isRateTooOld, type Rate, type RateMillionths } from './rates.ts';

const MILLION = 1_000_000n;

/** The money of an institution, null where it lends and takes dollars, and the unit that it rounds sums in it up to (R23.1). */
export type LocalUnit = { readonly localCurrency: Currency | null; readonly localUnitMinor: Minor };

/** The unit of a currency: the institution's in its own money, and the smallest coin in any other (R7.2, R23.1). */
export function unitOf(currency: Currency, { localCurrency, localUnitMinor }: LocalUnit): Minor {
  return currency === localCurrency ? localUnitMinor : (1 as Minor);
}

/** A sum in local money, rounded up to the unit of its currency (R20.7, R23.4). In `bigint`, as the product is large. */
export function askedLocal(amountCents: Cents, rate: RateMillionths, unit: Minor): Minor {
  const step = MILLION * BigInt(unit);
  const units = (BigInt(amountCents) * BigInt(rate) + step - 1n) / step;
  return Number(units * BigInt(unit)) as Minor;
}

/** The worth of local money at a rate, rounded down to the cent. */
export function worthCents(local: Minor, rate: RateMillionths): Cents {
  return cents(Number((BigInt(local) * MILLION) / BigInt(rate)));
}

/** The least and the most local money whose worth at a rate is within a person's limits; null where there is no bound. */
export function localLimits({ minimumCents, maximumCents }: OwnLimit, rate: RateMillionths) {
  return {
    minimum: minimumCents === null ? null : askedLocal(minimumCents, rate, 1 as Minor),
    maximum: maximumCents === null ? null : (Number((BigInt(maximumCents) * BigInt(rate)) / MILLION) as Minor),
  };
}

/**
 * The worth of local money that came for an order (R20.7): what the order asked on any day since its oldest unpaid backing, or
 * its first backings in order asked, pays exactly those; anything else is worth the rate of its value day. Null where that is
 * needed and not known.
 */
export function receivedCents(input: {
  readonly local: Minor;
  /** The unpaid part of each backing, in the order in which money pays them. */
  readonly unpaidCents: readonly Cents[];
  /** The rates in force on the days from the oldest unpaid backing to the value day. */
  readonly rates: readonly RateMillionths[];
  readonly valueRate: RateMillionths | null;
  readonly unit: Minor;
}): Cents | null {
  const { local, valueRate } = input;
  return exactlyAsked(input) ?? (valueRate === null ? null : worthCents(local, valueRate));
}

/** The first backings in order of which exactly this much was asked at one of these rates, the most of them; null for none. */
export function exactlyAsked({
  local,
  unpaidCents,
  rates,
  unit,
}: {
  readonly local: Minor;
  readonly unpaidCents: readonly Cents[];
  readonly rates: readonly RateMillionths[];
  readonly unit: Minor;
}): Cents | null {
  let sum = 0;
  const sums = unpaidCents.map((unpaid) => cents((sum += unpaid))).reverse();
  return sums.find((firsts) => firsts > 0 && rates.some((rate) => askedLocal(firsts, rate, unit) === local)) ?? null;
}

/** A sum that was asked on one of so many days before a repayment still pays exactly that (R23.9). */
export const ASKED_DAYS = 7;

/**
 * The worth of local money that repays a loan without a rate of its own (R23.9): a sum that was asked, at one of the rates in
 * force lately, pays exactly what it was asked for; anything else is worth the rate of its value day. Null where that is needed
 * and not known.
 */
export function repaidCents(input: {
  readonly local: Minor;
  /** The sums that may have been asked for: the whole rest, and the next instalment. */
  readonly askedCents: readonly Cents[];
  /** The rates in force on the {@link ASKED_DAYS} days before the value day and on it. */
  readonly rates: readonly RateMillionths[];
  readonly valueRate: RateMillionths | null;
  readonly unit: Minor;
}): Cents | null {
  const { local, askedCents, rates, valueRate, unit } = input;
  const asked = askedCents.find((sum) => sum > 0 && rates.some((rate) => askedLocal(sum, rate, unit) === local));
  return asked ?? (valueRate === null ? null : worthCents(local, valueRate));
}

/** The rates in force on any day of a span, oldest first; `rates` are all of the currency. */
export function ratesBetween(rates: readonly Rate[], from: CalendarDate, to: CalendarDate): RateMillionths[] {
  const known = rates
    .filter(({ validFrom }) => validFrom <= to)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const before = known.findLastIndex(({ validFrom }) => validFrom <= from);
  const inForce = known.slice(Math.max(0, before)).filter((rate) => !isRateTooOld(rate, from));
  return inForce.map(({ rateMillionths }) => rateMillionths);
}
