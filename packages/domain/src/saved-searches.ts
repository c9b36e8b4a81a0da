import { DAY_MS } from './durations.ts';

/** Filters that a person keeps under a name, to look again and to hear of what is new. */
export const SAVED_SEARCHES_MAX = 5;
export const SEARCH_NAME_LENGTH_MAX = 60;

const MONDAY = 1;
/** The hour at which a week ends, in the morning of the places where most readers live. */
const HOUR_UTC = 4;

/** The last moment at or before `now` at which a week of new proposals ends: Mondays at 4:00 UTC. */
export function weekEnd(now: Date): Date {
  const days = (now.getUTCDay() - MONDAY + 7) % 7;
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days, HOUR_UTC);
  return new Date(monday <= now.getTime() ? monday : monday - 7 * DAY_MS);
}
