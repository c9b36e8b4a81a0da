import { parseDollars } from '@sathi/domain/money.ts';
import { cleanText } from '@sathi/domain/text.ts';
import { invalidField } from '../../refusal-error.ts';

/** Texts that a client repeats from what it shows; absent ones are fine. */
export type Repeated = Readonly<Record<string, string | number | undefined>>;
/** What they have to be, amounts in cents; what is not named here is not compared. */
export type Stored = Readonly<Record<string, string | number | boolean | object | null | undefined>>;

/** Amounts that a body names in dollars, and the cents they have to be. */
const CENTS_OF: Readonly<Record<string, string>> = { amount: 'amountCents', backingAmount: 'backingAmountCents' };

/**
 * Nothing a caller writes is mailed; what differs from the stored is refused, so that nobody believes it was (security T5).
 *
 * @throws RefusalError `invalid_request`, naming the first field that is `not_as_stored`
 */
export function refuseOtherTexts(repeated: Repeated, stored: Stored): void {
  for (const [path, value] of Object.entries(repeated)) {
    if (value === undefined) continue;
    const storedName = CENTS_OF[path] ?? path;
    const expected = stored[storedName];
    if (expected === undefined) continue;
    const isSame =
      path in CENTS_OF
        ? parseDollars(String(value).trim()) === expected
        : typeof expected === 'string' && cleanText(String(value)) === cleanText(expected);
    if (!isSame) throw invalidField(path, 'not_as_stored');
  }
}
