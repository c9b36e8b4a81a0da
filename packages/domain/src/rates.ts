import { type CalendarDate, daysBetween } from './calendar-date.ts';

/** Millionths of a currency for one dollar (R23.2): 122.35 taka are 122,350,000. */
export type RateMillionths = number & { readonly __unit: 'rate_millionths' };

/** The most days for which a rate still says something of a later day. */
const RATE_DAYS = 30;
/** A rate that differs by more, in percent, from the one before it needs a reason. */
const RATE_JUMP_PERCENT = 5;
export const RATE_WORDS_LENGTH_MAX = 200;

const RATE_MAX = 1_000_000_000_000;

export type Rate = { readonly validFrom: CalendarDate; readonly rateMillionths: RateMillionths };

/** Reads up to six decimals, more than nothing and at most a million for one dollar. */
export function parseRate(text: string): RateMillionths | null {
  const match = /^(\d{1,7})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return null;
  const [, whole, fraction = ''] = match;
  const millionths = Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'));
  return millionths > 0 && millionths <= RATE_MAX ? (millionths as RateMillionths) : null;
}

/** Writes a rate without zeros at the end: `122.35`. */
export function writeRate(rate: RateMillionths): string {
  const fraction = String(rate % 1_000_000).padStart(6, '0');
  return `${Math.floor(rate / 1_000_000)}.${fraction}`.replace(/\.?0+$/, '');
}

/** Whether a rate that was the last on or before `day` is too old to be the rate of that day. */
export function isRateTooOld({ validFrom }: Pick<Rate, 'validFrom'>, day: CalendarDate): boolean {
  return daysBetween(validFrom, day) > RATE_DAYS;
}

/** `last` is the rate in force before it; the first of a currency needs none. */
export function needsReason(rate: RateMillionths, last: RateMillionths | null): boolean {
  return last !== null && Math.abs(rate - last) * 100 > last * RATE_JUMP_PERCENT;
}
