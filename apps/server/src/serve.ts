import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createChain } from './outside/chain.ts';
import { collectGarbage } from './db/embedded/collect-garbage.ts';
import { startClocks } from './outside/clocks.ts';
import { createPush } from './outside/push.ts';
import { createFiles, createTransports } from './outside/transports.ts';
import { createApp } from './app.ts';
import { startSnapshots } from './commands/snapshot-clock.ts';
import { refuseNewBesideBackups } from './commands/snapshots.ts';
import { type Config, readConfig } from './config/config.ts';
import { openDatabase, openReplica } from './db/db.ts';
import { startJobs } from './jobs.ts';
import { serveMetrics } from './commands/serve-metrics.ts';
import { createMetrics } from './outside/metrics.ts';
import { startTracing, traceStatements } from './outside/tracing.ts';
import { createLog } from './config/log.ts';
import type { Outside } from './outside/outside.ts';
import { watchParent } from './outside/orphan-watch.ts';
import { prepareDatabase } from './commands/prepare-database.ts';
import { SEED_PASSWORD } from './config/production.ts';
import { SEED_ACCOUNTS } from './seed/people.ts';
import { publicOrigin } from './config/public-origin.ts';
import { servePages } from './rendering/serve-pages.ts';
import { readAppSecret } from './config/secret.ts';
import { runProgram, StartupError } from './errors/startup-error.ts';

/** The time that work under way may take to end after SIGTERM. */
const DRAIN_MS = 10_000;
/** The part of that time that requests have. */
const ANSWER_MS = 5_000;

/** A port of 0 becomes a free one once it is listened on, and links must lead there. */
function readServedConfig() {
  const configured = readConfig(process.env);
  let { port } = configured;
  const config: Config = {
    ...configured,
    get port() {
      return port;
    },
  };
  const listensAt = (address: string) => {
    port = Number(new URL(address).port) || port;
  };
  return { config, listensAt };
}

/**
 * Connections that wait until they are taken. Beyond them the machine drops the next, whose sender then waits for seconds or is cut off:
 * with Node's 511 that is a crowd that could have been told at once to come again. Linux allows no more than `net.core.somaxconn`, 4096.
 */
const MOST_WAITING = 4_096;

await runProgram(async () => {
  const { config, listensAt } = readServedConfig();
  const log = createLog(config.logLevel);
  await refuseNewBesideBackups(config);
  const secret = readAppSecret(config);
  const files = await createFiles(config);
  const tracing = await startTracing(config.tracing, log);
  const { database, replica } = await openDatabases(config, log, tracing);
  await prepareDatabase(database, { config, secret, files, log });
  const { db, listen } = database;
  const clocks = await startClocks({ db, log, config });
  const { now, realNow } = clocks;
  const chain = await createChain(config, log);
  const {
    deliver,
    hasDevInbox,
    close: closeTransports,
  } = await createTransports({ db, now, realNow, secret, config, log });
  const push = createPush(config.push, realNow);
  const metrics = createMetrics();
  const clients = { db, listen, replica: replica?.db ?? null, deliver, push, files, chain, hasDevInbox };
  const outside: Outside = { ...clients, now, realNow, secret, config, log, metrics, tracing };
  const metricsServer = await serveMetrics({ ...outside, load: database.load });
  if (metricsServer) log.info({ port: metricsServer.port }, 'figures are served');
  const app = await createApp(outside);
  await servePages(app, () => publicOrigin(config));
  const address = await listenAt(app, config);
  listensAt(address);
  const jobs = await startJobs(outside);
  const snapshots = await startSnapshots({ ...outside, dump: database.dump });
  clocks.onAhead(jobs.runSchedules);
  collectGarbage();
  process.stdout.write(greeting(address, config));

  let isStopping = false;
  /** Stops the server. For `lameDuckMs` it answers on and says at `/readyz` that it leaves. */
  const stop = async (lameDuckMs: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    app.isLeaving = true;
    await sleep(lameDuckMs);
    // A browser opens connections in advance and never closes them.
    setTimeout(() => app.server.closeAllConnections(), ANSWER_MS).unref();
    const work = async (): Promise<true> => {
      await app.close();
      await jobs.stop();
      await metricsServer?.close();
      return true;
    };
    // Work that cannot end in time is cut off, after the last copy; its client asks again with the same key.
    const hasEnded = await Promise.race([work(), sleep(DRAIN_MS, false)]);
    if (!hasEnded) log.warn('what was under way did not end in time');
    await snapshots.stop();
    if (!hasEnded) process.exit(1);
    clocks.stop();
    closeTransports();
    await tracing?.close();
    await chain.close();
    await replica?.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop(config.lameDuckSeconds * 1000));
  }
  watchParent(() => void stop(0));
});

/** The replica may be away; the database may not. @throws StartupError */
async function openDatabases(config: Config, log: Outside['log'], tracing: Outside['tracing']) {
  const told = tracing && { onStatement: traceStatements(tracing) };
  const database = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    onFailure: (error) => {
      log.fatal({ err: error }, 'the database has died');
      process.exit(1);
    },
    ...told,
  });
  const replica = config.databaseReplicaUrl === null ? null : openReplica(config.databaseReplicaUrl, told?.onStatement);
  return { database, replica };
}

/** @throws StartupError when the address is taken or not ours to listen on */
async function listenAt(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port, backlog: MOST_WAITING });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^(EADDRINUSE|EADDRNOTAVAIL|EACCES|ENOTFOUND)$/.test(code)) throw error;
    throw new StartupError(`Cannot listen at HOST ${host} and PORT ${port}: ${code}.`, { cause: error });
  }
}

/** The address, and outside production the people of the demo. */
function greeting(address: string, config: Config): string {
  const ready = `Sathi is ready at ${address.replace('127.0.0.1', 'localhost')}\n`;
  if (config.seed === 'none') return ready;
  const accounts = SEED_ACCOUNTS.map(({ role, phone }) => `  ${phone}  ${role}\n`).join('');
  return `${ready}Sign in with the password ${SEED_PASSWORD} and one of these phone numbers:\n${accounts}`;
}
