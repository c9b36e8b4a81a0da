import { type Database, openDatabase } from '../db/db.ts';
import { startClocks } from '../outside/clocks.ts';
import { runQuickChecks } from './checks.ts';
import { migrate } from '../db/migrate.ts';
import type { Outside } from '../outside/outside.ts';
import { refuseDemoPeople } from '../seed/demo-people.ts';
import { seedDemo } from '../seed/seed.ts';

type Needs = Pick<Outside, 'config' | 'secret' | 'files' | 'log'>;

/**
 * Brings the database up to date, fills an empty one with the demo, and limits its statements to the time of requests.
 * A direct address leads past the transaction pooler and gets a connection of its own; the embedded database is opened
 * once, because opening it takes a second. Safe when several processes start at once.
 *
 * @throws StartupError when the database cannot be used
 */
export async function prepareDatabase(database: Database, outside: Needs): Promise<void> {
  const { databaseDirectUrl } = outside.config;
  if (databaseDirectUrl === null) await prepare(database, outside);
  else {
    const direct = await openDatabase({ url: databaseDirectUrl });
    await prepare(direct, outside).finally(direct.close);
  }
  database.limitStatements();
}

async function prepare({ db }: Database, outside: Needs): Promise<void> {
  await runQuickChecks({ ...outside, db, chain: null }, outside.log);
  await migrate(db);
  await refuseDemoPeople(db, outside.config);
  const clocks = await startClocks({ ...outside, db });
  try {
    await seedDemo({ ...outside, db, now: clocks.now });
  } finally {
    clocks.stop();
  }
}
