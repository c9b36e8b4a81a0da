import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { StartupError } from '../errors/startup-error.ts';
import { type Database, openDatabase } from '../db/db.ts';

type Place = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>;

/**
 * The database for a command beside the server; the embedded one has room for one process only. A new one begins with a command
 * that `mayBegin` it alone: another would answer about an empty database, as if it were the one that was meant.
 * @throws StartupError
 */
export async function openForCommand(
  { databaseUrl, databaseDirectUrl, dataDir }: Place,
  { mayBegin = false } = {},
): Promise<Database> {
  if (!mayBegin) refuseMissing({ databaseUrl, dataDir });
  try {
    return await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  } catch (error) {
    if (databaseUrl !== null || !(error instanceof StartupError)) throw error;
    throw new StartupError(`${error.message}\nStop the server, run this again, and start it.`);
  }
}

/** @throws StartupError when the embedded database is not in `DATA_DIR` */
export function refuseMissing({ databaseUrl, dataDir }: Pick<Place, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl !== null || fs.existsSync(path.join(dataDir, 'database'))) return;
  throw new StartupError(
    `The folder ${dataDir} of DATA_DIR has no database: name the right one, or start the server on it first.`,
  );
}
