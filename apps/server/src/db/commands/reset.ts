// Empties the configured database and migrates it again. Everything in it is lost.
import { sql } from 'kysely';
import { readConfig } from '../../config.ts';
import { runProgram, StartupError } from '../../startup-error.ts';
import { openDatabase } from '../db.ts';
import { migrate } from '../migrate.ts';

await runProgram(async () => {
  const { environment, databaseUrl, databaseDirectUrl, dataDir } = readConfig(process.env);
  if (environment === 'production') throw new StartupError('The database is not reset in production.');
  const database = await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  try {
    await sql`drop schema public cascade; create schema public`.execute(database.db);
    await migrate(database.db);
    console.log('The database is empty and up to date.');
  } finally {
    await database.close();
  }
});
