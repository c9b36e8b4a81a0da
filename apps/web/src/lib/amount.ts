import { type Cents, parseDollars } from '@sathi/domain/money.ts';
import { trimmedDecimal } from './digits.ts';

/** What a person typed as US dollars, in whichever digits; null when it is no amount. */
export function readAmount(typed: string): Cents | null {
  return parseDollars(trimmedDecimal(typed));
}
