/** A day without a time, as `YYYY-MM-DD`. Plain text compares in calendar order. */
export type CalendarDate = `${number}-${number}-${number}`;

const DAY_MS = 86_400_000;

/** Reads `YYYY-MM-DD`, `YYYY/MM/DD` and `DD/MM/YYYY`. Null when it is none of them or no such day exists. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const yearFirst = /^(\d{4})([-/])(\d{2})\2(\d{2})$/.exec(text);
  const dayFirst = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (yearFirst) return dayOf(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]));
  if (dayFirst) return dayOf(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]));
  return null;
}

function dayOf(year: number, month: number, day: number): CalendarDate | null {
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return format(year, month, day);
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function format(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as CalendarDate;
}

/** The same day of the month `months` later, clamped to the last day: 31 January plus 1 is 28 or 29 February (R8.2). */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const index = year * 12 + (month - 1) + months;
  const newYear = Math.floor(index / 12);
  const newMonth = (index % 12) + 1;
  return format(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)));
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10) as CalendarDate;
}

/** Making a format costs far more than using it, and a list asks for the same few zones at every row. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day it is in `timeZone` (an IANA name) at `instant`. */
export function calendarDateIn(timeZone: string, instant: Date): CalendarDate {
  let format = dayFormats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timeZone, format);
  }
  return format.format(instant) as CalendarDate;
}

/** The last millisecond of `date` in `timeZone`. */
export function endOfDayIn(timeZone: string, date: CalendarDate): Date {
  const nextMidnightUtc = Date.parse(addDays(date, 1));
  const guess = nextMidnightUtc - offsetMs(timeZone, new Date(nextMidnightUtc));
  // Clocks may turn between the guess and the true midnight, or at midnight itself, where the day lasts until the later of both.
  const offset = Math.min(offsetMs(timeZone, new Date(guess)), offsetMs(timeZone, new Date(guess - 1)));
  return new Date(nextMidnightUtc - offset - 1);
}

function offsetMs(timeZone: string, instant: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  const asUtc = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return asUtc - Math.floor(instant.getTime() / 1000) * 1000;
}
