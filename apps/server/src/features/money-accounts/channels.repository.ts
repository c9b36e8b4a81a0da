import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { Currency } from '@sathi/domain/local-money.ts';
import type { RateMillionths } from '@sathi/domain/rates.ts';
import type { Db } from '../../db/db.ts';
import { findRateOf } from '../rates/rates.repository.ts';
import { listMoneyAccounts, type MoneyAccountRow } from './money-accounts.repository.ts';

/** An account by which people pay; `rate` is null for one in dollars. */
export type Channel = { readonly account: MoneyAccountRow; readonly rate: RateMillionths | null };

/** The ways to pay on a day. Where the rate of a currency is too old, its accounts are none (R23.2), but for `own`. */
export async function listChannels(db: Db, mfiId: MfiId, day: CalendarDate, own?: Currency): Promise<Channel[]> {
  const accounts = (await listMoneyAccounts(db, mfiId)).filter((row) => row.approvedAt !== null && row.forPayIn);
  const rates = new Map<Currency, RateMillionths | null>();
  for (const currency of new Set(accounts.map((account) => account.currency))) {
    rates.set(currency, await findRateOn(db, mfiId, currency, day));
  }
  return accounts.flatMap((account) => {
    const rate = rates.get(account.currency) ?? null;
    return rate === null && account.currency !== 'USD' && account.currency !== own ? [] : [{ account, rate }];
  });
}

/** Null for dollars, and where no rate of the day is known (R23.2). */
export async function findRateOn(
  db: Db,
  mfiId: MfiId,
  currency: Currency,
  day: CalendarDate,
): Promise<RateMillionths | null> {
  if (currency === 'USD') return null;
  return (await findRateOf(db, mfiId, currency, day))?.rateMillionths ?? null;
}
