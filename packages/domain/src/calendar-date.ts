import { DAY_MS, HOUR_MS } from './durations.ts';

/** A day without a time, as `YYYY-MM-DD`. Plain text compares in calendar order. */
export type CalendarDate = `${number}-${number}-${number}`;

/** A day out of these years is a slip of the fingers, and months added to it would need a fifth digit. */
export const YEAR_MIN = 1900;
export const YEAR_MAX = 2999;

/**
 * Reads `YYYY-MM-DD`, `YYYY/MM/DD` and `DD/MM/YYYY`. Null for any other text, for a day that does not exist, and for a
 * year outside of the bounds above.
 */
export function parseCalendarDate(text: string): CalendarDate | null {
  const yearFirst = /^(\d{4})([-/])(\d{2})\2(\d{2})$/.exec(text);
  const dayFirst = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (yearFirst) return dayOf(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]));
  if (dayFirst) return dayOf(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]));
  return null;
}

function dayOf(year: number, month: number, day: number): CalendarDate | null {
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return null;
  return format(year, month, day);
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeap ? 29 : 28;
}

/** The year has four digits. */
function format(year: number, month: number, day: number): CalendarDate {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}` as CalendarDate;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

/** The same day of the month `months` later, clamped to the last day: 31 January plus 1 is 28 or 29 February (R8.2). */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  const index = year * 12 + (month - 1) + months;
  const newYear = Math.floor(index / 12);
  const newMonth = (index % 12) + 1;
  return format(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)));
}

/** The hours in which news of money comes: from 8 in the morning to 8 in the evening. */
const DAYTIME_HOURS = [8, 20] as const;

/** The next instant of daytime there: now, or 8 in the morning. */
export function daytimeIn(timeZone: string, now: Date): Date {
  const today = calendarDateIn(timeZone, now);
  const [opens, closes] = DAYTIME_HOURS.map((hours) => hourIn(timeZone, today, hours)) as [Date, Date];
  if (now < opens) return opens;
  return now < closes ? now : hourIn(timeZone, addDays(today, 1), DAYTIME_HOURS[0]);
}

/** Milliseconds until daytime there; 0 by day. */
export function msUntilDaytime(timeZone: string, now: Date): number {
  return daytimeIn(timeZone, now).getTime() - now.getTime();
}

/** The instant at which this hour of a day begins there. */
export function hourIn(timeZone: string, day: CalendarDate, hours: number): Date {
  return new Date(endOfDayIn(timeZone, addDays(day, -1)).getTime() + 1 + hours * HOUR_MS);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10) as CalendarDate;
}

/** The newest day of each zone, and the second it was asked for: a list asks for one zone a hundred times. */
const days = new Map<string, { readonly second: number; readonly day: CalendarDate }>();

/** The day it is in `timeZone` (an IANA name) at `instant`. */
export function calendarDateIn(timeZone: string, instant: Date): CalendarDate {
  const second = Math.floor(instant.getTime() / 1000);
  const newest = days.get(timeZone);
  if (newest?.second === second) return newest.day;
  const part = clockPartsIn(timeZone, instant);
  const day = format(part('year'), part('month'), part('day'));
  days.set(timeZone, { second, day });
  return day;
}

/** Clocks and calendars of `timeZone` at `instant`, to the second, as milliseconds of UTC. */
export function shownIn(timeZone: string, instant: Date): number {
  const part = clockPartsIn(timeZone, instant);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Making a format costs far more than using it, and a list asks for the same few zones at every row. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * The parts of a clock in a zone. Only the parts are promised: how a language puts them together changes from one
 * edition of its data to the next.
 */
function clockPartsIn(timeZone: string, instant: Date): (type: Intl.DateTimeFormatPartTypes) => number {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const two = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      ...two,
    });
    clocks.set(timeZone, clock);
  }
  const parts = clock.formatToParts(instant);
  return (type) => Number(parts.find((part) => part.type === type)?.value);
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
  return shownIn(timeZone, instant) - Math.floor(instant.getTime() / 1000) * 1000;
}

/**
 * Whether a day of need lies before `today`: that is allowed, but worth a word before others see it (R17.5). False
 * where one of them is no day.
 */
export function isPastDay(text: string, today: CalendarDate): boolean {
  const day = parseCalendarDate(text);
  return day !== null && parseCalendarDate(today) !== null && day < today;
}
