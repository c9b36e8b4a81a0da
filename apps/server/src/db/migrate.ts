import { readdir, readFile } from 'node:fs/promises';
import { type Migration, Migrator, sql } from 'kysely';
import type { Db } from './db.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** A migration must not make a busy table wait behind it for longer than this; it fails and can be run again. */
const LOCK_TIMEOUT = '5s';

/**
 * Applies what is missing, each file in one transaction, and returns the names of what it applied. Several processes
 * may start at once: one works, the others wait and find nothing to do.
 */
export async function migrate(db: Db, folder: URL = MIGRATIONS): Promise<string[]> {
  return db
    .withoutPlugins()
    .connection()
    .execute(async (connection) => {
      // Waiting for another process to finish, and building an index, may take longer than any request.
      await sql`set lock_timeout = 0; set statement_timeout = 0`.execute(connection);
      try {
        return await applyAll(createMigrator(connection, folder));
      } finally {
        await sql`reset lock_timeout; reset statement_timeout`.execute(connection);
      }
    });
}

/** Names of the migrations that this program has and the database has not. */
export async function pendingMigrations(db: Db, folder: URL = MIGRATIONS): Promise<string[]> {
  const migrations = await createMigrator(db.withoutPlugins(), folder).getMigrations();
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

async function applyAll(migrator: Migrator): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error !== undefined) throw error;
    if (results.length === 0) return applied;
    applied.push(...results.map(({ migrationName }) => migrationName));
  }
}

function createMigrator(db: Db, folder: URL): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
}

async function readMigrations(folder: URL): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, folder), 'utf8');
    const up: Migration['up'] = async (tx) => {
      await sql`${sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`)}`.execute(tx);
      await sql.raw(text).execute(tx);
    };
    return [file.slice(0, -'.sql'.length), { up }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
