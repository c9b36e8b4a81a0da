import { toLatinDigits } from '@sathi/domain/digits.ts';

/** An amount as people type it ("$ ১,২০০.৫০") as digits and a point. Letters stay, so that a check can refuse them. */
export function trimmedDecimal(text: string): string {
  return toLatinDigits(text).replace(/[\s,\u066c$\p{Cf}]/gu, '');
}
