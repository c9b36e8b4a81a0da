import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../test/world.ts';
import { readMetrics } from './serve-metrics.ts';

const world = useWorld();
const source = () => ({ ...world.outside, load: world.database.load });

test('the archive of PostgreSQL tells when it last took a piece and when it last failed, and nothing where there is none', async () => {
  expect(await readMetrics(source())).not.toContain('sathi_archive_timestamp_seconds{');
  const text = await world.db.connection().execute(async (db) => {
    await sql`
      create temp view pg_stat_archiver as
      select timestamptz '2026-03-01T12:00:00Z' as last_archived_time, timestamptz '2026-03-01T12:10:00Z' as last_failed_time
    `.execute(db);
    await sql`set search_path = pg_temp, public, pg_catalog`.execute(db);
    try {
      return await readMetrics({ ...source(), db });
    } finally {
      await sql`reset search_path`.execute(db);
      await sql`drop view pg_temp.pg_stat_archiver`.execute(db);
    }
  });
  const at = Date.UTC(2026, 2, 1, 12) / 1000;
  expect(text).toContain(`sathi_archive_timestamp_seconds{outcome="archived"} ${at}\n`);
  expect(text).toContain(`sathi_archive_timestamp_seconds{outcome="failed"} ${at + 600}\n`);
});
