import { type RawBuilder, sql } from 'kysely';

/**
 * The moment at which work is written, for a row that waits for the real clock. The clock of the rules may be ahead of it
 * (`CLOCK_FILE`), and what is to be done at once must not wait until the real one arrives there.
 */
export function dueNow(now: Date): RawBuilder<Date> {
  return sql<Date>`least(${now}::timestamptz, clock_timestamp())`;
}
