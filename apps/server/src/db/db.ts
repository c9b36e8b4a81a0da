import { CamelCasePlugin, Kysely, type LogEvent, type Transaction, sql } from 'kysely';
import type { Backend } from './backend.ts';
import { rememberChanges } from './changes.ts';
import { createHints } from './hints.ts';
import { openEmbedded } from './embedded/embedded-database.ts';
import { FOR_REPLICA, openPostgres } from './postgres/postgres-database.ts';
import { StartupError } from '../errors/startup-error.ts';
import type { Schema } from './schema.ts';

const OLDEST_SERVER = 150_000;

/** The connections or a transaction: enough to read. */
export type Db = Kysely<Schema>;
/** A transaction: required by each function that locks a row or moves money. */
export type Tx = Transaction<Schema>;

export type Database = {
  readonly kind: Backend['kind'];
  readonly db: Db;
  /**
   * Calls `onMessage` for every notification on the channel that is committed from now on. A notification is a hint:
   * after a lost connection some are missed, and `onResync` is called once new ones arrive again.
   */
  readonly listen: Backend['listen'];
  /** Connections in use and free, and the work that waits for one. */
  readonly load: Backend['load'];
  /**
   * Limits each statement of the embedded database from now on to the time that a request may wait. Before, a slow
   * machine may take minutes over a migration. PostgreSQL has its own limit, which migrations lift.
   */
  readonly limitStatements: () => void;
  /** Copies the whole embedded database between two transactions; null with PostgreSQL. */
  readonly dump: (() => Promise<Uint8Array>) | null;
  /** Waits for work in progress and closes all resources, the lock on the folder included. */
  readonly close: () => Promise<void>;
};

/** A statement that has just ended, without its values. */
export type EndedStatement = { readonly sql: string; readonly durationMs: number; readonly hasFailed: boolean };

export type DatabaseOptions = {
  /** PostgreSQL; when absent, the database is embedded in `dataDir`. */
  readonly url?: string | null;
  /** The address for LISTEN, when `url` leads through a transaction pooler. */
  readonly directUrl?: string | null;
  /** The folder of the embedded database; only one process at a time may have it open. */
  readonly dataDir?: string;
  /** Called when the embedded database has died and no statement can succeed any more. */
  readonly onFailure?: (error: Error) => void;
  /** Called with each ended statement, whose result is on its way to the caller; must not throw. */
  readonly onStatement?: (ended: EndedStatement) => void;
};

/** @throws StartupError when another process has the folder open, or the server does not answer or is too old */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, directUrl, dataDir, onFailure, onStatement } = options;
  if (url) return checkServer(toDatabase(openPostgres(url, directUrl ?? url), onStatement));
  if (dataDir === undefined) throw new Error('openDatabase needs a url or a folder');
  return toDatabase(await openEmbedded({ dataDir, ...(onFailure && { onFailure }) }), onStatement);
}

/** A pool of connections for reading a replica, which may be away now. A pooler in front of it must hand out sessions. */
export function openReplica(url: string, onStatement?: DatabaseOptions['onStatement']): Database {
  return toDatabase(openPostgres(url, url, FOR_REPLICA), onStatement);
}

async function checkServer(database: Database): Promise<Database> {
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int as version`.execute(database.db);
    if ((rows[0]?.version ?? 0) < OLDEST_SERVER) throw new StartupError('Sathi needs PostgreSQL 15 or newer.');
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof StartupError || !(error instanceof Error)) throw error;
    const reason = error.message || ('code' in error ? String(error.code) : error.name);
    throw new StartupError(`The database at DATABASE_URL cannot be used: ${reason}.`, { cause: error });
  }
}

/** A backend with Kysely on top. Keys inside json values are data and stay as they are written. */
export function toDatabase(backend: Backend, onStatement?: DatabaseOptions['onStatement']): Database {
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];
  const log = (event: LogEvent): void =>
    onStatement?.({
      sql: event.query.sql,
      durationMs: event.queryDurationMillis,
      hasFailed: event.level === 'error',
    });
  const db = new Kysely<Schema>({ dialect: backend.dialect, plugins, ...(onStatement && { log }) });
  rememberChanges(db, backend.changes);
  const hints = createHints(db);
  const close = async (): Promise<void> => {
    await hints.close();
    await db.destroy();
    await backend.close();
  };
  const limitStatements = (): void => backend.limitStatements?.();
  const { kind, load } = backend;
  return { kind, db, listen: backend.listen.bind(backend), load, limitStatements, dump: backend.dump ?? null, close };
}

/**
 * Tells all listeners of the channel at the commit itself, for the few words that must not be lost with the process.
 * Such commits wait for each other, so a mere hint goes by `hint`. At most 7,999 bytes.
 */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
