import { FormatError } from './bytes.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS_MS: Readonly<Record<string, number>> = {
  ...{ ms: 1, msec: 1 },
  ...{ s: SECOND, sec: SECOND, second: SECOND, seconds: SECOND },
  ...{ m: MINUTE, min: MINUTE, minute: MINUTE, minutes: MINUTE },
  ...{ h: HOUR, hr: HOUR, hour: HOUR, hours: HOUR },
  ...{ d: DAY, day: DAY, days: DAY },
};

/**
 * Milliseconds of a text like `30m` or `1day 1h`.
 * @throws FormatError
 */
export function durationMs(text: string): number {
  if (!/^(\d{1,15}[a-z]+ ?)+$/.test(text)) throw new FormatError('not a duration');
  const total = [...text.matchAll(/(\d+)([a-z]+)/g)].reduce((sum, [, count, unit]) => {
    const unitMs = UNITS_MS[unit ?? ''];
    if (unitMs === undefined) throw new FormatError('unknown unit of time');
    return sum + Number(count) * unitMs;
  }, 0);
  if (!Number.isSafeInteger(total)) throw new FormatError('not a duration');
  return total;
}
