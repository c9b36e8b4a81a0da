import { PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Backend } from '../backend.ts';
import { createChanges } from '../changes.ts';
import { DatabaseBusyError } from '../errors.ts';
import { arrayElements, scalarParsers } from '../parsers.ts';
import { IDLE_IN_TRANSACTION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from '../timeouts.ts';
import { watchLine, watchPooledLine } from './lost-line.ts';
import { NamingClient, StatementNames } from './naming-client.ts';
import { PostgresListener } from './postgres-listener.ts';

const MAX_CONNECTIONS = 10;
const CONNECTION_WAIT_MS = 5_000;
const LOCK_TIMEOUT_MS = 5_000;

/** `text[]`, which the driver knows how to take apart but whose number its types do not list. */
const TEXT_ARRAY_OID = 1009 as number as Parameters<typeof pg.types.getTypeParser>[0];

/** The driver's own parsers for all types that `parsers.ts` does not decide. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const scalar = scalarParsers[oid];
    if (scalar) return scalar;
    const element = scalarParsers[arrayElements[oid] ?? -1];
    if (!element) return pg.types.getTypeParser(oid, format);
    const splitArray = pg.types.getTypeParser(TEXT_ARRAY_OID, 'text');
    return (text: string) =>
      (splitArray(text) as (string | null)[]).map((item) => (item === null ? null : element(item)));
  },
};

/** The time that readings of a replica may take before the primary is read instead. */
const REPLICA_WAIT_MS = 500;
const REPLICA_SILENCE_MS = 3_000;

/** The ways in which a pool for a replica differs: it gives up early, because the primary is there. */
export const FOR_REPLICA: Partial<pg.PoolConfig> = {
  connectionTimeoutMillis: REPLICA_WAIT_MS,
  query_timeout: REPLICA_SILENCE_MS,
};

/**
 * A transaction pooler hands each transaction to another connection: it knows neither prepared statements nor settings
 * of a session, so there the time-outs belong to the database role.
 */
function poolConfig(url: string, behindPooler: boolean, changes: Partial<pg.PoolConfig>): pg.PoolConfig {
  const base = {
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    types,
    // Statements that a transaction asks for at once leave together, each with its own answer.
    pipeline: true,
    ...changes,
  };
  if (behindPooler) return base;
  return {
    ...base,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    options: '-c TimeZone=UTC',
  };
}

/** Whether the address says that a transaction pooler stands before the server. */
export function leadsThroughPooler(url: string): boolean {
  return new URL(url).searchParams.get('pgbouncer') === 'true';
}

/** A pool of connections to a PostgreSQL server; the first one is opened by the first statement. */
export function openPostgres(url: string, directUrl: string, ways: Partial<pg.PoolConfig> = {}): Backend {
  const behindPooler = leadsThroughPooler(url);
  const pool = new pg.Pool(poolConfig(url, behindPooler, ways));
  const names = behindPooler ? null : new StatementNames();
  const changes = createChanges();
  const listener = new PostgresListener(directUrl);
  // A connection that the server ends emits an error, in the pool or in use; its statements fail anyway, and without a
  // listener the event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const connect = async (): Promise<NamingClient> => {
    const client = await pool.connect().catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('timeout exceeded')) {
        throw new DatabaseBusyError('no database connection came free', { cause: error });
      }
      throw error;
    });
    const watch = behindPooler ? watchPooledLine(client) : () => watchLine(client, url);
    return new NamingClient(client, { names, watch, answered: changes.connection() });
  };

  // Kysely promises itself rows of the type it compiled; the driver cannot know it.
  const kyselyPool = { connect, end: () => pool.end() } as unknown as PostgresPool;

  return {
    kind: 'postgres',
    changes,
    dialect: new PostgresDialect({ pool: kyselyPool }),
    load: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: (channel, onMessage, onResync) => listener.listen(channel, onMessage, onResync),
    close: () => listener.close(),
  };
}
