// Fills the configured database with the demo, if it has no accounts yet.
import { createFiles } from '../outside/transports.ts';
import { readConfig } from '../config/config.ts';
import { readAppSecret } from '../config/secret.ts';
import { SEED_PASSWORD } from '../config/production.ts';
import { SEED_ACCOUNTS } from '../seed/people.ts';
import { seedDemo } from '../seed/seed.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';

await runProgram(async () => {
  const config = readConfig(process.env);
  if (config.seed === 'none') {
    const reason =
      config.signs.length > 0 ? `There is a sign of production (${config.signs.join(', ')})` : 'SEED is none';
    throw new StartupError(`${reason}: no demo people are made.`);
  }
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  const secret = readAppSecret(config);
  const database = await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  try {
    await migrate(database.db);
    const files = await createFiles(config);
    const isSeeded = await seedDemo({ db: database.db, now: () => new Date(), secret, config, files });
    if (!isSeeded) throw new StartupError('There are people in the database already; empty it with npm run db:reset.');
    console.log(`Sign in with the password ${SEED_PASSWORD} and one of these phone numbers:`);
    for (const { role, phone } of SEED_ACCOUNTS) console.log(`  ${phone}  ${role}`);
  } finally {
    await database.close();
  }
});
