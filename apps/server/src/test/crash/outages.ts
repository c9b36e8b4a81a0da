import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type DurableCluster, makeDurableCluster } from '../durable-cluster.ts';
import { type Pooler, startPooler } from '../pooler.ts';
import { startProxy, type TcpProxy } from '../tcp-proxy.ts';
import { type Db, openDatabase } from '../../db/db.ts';
import { loadThrough, type Outcome } from './outage-load.ts';
import { useServerProcesses } from './server-process.ts';

const WAIT_MS = 60_000;

export type Outages = {
  readonly cluster: () => DurableCluster;
  /** The way from the server to the database. */
  readonly line: () => TcpProxy;
  readonly urlOfLine: () => string;
  /** PgBouncer between the server and that way, where there is one. */
  readonly pooler: () => Pooler;
  /** Lets `outage` happen `times` times under load. */
  readonly through: (times: number, outage: () => Promise<void>) => Promise<Outcome>;
};

type Options = { readonly diskBytes?: number; readonly isPooled?: boolean };

/** A PostgreSQL server for one test file, with `diskBytes` of room or all of the machine's, and a line that can be made bad. */
export function setUpOutages({ diskBytes, isPooled = false }: Options = {}): Outages {
  const start = useServerProcesses();
  let cluster: DurableCluster;
  let line: TcpProxy;
  let pooler: Pooler | undefined;
  let dataDir: string;

  const urlOfLine = () => cluster.url.replace(String(cluster.port), String(line.port));
  const env = () => ({
    DATABASE_URL: pooler?.url ?? urlOfLine(),
    ...(pooler && { DATABASE_DIRECT_URL: urlOfLine() }),
    DATA_DIR: dataDir,
    APP_SECRET: 'the secret that these processes share',
  });

  async function look<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const database = await openDatabase({ url: cluster.url });
    return work(database.db).finally(() => database.close());
  }

  beforeAll(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-outages-'));
    cluster = await makeDurableCluster({ ...(diskBytes && { diskBytes }) });
    await cluster.start();
    line = await startProxy(cluster.port);
    if (isPooled) pooler = await startPooler(urlOfLine().replace('postgres@', 'postgres:any@'));
  }, WAIT_MS);

  afterAll(async () => {
    await pooler?.remove();
    await line?.close();
    await cluster?.remove();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  const through: Outages['through'] = (times, outage) => loadThrough({ start, env, look }, times, outage);
  return { cluster: () => cluster, line: () => line, urlOfLine, pooler: () => pooler as Pooler, through };
}
