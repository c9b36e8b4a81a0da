import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { Format } from './format.ts';
import { useMfi } from './use-mfi.ts';

/** Writes the day of a deadline, which is the MFI's and not the reader's (R5.1); UTC until the MFI is known. */
export function useDeadlineDay(mfiName: string, { date }: Format): (instant: string) => string {
  const timeZone = useMfi(mfiName).data?.timeZone ?? 'UTC';
  return (instant) => date(calendarDateIn(timeZone, new Date(instant)));
}
