import { DAY_MS, HOUR_MS } from './durations.ts';

/** Up to this age one backup is kept for each so many milliseconds; older ones are kept by the next line. */
const STEPS = [
  { untilMs: 2 * HOUR_MS, eachMs: 1 },
  { untilMs: 2 * DAY_MS, eachMs: HOUR_MS },
  { untilMs: 35 * DAY_MS, eachMs: DAY_MS },
] as const;

/** No backup, and no picture that was taken away, is kept longer. */
export const BACKUP_AGE_MAX_MS = 35 * DAY_MS;

/**
 * The backups that stay: all of the last two hours, the first of each hour for two days, the first of each day for 35. The
 * newest stays however old it is.
 */
export function keptBackups(taken: readonly Date[], now: Date): Date[] {
  const sorted = taken.toSorted((one, other) => one.getTime() - other.getTime());
  const newest = sorted.at(-1);
  const seen = new Set<string>();
  return sorted.filter((at) => {
    const ageMs = now.getTime() - at.getTime();
    const step = STEPS.find(({ untilMs }) => ageMs <= untilMs);
    if (step === undefined) return at === newest;
    const place = `${step.eachMs} ${Math.floor(at.getTime() / step.eachMs)}`;
    const isFirst = !seen.has(place);
    seen.add(place);
    return isFirst || at === newest;
  });
}
