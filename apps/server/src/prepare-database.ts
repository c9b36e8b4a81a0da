import { openDatabase } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import type { Outside } from './outside.ts';
import { seedDemo } from './seed/seed.ts';

/** Nobody waits for an answer yet, so a slow machine may take its time. */
const STATEMENT_TIMEOUT_MS = 5 * 60_000;

/**
 * Brings the database up to date and fills an empty one with the demo, on a connection of its own that leads past any
 * transaction pooler. Safe when several processes start at once.
 *
 * @throws StartupError when the database cannot be used
 */
export async function prepareDatabase(outside: Pick<Outside, 'config' | 'secret' | 'files' | 'now'>): Promise<void> {
  const { databaseUrl, databaseDirectUrl, dataDir } = outside.config;
  const { db, close } = await openDatabase({
    url: databaseDirectUrl ?? databaseUrl,
    dataDir,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    await migrate(db);
    await seedDemo({ ...outside, db });
  } finally {
    await close();
  }
}
