import { isolated } from '@sathi/domain/isolated.ts';
import { type Digits, dollarFormat, intlTag } from '@sathi/texts/figures.ts';
import { directionOf, type Locale } from './locale.ts';

/** Stands for a day that cannot be read. */
export const UNKNOWN = '–';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Numbers, money and dates as one language writes them, in the digits of the reader’s choice. */
export type Format = {
  /** The language tag for `Intl`, for formats that only one place of the app needs, such as the name of a month. */
  tag: string;
  /** US dollars as the wire carries them. Whole amounts have no cents: "$400", "$8.33". */
  money: (dollars: number | string) => string;
  /** Stands in place of the figure of local money, where the reader hides their own amounts. */
  dots?: string;
  number: (value: number) => string;
  /** 0.35 → "35%". */
  percent: (fraction: number) => string;
  /** A calendar day or an instant: 03/06/2026, in Arabic 2026/06/03. */
  date: (value: string) => string;
  dateTime: (instant: string) => string;
  time: (instant: string) => string;
  /** "in 9 days", "yesterday", "in 4 weeks". Negative is past. */
  relativeDays: (days: number) => string;
  /** A coming or past day, first as people count it: "in 4 weeks · 24 Dec". */
  daysAndDay: (days: number, day: string) => string;
  /** Keeps a name, a number or a phone from turning the words around it. `t` does so with every text it is given. */
  isolate: (text: string) => string;
  /** Short facts on one line. The middle dot is an Arabic zero to an Arabic reader, so a comma stands there. */
  joined: (facts: readonly string[]) => string;
};

const made = new Map<string, Format>();

export function formatFor(locale: Locale, digits: Digits = 'latin'): Format {
  const tag = intlTag(locale, digits);
  let format = made.get(tag);
  if (!format) made.set(tag, (format = createFormat(locale, tag)));
  return format;
}

function createFormat(locale: Locale, tag: string): Format {
  const dollars = dollarFormat(tag);
  const number = new Intl.NumberFormat(tag);
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const digits = new Intl.NumberFormat(tag, { useGrouping: false, minimumIntegerDigits: 2 });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const month = new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(tag, {
    hour: 'numeric',
    minute: '2-digit',
    ...(locale === 'be' && { dayPeriod: 'short' as const }),
  });

  const isolate = (text: string) => isolated(text, directionOf(locale));
  const date = (value: string) => {
    if (!isReadable(value)) return UNKNOWN;
    const parts = calendarParts(value).map((part) => digits.format(part));
    // Isolated left to right, or the slashes turn the parts around in an Arabic line.
    return locale === 'ar' ? `\u2066${parts.join('/')}\u2069` : parts.reverse().join('/');
  };
  const relativeDays = (days: number) => {
    if (!Number.isFinite(days)) return UNKNOWN;
    const far = Math.abs(days);
    const [length, unit] =
      far < 14 ? ([1, 'day'] as const) : far < 60 ? ([7, 'week'] as const) : ([30.4, 'month'] as const);
    const count = Math.round(days / length);
    // Of days to come Intl says "within 9 days" in Bengali.
    return locale === 'be' && count > 1
      ? `${count.toLocaleString(tag, { style: 'unit', unit, unitDisplay: 'long' })} পরে`
      : relative.format(count, unit);
  };
  const joined = (facts: readonly string[]) => facts.join(locale === 'ar' ? '، ' : ' · ');
  const time = (instant: string) => {
    if (!isReadable(instant)) return UNKNOWN;
    if (locale !== 'be') return clock.format(new Date(instant));
    // "সকাল 10:13": the part of the day comes first.
    const parts = clock.formatToParts(new Date(instant));
    const only = (isPeriod: boolean) =>
      parts.filter(({ type }) => (type === 'dayPeriod') === isPeriod).map(({ value }) => value);
    return [...only(true), ' ', ...only(false)].join('').trim();
  };
  return {
    tag,
    money: (amount) => {
      const text = dollars(Number(amount));
      return locale === 'ar' ? `\u2066${text}\u2069` : text;
    },
    number: (value) => number.format(value),
    percent: (fraction) => percent.format(fraction),
    date,
    dateTime: (instant) => `${date(instant)} ${isolate(time(instant))}`,
    time,
    relativeDays,
    daysAndDay: (days, day) => {
      if (!isReadable(day)) return UNKNOWN;
      const date = new Date(day);
      return joined([relativeDays(days), `${number.format(date.getUTCDate())} ${month.format(date)}`]);
    },
    isolate,
    joined,
  };
}

/** Whether a day can be read: formats throw at one that cannot, and would take the page with them. */
export function isReadable(day: string): boolean {
  return !Number.isNaN(Date.parse(day));
}

/** Year, month, day. A calendar day belongs to no zone and is read in UTC; an instant is read in the reader's zone. */
function calendarParts(value: string): [number, number, number] {
  const date = new Date(value);
  return DAY.test(value)
    ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    : [date.getFullYear(), date.getMonth() + 1, date.getDate()];
}
