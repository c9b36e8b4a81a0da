import { type CalendarDate, calendarDateIn, parseCalendarDate, shownIn } from '@sathi/domain/calendar-date.ts';
import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { plain } from './amounts.ts';
import type { DateOrder } from '@sathi/domain/statement-files.ts';

/** Months as banks write them, by their beginnings: English, Portuguese, Bengali, Arabic. */
const MONTHS: readonly RegExp[] = [
  /^jan|^জানু|^يناير|^كانون الثاني/,
  /^feb|^fev|^ফেব্রু|^فبراير|^شباط/,
  /^mar|^মার্চ|^مارس|^آذار/,
  /^apr|^abr|^এপ্রিল|^أبريل|^ابريل|^نيسان/,
  /^may|^mai|^মে$|^مايو|^أيار/,
  /^jun|^জুন|^يونيو|^حزيران/,
  /^jul|^জুলাই|^يوليو|^تموز/,
  /^aug|^ago|^আগস্ট|^أغسطس|^آب/,
  /^sep|^set|^সেপ্টে|^سبتمبر|^أيلول/,
  /^oct|^out|^অক্টো|^أكتوبر|^تشرين الأول/,
  /^nov|^নভে|^نوفمبر|^تشرين الثاني/,
  /^dec|^dez|^ডিসে|^ديسمبر|^كانون الأول/,
];
const PLACES: Readonly<Record<DateOrder, readonly [year: number, month: number, day: number]>> = {
  dmy: [2, 1, 0],
  mdy: [2, 0, 1],
  ymd: [0, 1, 2],
};
const TIME = String.raw`(?:[T, ]\s*(?<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(?<half>[ap]\.?m\.?)?\s*(?<offset>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?`;
const WITH_SIGNS = new RegExp(
  String.raw`^(?<a>\d{1,4}|\p{L}[\p{L}\p{M}]*)[-/. ,]+(?<b>\d{1,2}|\p{L}[\p{L}\p{M}]*)[-/. ,]+(?<c>\d{4}|\d{2}(?!\d))(?![\d])${TIME}`,
  'iu',
);
const YEAR_FIRST = new RegExp(String.raw`^(?<a>\d{4})[-/.](?<b>\d{1,2})[-/.](?<c>\d{1,2})(?!\d)${TIME}`, 'iu');
const COMPACT = /^(?<digits>\d{8})(?:[T ]?(?<clock>\d{4,6}))?$/;

export type Zones = {
  /** The zone of instants that name no offset. */
  readonly file: string;
  /** The zone of the day that counts. */
  readonly mfi: string;
};

/**
 * The day of a CSV cell. An instant is the day it is where the MFI is (R21.4). Null for text that is no day.
 */
export function readDay(text: string, order: DateOrder, zones: Zones): CalendarDate | null {
  const written = plain(text);
  const compact = COMPACT.exec(written)?.groups;
  if (compact !== undefined) return dayOfParts(splitCompact(compact['digits'] ?? '', order), order);
  const first = YEAR_FIRST.exec(written)?.groups;
  const groups = first ?? WITH_SIGNS.exec(written)?.groups;
  if (groups === undefined) return null;
  const parts = [groups['a'] ?? '', groups['b'] ?? '', groups['c'] ?? ''];
  const day = dayOfParts(parts, first === undefined ? order : 'ymd');
  if (day === null || groups['time'] === undefined) return day;
  return dayOfInstant(day, groups['time'], groups['half'] ?? '', groups['offset'], zones);
}

function splitCompact(digits: string, order: DateOrder): string[] {
  return order === 'ymd'
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
}

function dayOfParts(parts: readonly string[], order: DateOrder): CalendarDate | null {
  // `Nov 22, 2026`: a month in letters tells its place.
  const [yearAt, monthAt, dayAt] = PLACES[/^\d/.test(parts[0] ?? '') ? order : 'mdy'];
  const year = parts[yearAt] ?? '';
  const month = monthOf(parts[monthAt] ?? '');
  const day = parts[dayAt] ?? '';
  if (!/^(\d{2}|\d{4})$/.test(year) || month === null || !/^\d{1,2}$/.test(day)) return null;
  return calendarDate(Number(year) + (year.length === 2 ? 2000 : 0), month, Number(day));
}

/** Null where no such day exists. */
export function calendarDate(year: number, month: number, day: number): CalendarDate | null {
  return parseCalendarDate(
    `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
  );
}

function monthOf(text: string): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const index = MONTHS.findIndex((month) => month.test(text.toLowerCase()));
  return index < 0 ? null : index + 1;
}

function dayOfInstant(
  day: CalendarDate,
  time: string,
  half: string,
  offset: string | undefined,
  zones: Zones,
): CalendarDate | null {
  if (offset === undefined && zones.file === zones.mfi) return day;
  const [hour = '', minute = '', second = '00'] = time.split(/[:.,]/);
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  const clock = `${String(hours).padStart(2, '0')}:${minute}:${second}`;
  const asUtc = Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(asUtc)) return null;
  const instant = offset === undefined ? inZone(asUtc, zones.file) : asUtc - offsetMs(offset);
  return calendarDateIn(zones.mfi, new Date(instant));
}

function offsetMs(offset: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset);
  if (match === null) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) * MINUTE_MS;
}

/** The instant at which clocks of a zone show what `asUtc` would be in UTC. */
function inZone(asUtc: number, timeZone: string): number {
  return asUtc - (shownIn(timeZone, new Date(asUtc)) - asUtc);
}
