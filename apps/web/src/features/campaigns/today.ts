import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';

/** The day it is where an MFI counts its days. */
export function todayIn(timeZone: string): CalendarDate {
  return calendarDateIn(timeZone, new Date());
}
