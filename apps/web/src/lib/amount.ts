import { toLatinDigits } from '@sathi/domain/digits.ts';
import { type Cents, parseDollars } from '@sathi/domain/money.ts';

/** An amount as people type it ("$ ১,২০০.৫০") as digits and a point. Letters stay, so that a check can refuse them. */
export function trimmedDecimal(text: string): string {
  return toLatinDigits(text).replace(/[\s,\u066c$\p{Cf}]/gu, '');
}

/** US dollars as a person typed them, in any digits; null when it is no amount. */
export function readAmount(typed: string): Cents | null {
  return parseDollars(trimmedDecimal(typed));
}
