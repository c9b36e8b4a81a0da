import { isolated } from '@sathi/domain/isolated.ts';
import { directionOf, INTL_LOCALE, type Locale } from './locale.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Numbers, money and dates as one language writes them. */
export type Format = {
  /** US dollars as the wire carries them. Whole amounts have no cents: "$400", "$8.33". */
  money: (dollars: number | string) => string;
  number: (value: number) => string;
  /** 0.35 → "35%". */
  percent: (fraction: number) => string;
  /** A calendar day or an instant: 03/06/2026, in Arabic ٢٠٢٦/٠٦/٠٣. */
  date: (value: string) => string;
  dateTime: (instant: string) => string;
  time: (instant: string) => string;
  /** "in 9 days", "yesterday". Negative is past. */
  relativeDays: (days: number) => string;
  /** Keeps a name, a number or a phone from turning the words around it. `t` does so with every text it is given. */
  isolate: (text: string) => string;
};

const made = new Map<Locale, Format>();

export function formatFor(locale: Locale): Format {
  let format = made.get(locale);
  if (!format) made.set(locale, (format = createFormat(locale)));
  return format;
}

function createFormat(locale: Locale): Format {
  const tag = INTL_LOCALE[locale];
  const whole = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const withCents = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const number = new Intl.NumberFormat(tag);
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const digits = new Intl.NumberFormat(tag, { useGrouping: false, minimumIntegerDigits: 2 });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const clock = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' });

  const isolate = (text: string) => isolated(text, directionOf(locale));
  const date = (value: string) => {
    const parts = calendarParts(value).map((part) => digits.format(part));
    // Isolated left to right, or the slashes turn the parts around in an Arabic line.
    return locale === 'ar' ? `\u2066${parts.join('/')}\u2069` : parts.reverse().join('/');
  };
  const time = (instant: string) => clock.format(new Date(instant));
  return {
    money: (dollars) => {
      const amount = Number(dollars);
      // Put together here: as currency styles have it, Arabic says "US$" and Bengali sets the sign last.
      const figure = (Number.isInteger(amount) ? whole : withCents).format(Math.abs(amount));
      const text = `${amount < 0 ? '-' : ''}$${figure}`;
      return locale === 'ar' ? `\u2066${text}\u2069` : text;
    },
    number: (value) => number.format(value),
    percent: (fraction) => percent.format(fraction),
    date,
    dateTime: (instant) => `${date(instant)} ${isolate(time(instant))}`,
    time,
    relativeDays: (days) => relative.format(days, 'day'),
    isolate,
  };
}

/** Year, month, day. A calendar day is nobody's midnight: it is read in UTC; an instant is read in the reader's zone. */
function calendarParts(value: string): [number, number, number] {
  const date = new Date(value);
  return DAY.test(value)
    ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    : [date.getFullYear(), date.getMonth() + 1, date.getDate()];
}
