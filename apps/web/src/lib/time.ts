import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { DAY_MS } from '@sathi/domain/durations.ts';
import { type Format, isReadable, UNKNOWN } from './format.ts';
import { useMfi } from './use-mfi.ts';

/** Whole days until `instant`: 0 on its last day, negative once it is over. */
export function daysUntil(instant: string, now: number = Date.now()): number {
  return Math.floor((Date.parse(instant) - now) / DAY_MS);
}

/** Today in a time zone, such as the one in which an institution counts its days. */
export function todayIn(timeZone: string): CalendarDate {
  return calendarDateIn(timeZone, new Date());
}

/**
 * Today by the clock of the device, for days that a person enters; the server counts by the calendar of the
 * institution.
 */
export function todayHere(): CalendarDate {
  return todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The zone in which an MFI counts its days. UTC until the MFI is known, on the server and in the browser alike. */
export function useMfiTimeZone(mfiName?: string): string {
  return useMfi(mfiName).data?.timeZone ?? 'UTC';
}

/** The months until the first instalment is due; 1 until the MFI is known. */
export function useFirstDueAfterMonths(mfiName?: string): number {
  return useMfi(mfiName).data?.firstDueAfterMonths ?? 1;
}

/** The money in which an MFI lends; undefined for dollars, and until it is known (R23.3). */
export function useLocalCurrency(mfiName?: string) {
  const { data } = useMfi(mfiName);
  return (data?.localMoney && data.localCurrency) || undefined;
}

/** "May 2027" */
export function monthAndYear(day: string, format: Format): string {
  if (!isReadable(day)) return UNKNOWN;
  const parts = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(format.tag, parts).format(new Date(day));
}
