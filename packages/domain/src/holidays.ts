import type { CalendarDate } from './calendar-date.ts';

/** A day on which an institution is closed: nobody is reminded then (R27.1). */
export type Holiday = { readonly day: CalendarDate; readonly name: string };

export const HOLIDAYS_MAX = 100;
export const HOLIDAY_NAME_LENGTH_MAX = 60;

/** The holidays in the order of the calendar; of a day that is named twice the first stays. */
export function inOrder(holidays: readonly Holiday[]): Holiday[] {
  const byDay = new Map<CalendarDate, Holiday>();
  for (const holiday of holidays) if (!byDay.has(holiday.day)) byDay.set(holiday.day, holiday);
  return [...byDay.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}
