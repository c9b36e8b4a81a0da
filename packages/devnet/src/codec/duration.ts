import { FormatError } from './bytes.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: ReadonlyArray<readonly [names: string, ms: number]> = [
  ['ms msec', 1],
  ['s sec second seconds', SECOND],
  ['m min minute minutes', MINUTE],
  ['h hr hour hours', HOUR],
  ['d day days', DAY],
];
const UNITS_MS = new Map(UNITS.flatMap(([names, ms]) => names.split(' ').map((name) => [name, ms] as const)));

/**
 * Milliseconds of a text like `30m` or `1day 1h`.
 * @throws FormatError
 */
export function durationMs(text: string): number {
  if (!/^(\d{1,15}[a-z]+ ?)+$/.test(text)) throw new FormatError('not a duration');
  const total = [...text.matchAll(/(\d+)([a-z]+)/g)].reduce((sum, [, count, unit]) => {
    const unitMs = UNITS_MS.get(unit ?? '');
    if (unitMs === undefined) throw new FormatError('unknown unit of time');
    return sum + Number(count) * unitMs;
  }, 0);
  if (!Number.isSafeInteger(total)) throw new FormatError('not a duration');
  return total;
}
