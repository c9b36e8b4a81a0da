import { type Sum, sumFirstLocal } from '../../lib/local-amount.ts';
import type { Text } from '../../lib/text.tsx';

/** The sum of a request for the money of a loan: local money first, and dollars alone by their name (R23.7). */
export function requestSum({ amount, local = null }: Sum, { t, format }: Pick<Text, 't' | 'format'>): string {
  return local === null ? t('money.usd', { amount: format.money(amount) }) : sumFirstLocal({ amount, local }, format);
}
