import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';

/** The day it is where an institution counts its days. */
export function todayIn(timeZone: string): CalendarDate {
  return calendarDateIn(timeZone, new Date());
}

/** By the clock of the device, where a person says when; the server counts by the calendar of the institution. */
export function todayHere(): CalendarDate {
  return todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone);
}
