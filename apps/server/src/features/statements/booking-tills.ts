import type { TillId } from '@sathi/domain/ids.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { lockTill } from '../tills/tills.repository.ts';
import { type BookedPortion, type Booking, NO_EFFECTS, type Portion } from './booking.ts';
import { isSetAsideFor } from './line-parts.repository.ts';

/**
 * The cash of a received till has come to this account: the line is linked with it, and moves nothing but the balance of the till
 * (R21.7, R21.12).
 *
 * @throws RefusalError `not_found`; `wrong_status` for a till that nobody has received, of another sum, or with its line
 */
export async function bookOnTill(
  { tx, mfiId, account }: Booking,
  { amountMinor }: Portion,
  id: TillId,
): Promise<BookedPortion> {
  const till = found(await lockTill(tx, mfiId, id));
  const isSame = till.currency === account.currency && till.receivedMinor === amountMinor;
  const { accountId: otherAccountId } = till;
  const note = `${till.mfiName}-${till.number}`;
  if (!isSame || (await isSetAsideFor(tx, otherAccountId, note))) throw new RefusalError('wrong_status');
  const part = { amountMinor, setAs: 'between_accounts', otherAccountId, note, wasThere: true } as const;
  return { parts: [part], effects: NO_EFFECTS };
}
