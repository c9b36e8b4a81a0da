import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { RateMillionths } from '@sathi/domain/rates.ts';
import type { Db } from '../../db/db.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { findRateOf } from '../rates/rates.repository.ts';

/** The rate of a day at which an account pays dollars; null for one in dollars. @throws RefusalError `rate_too_old` */
export async function rateOf(
  db: Db,
  mfiId: MfiId,
  { currency }: Pick<MoneyAccountRow, 'currency'>,
  day: CalendarDate,
): Promise<RateMillionths | null> {
  if (currency === 'USD') return null;
  const rate = await findRateOf(db, mfiId, currency, day);
  if (rate === undefined) throw new RefusalError('rate_too_old');
  return rate.rateMillionths;
}
