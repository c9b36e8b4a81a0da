import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockWaits } from '../test/lock-waits.ts';
import { openTestDatabase } from '../test/template-database.ts';
import { openDatabase } from './db.ts';
import { migrate, migrationNames, pendingMigrations } from './migrate.ts';

test('a process that saw an empty database, and waited for another to fill it, applies nothing again', async () => {
  const database = await openTestDatabase();
  const { url } = database;
  if (url === null) throw new Error('this is about PostgreSQL');
  await sql`alter table kysely_migration rename to applied`.execute(database.db);
  const late = await openDatabase({ url });
  // The checks before a start look, and PostgreSQL remembers for this connection that there is no such table.
  expect(await pendingMigrations(late.db)).toEqual(migrationNames());
  const { migrating } = await database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`.execute(tx);
    const applied = migrate(late.db);
    await expect.poll(() => lockWaits(tx)).toBe(1);
    await sql`alter table applied rename to kysely_migration`.execute(tx);
    return { migrating: applied };
  });
  expect(await migrating).toEqual([]);
  await late.close();
  await database.drop();
});
