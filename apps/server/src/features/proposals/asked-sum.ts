import { worthCents } from '@sathi/domain/asked-local.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { Currency, LocalCurrency, Minor } from '@sathi/domain/local-money.ts';
import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN, type Cents } from '@sathi/domain/money.ts';
import type { Change } from '../../http/call.ts';
import { given, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { findRateOf } from '../rates/rates.repository.ts';
import type { NewProposal } from './proposals.repository.ts';

type Asked = {
  readonly amount?: Cents | undefined;
  readonly localAmount?: { readonly amount: Minor; readonly currency: Currency } | undefined;
};
export type AskedSum = Pick<NewProposal, 'amountCents' | 'askedMinor' | 'askedCurrency'>;

/**
 * The sum of a proposal: dollars, or local money at the rate of today, of which the dollars follow (R23.3).
 *
 * @throws RefusalError `local_money_off`, `wrong_currency`, `rate_too_old`; `invalid_request` for too little or too much
 */
export async function askedSum(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  mfiId: MfiId,
  { amount, localAmount }: Asked,
): Promise<AskedSum> {
  if (localAmount === undefined) return { amountCents: given('amount', amount), askedMinor: null, askedCurrency: null };
  const settings = await findMoneySettings(tx, mfiId);
  const mfi = await findMfiSettings(tx, mfiId);
  if (settings === undefined || mfi === undefined) throw invalidField('mfiId', 'unknown_mfi');
  if (!settings.localMoney) throw new RefusalError('local_money_off');
  if (localAmount.currency !== settings.localCurrency) throw new RefusalError('wrong_currency');
  const askedCurrency: LocalCurrency = settings.localCurrency;
  const rate = await findRateOf(tx, mfiId, askedCurrency, calendarDateIn(mfi.timeZone, now));
  if (rate === undefined) throw new RefusalError('rate_too_old');
  const amountCents = worthCents(localAmount.amount, rate.rateMillionths);
  if (amountCents < AMOUNT_CENTS_MIN) throw invalidField('localAmount', 'amount_below_one');
  if (amountCents > AMOUNT_CENTS_MAX) throw invalidField('localAmount', 'amount_too_large');
  return { amountCents, askedMinor: localAmount.amount, askedCurrency };
}

/** The asked sum as the calls answer it; the local sum is null where dollars were asked. */
export function askedAnswer({ amountCents, askedMinor, askedCurrency }: AskedSum) {
  const isLocal = askedMinor !== null && askedCurrency !== null;
  return { amount: amountCents, localAmount: isLocal ? { amount: askedMinor, currency: askedCurrency } : null };
}
