import type { FastifyInstance } from 'fastify';
import { createChain } from './adapters/chain.ts';
import { createFiles, createTransports } from './adapters/transports.ts';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './db/db.ts';
import { createJobHandlers } from './jobs/handlers.ts';
import { startJobs } from './jobs/runner.ts';
import { createLog } from './log.ts';
import type { Outside } from './outside.ts';
import { watchParent } from './orphan-watch.ts';
import { prepareDatabase } from './prepare-database.ts';
import { SEED_ACCOUNTS, SEED_PASSWORD } from './seed/people.ts';
import { publicOrigin } from './public-origin.ts';
import { servePages } from './serve-pages.ts';
import { readAppSecret } from './secret.ts';
import { runProgram, StartupError } from './startup-error.ts';

/** How long what is under way may take to end after SIGTERM. */
const DRAIN_MS = 10_000;
/** How long of it the requests have. */
const ANSWER_MS = 5_000;

await runProgram(async () => {
  const configured = readConfig(process.env);
  let { port } = configured;
  // A port of 0 becomes a free one once it is listened on, and links must lead there.
  const config: Config = {
    ...configured,
    get port() {
      return port;
    },
  };
  const log = createLog(config.logLevel);
  const secret = readAppSecret(config);
  const files = createFiles(config);
  const now = () => new Date();
  await prepareDatabase({ config, secret, files, now });
  const database = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    onFailure: (error) => {
      log.fatal({ err: error }, 'the database has died');
      process.exit(1);
    },
  });
  const { db, listen } = database;
  const chain = createChain(config, log);
  const { sendMessage, hasDevInbox, close: closeTransports } = createTransports({ db, now, secret, config, log });
  const outside: Outside = { db, listen, now, secret, config, log, sendMessage, files, chain, hasDevInbox };
  const app = await createApp(outside);
  await servePages(app, () => publicOrigin(config));
  const address = await listenAt(app, config);
  port = Number(new URL(address).port) || port;
  const jobs = await startJobs(outside, createJobHandlers(outside));
  process.stdout.write(greeting(address, config));

  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    // Whatever cannot end in time is cut off; its client asks again with the same key.
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    // A browser opens connections in advance and never closes them.
    setTimeout(() => app.server.closeAllConnections(), ANSWER_MS).unref();
    await app.close();
    await jobs.stop();
    closeTransports();
    await chain.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  watchParent(() => void stop());
});

/** @throws StartupError when the address is taken or not ours to listen on */
async function listenAt(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^(EADDRINUSE|EADDRNOTAVAIL|EACCES|ENOTFOUND)$/.test(code)) throw error;
    throw new StartupError(`Cannot listen at HOST ${host} and PORT ${port}: ${code}.`, { cause: error });
  }
}

/** The address, and outside production the people of the demo. */
function greeting(address: string, config: Config): string {
  const ready = `Sathi is ready at ${address.replace('127.0.0.1', 'localhost')}\n`;
  if (config.environment === 'production' || config.seed === 'none') return ready;
  const accounts = SEED_ACCOUNTS.map(({ role, phone }) => `  ${phone}  ${role}\n`).join('');
  return `${ready}Sign in with the password ${SEED_PASSWORD} and one of these phone numbers:\n${accounts}`;
}
