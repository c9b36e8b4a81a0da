// Brings the configured database up to the migrations of this version.
import { readConfig } from '../config/config.ts';
import { runProgram } from '../errors/startup-error.ts';
import { openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';

await runProgram(async () => {
  const { databaseUrl, databaseDirectUrl, dataDir } = readConfig(process.env);
  const database = await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  try {
    const applied = await migrate(database.db);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } finally {
    await database.close();
  }
});
