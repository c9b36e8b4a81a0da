// Empties the configured database and migrates it again. All its data are lost.
import { sql } from 'kysely';
import { readConfig } from '../config/config.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';

await runProgram(async () => {
  const { isProduction, databaseUrl, databaseDirectUrl, dataDir } = readConfig(process.env);
  if (isProduction) throw new StartupError('The database is not reset in production.');
  const database = await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  try {
    await sql`drop schema public cascade; create schema public`.execute(database.db);
    await migrate(database.db);
    console.log('The database is empty and up to date.');
  } finally {
    await database.close();
  }
});
