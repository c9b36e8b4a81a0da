import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Database } from '../db/db.ts';
import { readCopiedAt } from './copied-at.ts';
import { StartupError } from '../errors/startup-error.ts';
import { readStatus } from '../features/chain/chain-status.ts';
import { countUndone } from '../features/chain/chain-stuck.repository.ts';
import { countProcess } from '../outside/metrics.ts';
import type { Outside } from '../outside/outside.ts';
import { countGivenUp, listWaiting } from '../outbox/waiting.ts';

/** A part that has not answered by then is down for this scrape. */
const READING_MS = 2_000;

type Source = Pick<Outside, 'metrics' | 'db' | 'realNow' | 'chain' | 'config' | 'log'> & {
  readonly load: Database['load'];
};

/**
 * The figures of this process at `/metrics`, on a port of their own that needs no sign-in and is not for visitors.
 * @returns its port, and how to close it; null when METRICS_PORT is not set
 * @throws StartupError when the address is taken or not ours to listen on
 */
export async function serveMetrics(
  source: Source,
): Promise<{ readonly port: number; readonly close: () => Promise<void> } | null> {
  const { config, metrics, log } = source;
  if (config.metrics === null) return null;
  countProcess(metrics);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    readMetrics(source).then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the figures could not be read');
        response.writeHead(500).end();
      },
    );
  });
  const { port } = await listenAt(server, config.metrics);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port, close };
}

function listenAt(server: Server, { port, host }: { port: number; host: string }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartupError(`Cannot listen at METRICS_HOST ${host} and METRICS_PORT ${port}: ${error.code}.`, {
          cause: error,
        }),
      ),
    );
    server.listen({ port, host }, () => resolve(server.address() as AddressInfo));
  });
}

/** The text that Prometheus reads: what was counted, and what the database, the outbox and the chain say now. */
export async function readMetrics(source: Source): Promise<string> {
  const { metrics, config, load } = source;
  const { busy, idle, waiting } = load();
  metrics.databaseConnections.set({ state: 'busy' }, busy);
  metrics.databaseConnections.set({ state: 'idle' }, idle);
  metrics.databaseWaiting.set(waiting);
  const [isDatabaseUp, isChainUp] = await Promise.all([
    isRead(readDatabase(source)),
    config.chain.isOn ? isRead(readChain(source)) : null,
    isRead(readCopies(source)),
  ]);
  metrics.databaseUp.set(Number(isDatabaseUp));
  // A gauge is 0 from its making on, which here would say that the chain is away.
  if (isChainUp === null) metrics.chainUp.remove();
  else metrics.chainUp.set(Number(isChainUp));
  return metrics.registry.metrics();
}

/** Old figures are taken away first: none is better than one that is no longer true. */
async function readDatabase({ metrics, db, realNow }: Source): Promise<void> {
  const { outboxWaiting, outboxDeferred, outboxOldestSeconds, outboxOverdueSeconds, outboxGivenUp } = metrics;
  const { chainOperations, chainOldestSeconds, archivedAt } = metrics;
  for (const gauge of [outboxWaiting, outboxDeferred, outboxOldestSeconds, outboxOverdueSeconds]) gauge.reset();
  for (const gauge of [outboxGivenUp, chainOperations, chainOldestSeconds, archivedAt]) gauge.reset();
  const now = realNow();
  const [jobs, givenUp, operations, archive] = await Promise.all([
    listWaiting(db, now),
    countGivenUp(db),
    countUndone(db, now),
    findArchive(db),
  ]);
  for (const { kind, waiting, deferred, oldest, overdue } of jobs) {
    outboxWaiting.set({ kind }, waiting);
    outboxDeferred.set({ kind }, deferred);
    outboxOldestSeconds.set({ kind }, oldest);
    outboxOverdueSeconds.set({ kind }, overdue);
  }
  for (const { kind, count } of givenUp) outboxGivenUp.set({ kind }, count);
  for (const { status, count, oldest } of operations) {
    chainOperations.set({ status }, count);
    chainOldestSeconds.set({ status }, oldest);
  }
  for (const [outcome, at] of Object.entries(archive)) {
    if (at !== null) archivedAt.set({ outcome }, at.getTime() / 1000);
  }
}

/** The last success and the last failure of PostgreSQL's archive, as the primary that was asked knows it; null for none. */
async function findArchive(
  db: Source['db'],
): Promise<{ readonly archived: Date | null; readonly failed: Date | null }> {
  const { rows } = await sql<{ archived: Date | null; failed: Date | null }>`
    select last_archived_time as archived, last_failed_time as failed from pg_stat_archiver`.execute(db);
  return rows[0] ?? { archived: null, failed: null };
}

/**
 * Sets the moment of the last copy with PostgreSQL, where a command copies what lies beside it and leaves the moment in
 * the folder. A moment that cannot be read, because its disk is away, stays as it was and grows old.
 */
async function readCopies({ metrics, config: { databaseUrl, backupDir } }: Source): Promise<void> {
  if (databaseUrl === null || backupDir === null) return;
  metrics.backupAt.set((await readCopiedAt(backupDir)).getTime() / 1000);
}

async function readChain({ chain }: Source): Promise<void> {
  if (!(await readStatus(chain)).healthy) throw new Error('the chain is not healthy');
}

/** False when the reading failed or took too long. What fails says so in its own log, at its own work. */
async function isRead(reading: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), READING_MS);
  });
  const read = reading.then(
    () => true,
    () => false,
  );
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}
