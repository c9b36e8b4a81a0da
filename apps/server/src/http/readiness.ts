import { statfs } from 'node:fs/promises';
import { migrationNames, pendingMigrations } from '../db/migrate.ts';
import type { Outside } from '../outside/outside.ts';
import { remember } from './remember.ts';

/** Each look writes, and strangers may ask for one: all who ask within a second share it. */
const KEPT_MS = 1_000;
/** One segment of the embedded database's log. */
const FREE_BYTES_MIN = 16 * 1024 * 1024;
const PROBE = { key: 'once:ready', windowStart: new Date(0), count: 1 } as const;

type Port = Pick<Outside, 'db' | 'realNow' | 'config'>;

/**
 * Fails when this process cannot do its work: its database does not answer, lacks a migration or cannot be written (a full
 * disk, a server that turned read-only), or the disk of `DATA_DIR` is full.
 */
export function createReadiness(
  { db, realNow, config }: Port,
  bytesFree: (folder: string) => Promise<number> = bytesFreeOf,
  migrationsFolder?: URL,
): () => Promise<void> {
  const keepsFiles = config.databaseUrl === null || config.storage === null;
  // The names are read now: an update puts the files of the next version here, which this process does not need.
  const migrations = migrationNames(migrationsFolder);
  const look = async (): Promise<void> => {
    if ((await pendingMigrations(db, migrations)).length > 0) throw new Error('migrations are pending');
    // The same row each time, so that nothing grows.
    await db
      .insertInto('rateCounters')
      .values(PROBE)
      .onConflict((conflict) => conflict.columns(['key', 'windowStart']).doUpdateSet({ count: 1 }))
      .execute();
    if (keepsFiles && (await bytesFree(config.dataDir)) < FREE_BYTES_MIN)
      throw new Error('the disk of DATA_DIR is full');
  };
  const ready = remember(look, KEPT_MS, realNow);
  return () => ready(undefined);
}

/** The bytes free on the disk of a folder; a folder that is not made yet counts as endless. */
async function bytesFreeOf(folder: string): Promise<number> {
  const found = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return found === null ? Number.POSITIVE_INFINITY : found.bavail * found.bsize;
}
