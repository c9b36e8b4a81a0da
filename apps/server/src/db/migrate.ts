import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { StartupError } from '../errors/startup-error.ts';
import type { Db } from './db.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** A migration must not make a busy table wait behind it for longer than this; it fails and can be run again. */
const LOCK_TIMEOUT = '5s';

type MigrationFile = { readonly name: string; readonly text: string };

/**
 * Applies the missing files, each in one transaction, and returns their names. Several processes may start at once: one
 * works, the others wait and find no file left. Files that a newer version has applied stay; this version works beside
 * them (docs/releases.md).
 * @throws StartupError when the database was made by other migrations than these
 */
export async function migrate(db: Db, folder: URL = MIGRATIONS): Promise<string[]> {
  const files = await readMigrations(folder);
  return db
    .withoutPlugins()
    .connection()
    .execute(async (connection) => {
      // Waiting for another process to finish, and building an index, may take longer than any request.
      await sql`set lock_timeout = 0; set statement_timeout = 0`.execute(connection);
      try {
        const applied: string[] = [];
        for (;;) {
          const name = await applyNext(connection, files);
          if (name === null) return applied;
          applied.push(name);
        }
      } finally {
        await sql`reset lock_timeout; reset statement_timeout`.execute(connection);
      }
    });
}

/** Names of the migrations in the folder now, in order: this version's, as long as no other is put in its place. */
export function migrationNames(folder: URL = MIGRATIONS): string[] {
  return migrationFiles(folder).map(nameOf);
}

/** The names among these that the database has not applied. */
export async function pendingMigrations(db: Db, names: readonly string[] = migrationNames()): Promise<string[]> {
  const applied = await readApplied(db);
  return names.filter((name) => !applied.includes(name));
}

async function applyNext(db: Db, files: readonly MigrationFile[]): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`.execute(tx);
    const applied = await readApplied(tx);
    refuseOtherHistory(files, applied);
    const file = files[applied.length];
    if (file === undefined) return null;
    await sql`${sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`)}`.execute(tx);
    await sql.raw(file.text).execute(tx);
    await sql`
      create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)
    `.execute(tx);
    await sql`insert into kysely_migration (name, timestamp) values (${file.name}, now()::text)`.execute(tx);
    return file.name;
  });
}

/** One history has to be the beginning of the other; the longer one belongs to the newer version. */
function refuseOtherHistory(files: readonly MigrationFile[], applied: readonly string[]): void {
  const other = applied.find((name, index) => files[index] !== undefined && files[index].name !== name);
  if (other === undefined) return;
  throw new StartupError(
    `The database was made by other migrations than this version has (${other}): use an empty database, or the version that made it.`,
  );
}

/**
 * The applied migrations in the order of their names, which is the order in which they were applied. The table is looked for among the rows
 * of the catalogue: PostgreSQL remembers a name that was not there (`to_regclass`) through a wait for the process that makes it.
 */
async function readApplied(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select exists (
      select from pg_tables where schemaname = any (current_schemas(false)) and tablename = 'kysely_migration'
    ) as exists`.execute(db);
  if (!tables[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}

async function readMigrations(folder: URL): Promise<MigrationFile[]> {
  return Promise.all(
    migrationFiles(folder).map(async (file) => ({
      name: nameOf(file),
      text: await readFile(new URL(file, folder), 'utf8'),
    })),
  );
}

const migrationFiles = (folder: URL): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();

const nameOf = (file: string): string => file.slice(0, -'.sql'.length);
