// Fills the configured database with the demo, if nobody is in it yet.
import { createFiles } from '../../adapters/transports.ts';
import { readConfig } from '../../config.ts';
import { readAppSecret } from '../../secret.ts';
import { SEED_ACCOUNTS, SEED_PASSWORD } from '../../seed/people.ts';
import { seedDemo } from '../../seed/seed.ts';
import { runProgram, StartupError } from '../../startup-error.ts';
import { openDatabase } from '../db.ts';
import { migrate } from '../migrate.ts';

await runProgram(async () => {
  const config = readConfig(process.env);
  if (config.environment === 'production') throw new StartupError('Demo people are never made in production.');
  if (config.seed === 'none') throw new StartupError('SEED=none asks for no demo people.');
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  const secret = readAppSecret(config);
  const database = await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  try {
    await migrate(database.db);
    const files = createFiles(config);
    const isSeeded = await seedDemo({ db: database.db, now: () => new Date(), secret, config, files });
    if (!isSeeded) throw new StartupError('There are people in the database already; empty it with npm run db:reset.');
    console.log(`Sign in with the password ${SEED_PASSWORD} and one of these phone numbers:`);
    for (const { role, phone } of SEED_ACCOUNTS) console.log(`  ${phone}  ${role}`);
  } finally {
    await database.close();
  }
});
