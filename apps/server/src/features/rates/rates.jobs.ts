import { addDays, calendarDateIn, daytimeIn } from '@sathi/domain/calendar-date.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { tell } from '../notifications/tell.ts';
import { findLastRate, findRateOf, listNeededCurrencies } from './rates.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/** The days before a rate is too old at which its office hears of it. */
const TOLD_BEFORE_DAYS = 7;

/** Staff hear, by day, of a rate that will soon be too old, and of one that is: then people cannot pay in its currency (R23.2). */
export function rateJobs(outside: Port): Partial<Jobs> {
  return { schedules: [{ name: 'old rates', everyMinutes: 60, work: () => tellOldRates(outside) }] };
}

/** Each rate is told of once a week before its end and once after it. */
export async function tellOldRates(outside: Port): Promise<void> {
  const { db, now, config } = outside;
  const at = now();
  const needed = await listNeededCurrencies(db);
  await doOneByOne(needed, async ({ mfiId, mfiName, timeZone, currency }) => {
    if (daytimeIn(timeZone, at) > at) return false;
    const today = calendarDateIn(timeZone, at);
    if ((await findRateOf(db, mfiId, currency, addDays(today, TOLD_BEFORE_DAYS))) !== undefined) return false;
    const what = (await findRateOf(db, mfiId, currency, today)) === undefined ? 'rate_missing' : 'rate_ends';
    const last = await findLastRate(db, mfiId, currency, today);
    const key = `${what}:${mfiId}:${currency}:${last?.validFrom}`;
    const url = `${publicOrigin(config)}/App/MFIAccounts/${encodeURIComponent(mfiName)}`;
    await tell(outside, 'account_changed', { key, mfiId, mfiName, url, facts: { what, currency } });
    return true;
  });
}
