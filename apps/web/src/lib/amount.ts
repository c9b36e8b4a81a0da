import { toLatinDigits } from '@sathi/domain/digits.ts';
import { type Cents, parseDollars } from '@sathi/domain/money.ts';

/** A comma that parts no thousands: "8,33", or "-8,33" of a balance. The keypad of some phones has no point. */
const DECIMAL_COMMA = /^-?(0+,\d+|\d+,(\d{1,2}|\d{4,}))$/;

/** An amount as people type it ("$ ১,২০০.৫০") as digits and a point. Letters stay, so that a check can refuse them. */
export function trimmedDecimal(text: string): string {
  const typed = toLatinDigits(text).replace(/[\s\u066c$\p{Cf}]/gu, '');
  return typed.replaceAll(',', DECIMAL_COMMA.test(typed) ? '.' : '');
}

/** US dollars as a person typed them, in any digits; null when it is no amount. */
export function readAmount(typed: string): Cents | null {
  return parseDollars(trimmedDecimal(typed));
}
