import type { Config } from '../config/config.ts';
import { StartupError } from '../errors/startup-error.ts';
import { type Database, openDatabase } from '../db/db.ts';

/** The database for a command beside the server; the embedded one has room for one process only. @throws StartupError */
export async function openForCommand({ databaseUrl, databaseDirectUrl, dataDir }: Config): Promise<Database> {
  try {
    return await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  } catch (error) {
    if (databaseUrl !== null || !(error instanceof StartupError)) throw error;
    throw new StartupError(`${error.message}\nStop the server, run this again, and start it.`);
  }
}
