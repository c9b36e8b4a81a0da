import type { Text } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { METHODS } from './withdrawal-details.ts';

export type PayoutAccount = DataOf<'listPayoutAccounts'>[number];

/** An account in a few words: its bank or way, and the end of its number. */
export function accountWords({ method, bankName, last4 }: PayoutAccount, { t, format }: Pick<Text, 't' | 'format'>) {
  return format.joined([bankName ?? t(METHODS[method].words.name), format.isolate(`••••${last4}`)]);
}
