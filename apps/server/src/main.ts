import { pino } from 'pino';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { readAppSecret } from './secret.ts';
import { runProgram } from './startup-error.ts';

await runProgram(async () => {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const secret = readAppSecret(config);
  const { db, listen, close } = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
  });
  await migrate(db);
  const app = await createApp({
    db,
    listen,
    now: () => new Date(),
    secret,
    config,
    log,
    sendMessage: async () => {},
    hasDevInbox: config.environment !== 'production',
  });
  await app.listen({ host: config.host, port: config.port });
  const stop = async () => {
    await app.close();
    await close();
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
});
