import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { Holiday } from '@sathi/domain/holidays.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { Db, Tx } from '../../db/db.ts';

/** The holidays of an institution in the order of the calendar. */
export async function listHolidays(db: Db, mfiId: MfiId): Promise<Holiday[]> {
  const rows = await db
    .selectFrom('holidays')
    .select(['day', 'name'])
    .where('mfiId', '=', mfiId)
    .orderBy('day')
    .execute();
  return rows as Holiday[];
}

export async function isHoliday(db: Db, mfiId: MfiId, day: CalendarDate): Promise<boolean> {
  const row = await db
    .selectFrom('holidays')
    .select('day')
    .where('mfiId', '=', mfiId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces all holidays of an institution by these. */
export async function replaceHolidays(tx: Tx, mfiId: MfiId, holidays: readonly Holiday[]): Promise<void> {
  // The lock lets two who save at once come one after the other.
  await tx.selectFrom('mfis').select('id').where('id', '=', mfiId).forNoKeyUpdate().execute();
  await tx.deleteFrom('holidays').where('mfiId', '=', mfiId).execute();
  if (holidays.length === 0) return;
  await tx
    .insertInto('holidays')
    .values(holidays.map((holiday) => ({ mfiId, ...holiday })))
    .execute();
}
