/**
 * Money is whole US cents in a branded integer (R7.1). Dollars exist only on the wire and on the screen.
 *
 * Every amount is at most {@link AMOUNT_CENTS_MAX}, so a sum of 900,000 of the largest is still an exact integer.
 */
export type Cents = number & { readonly __unit: 'cents' };

export const ZERO_CENTS = 0 as Cents;
/** The smallest loan and the smallest backing: one dollar (specification section 9). */
export const AMOUNT_CENTS_MIN = 1_00 as Cents;
export const AMOUNT_CENTS_MAX = 100_000_000_00 as Cents;

/** @throws RangeError when `value` is not a whole, exactly representable number. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`);
  return value as Cents;
}

export function addCents(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0));
}

export function subtractCents(from: Cents, amount: Cents): Cents {
  return cents(from - amount);
}

export function smallerCents(a: Cents, b: Cents): Cents {
  return a < b ? a : b;
}

/** Reads `12`, `12.5` or `12.50` in ASCII digits. Any other text, and any negative, is null. */
export function parseDollars(text: string): Cents | null {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const [, dollars, fraction = ''] = match;
  return cents(Number(dollars) * 100 + Number(fraction.padEnd(2, '0')));
}

/** The wire form: `dollarsOf(cents(1250))` is `12.5`. Exact, because the quotient of an integer by 100 prints as written. */
export function dollarsOf(amount: Cents): number {
  return amount / 100;
}

/** The inverse of {@link dollarsOf} for amounts that came from it. */
export function centsOfDollars(dollars: number): Cents {
  return cents(Math.round(dollars * 100));
}
