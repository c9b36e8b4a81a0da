import { parseDollars } from '@sathi/domain/money.ts';
import { cleanText } from '@sathi/domain/text.ts';
import { invalidField } from '../../errors/refusal-error.ts';

/** Texts that a client repeats from its screen; absent ones are fine. */
export type Repeated = Readonly<Record<string, string | number | undefined>>;
/** The values they have to equal, amounts in cents; a field that is absent here is not compared. */
export type Stored = Readonly<Record<string, string | number | boolean | object | null | undefined>>;

/** Amounts that a body names in dollars, and the cents they have to be. */
const CENTS_OF: Readonly<Record<string, string>> = { amount: 'amountCents', backingAmount: 'backingAmountCents' };

/**
 * A caller's copy of a text is never mailed; one that differs from the stored text is refused, so that its writer does
 * not believe it was (security T5).
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
