import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { StartupError } from '../errors/startup-error.ts';
import { type Database, openDatabase } from '../db/db.ts';

type Place = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>;

/**
 * The database for a command beside the server; the embedded one has room for one process only. Only a command that
 * `mayBegin` one starts a new database: another would answer about an empty one, as if it were the one that was meant.
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

/**
 * Refuses a command that uses the secret of the servers where that is missing. One that the command made itself would
 * be of no use: the servers cannot open what it seals, and it does not find what they know by theirs.
 * @throws StartupError when the database is one of servers and their secret is not here
 */
export function refuseMissingSecret(config: Pick<Config, 'databaseUrl' | 'appSecret' | 'dataDir'>): void {
  const file = path.join(config.dataDir, 'secret');
  if (config.databaseUrl === null || config.appSecret !== null || fs.existsSync(file)) return;
  throw new StartupError(
    `Neither APP_SECRET nor the file ${file} is there: name the secret of the servers of this database.`,
  );
}
