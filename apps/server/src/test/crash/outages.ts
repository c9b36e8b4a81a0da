import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { type DurableCluster, makeDurableCluster } from '../durable-cluster.ts';
import { startProxy, type TcpProxy } from '../tcp-proxy.ts';
import { type Db, openDatabase } from '../../db/db.ts';
import { listViolations } from '../../ledger/audit.ts';
import { addPerson, addProposal, type SignedInPerson } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const AT_ONCE = 12;
const WAIT_MS = 60_000;

export type Outages = {
  readonly cluster: () => DurableCluster;
  /** The way from the server to the database. */
  readonly line: () => TcpProxy;
  /** Lets `outage` happen `times` times under load. @returns what was wrong afterwards, and how much was refused on the way */
  readonly through: (
    times: number,
    outage: () => Promise<void>,
  ) => Promise<{ readonly wrong: unknown[]; readonly refused: number }>;
};

/** A PostgreSQL server for one test file, with `diskBytes` of room or all of the machine's, and a line that can be made bad. */
export function setUpOutages({ diskBytes }: { readonly diskBytes?: number } = {}): Outages {
  const start = useServerProcesses();
  let cluster: DurableCluster;
  let line: TcpProxy;
  let dataDir: string;

  const env = () => ({
    DATABASE_URL: cluster.url.replace(String(cluster.port), String(line.port)),
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
  }, WAIT_MS);

  afterAll(async () => {
    await line.close();
    await cluster.remove();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  const through: Outages['through'] = async (times, outage) => {
    const server = start(env());
    const url = await server.ready;
    const { proposalId, people } = await look(async (db) => {
      const owner = await addPerson(db);
      const backers = await Promise.all(Array.from({ length: AT_ONCE }, () => addPerson(db)));
      return { proposalId: await addProposal(db, owner.id), people: backers };
    });
    const load: Load = { acknowledged: new Map(), wrong: [], refused: 0 };
    let isOver = false;
    const running = backThrough(url, proposalId, people, () => isOver, load);
    for (let time = 0; time < times; time += 1) {
      const before = load.acknowledged.size;
      await expect.poll(() => load.acknowledged.size, { timeout: WAIT_MS }).toBeGreaterThan(before + AT_ONCE);
      await outage();
    }
    const before = load.acknowledged.size;
    await expect.poll(() => load.acknowledged.size, { timeout: WAIT_MS }).toBeGreaterThan(before + AT_ONCE);
    isOver = true;
    await running;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await server.signal('SIGTERM')).toMatchObject({ code: 0 });
    return look(async (db) => {
      const rows = await db.selectFrom('investments').select('id').where('proposalId', '=', proposalId).execute();
      const kept = new Set(rows.map(({ id }) => String(id)));
      const lostOrDoubled = [...new Set(load.acknowledged.values()).symmetricDifference(kept)];
      return { wrong: [...load.wrong, ...lostOrDoubled, ...(await listViolations(db))], refused: load.refused };
    });
  };
  return { cluster: () => cluster, line: () => line, through };
}

type Load = {
  /** The backing’s id for each key that was answered. */
  readonly acknowledged: Map<string, string>;
  /** The answers that are neither a backing nor a 503 with a time to ask again. */
  readonly wrong: string[];
  refused: number;
};

/** Backs again and again until `isOver`, each until it is acknowledged, by the same key. */
async function backThrough(
  url: string,
  proposalId: ProposalId,
  people: readonly SignedInPerson[],
  isOver: () => boolean,
  load: Load,
): Promise<void> {
  const attempt = async (token: string, key: string): Promise<boolean> => {
    const answer = await fetch(`${url}/api/borrow/backProposal`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ proposalId: String(proposalId), amount: 1 }),
    });
    const { data } = (await answer.json()) as { data?: { id: string } };
    if (answer.status === 201 && data) load.acknowledged.set(key, data.id);
    else if (answer.status === 503 && answer.headers.has('retry-after')) load.refused += 1;
    else load.wrong.push(`${answer.status} ${JSON.stringify(data)}`);
    return answer.status !== 503;
  };
  await Promise.all(
    people.map(async ({ token }) => {
      while (!isOver()) {
        const key = randomUUID();
        while (!(await attempt(token, key))) await sleep(100);
      }
    }),
  );
}
