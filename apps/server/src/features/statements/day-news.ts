import { daysToLookAt, withGaps } from '@sathi/domain/account-days.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Outside } from '../../outside/outside.ts';
import { tell } from '../notifications/tell.ts';
import { listAccountsByDay, listDays } from './account-days.repository.ts';

/** Staff hear once of each day of an account that stays open, or that does not follow the one before (R21.10). */
export async function tellOfDays(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config'>): Promise<void> {
  const { db, now, config } = outside;
  const accounts = await listAccountsByDay(db, now());
  await doOneByOne(accounts, async ({ accountId, mfiId, mfiName, label, timeZone }) => {
    const today = calendarDateIn(timeZone, now());
    const days = withGaps(await listDays(db, accountId, today));
    const url = `${publicOrigin(config)}/App/MFIMoney/${encodeURIComponent(mfiName)}`;
    for (const { day, why } of daysToLookAt(days, today)) {
      const key = `day_differs:${accountId}:${day}:${why}`;
      await tell(outside, 'day_differs', { key, mfiId, mfiName, url, facts: { label, why } });
    }
    return true;
  });
}
