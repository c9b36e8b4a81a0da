import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { InvestmentId, ProposalId } from '@sathi/domain/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ArchivedCluster, makeArchivedCluster } from '../archived-cluster.ts';
import { tellFigures } from '../figures.ts';
import { NEEDS } from '../needs.ts';
import { readAppSecret } from '../../config/secret.ts';
import { type Db, openDatabase } from '../../db/db.ts';
import { findNewestRoot, signLedgerDays } from '../../features/audit-log/ledger-days.repository.ts';
import { backUntilCutOff, type Sent } from './load.ts';
import { addPerson, addProposal, type SignedInPerson } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const VERIFY = fileURLToPath(new URL('../../commands/audit-verify.ts', import.meta.url));
const APP_SECRET = 'the secret that these processes share';
const DAY_MS = 86_400_000;
const TIMEOUT_MS = 300_000;

describe.skipIf(!NEEDS.pgbackrest.isMet())('PostgreSQL restored by pgBackRest', () => {
  const start = useServerProcesses();
  let cluster: ArchivedCluster;
  let dataDir: string;
  let proposalId: ProposalId;
  let backers: SignedInPerson[];

  const env = () => ({ DATABASE_URL: cluster.url, DATA_DIR: dataDir, APP_SECRET });

  async function look<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const database = await openDatabase({ url: cluster.url });
    return work(database.db).finally(() => database.close());
  }

  /** The ids of the backings that a server acknowledged until it was killed, `meanwhile` included. */
  async function backings(meanwhile: () => Promise<unknown>): Promise<string[]> {
    const server = start(env());
    const url = await server.ready;
    const sent: Sent[] = [];
    const acknowledged = (): string[] => sent.flatMap(({ acknowledgedAs }) => acknowledgedAs ?? []);
    const load = backUntilCutOff(url, proposalId, backers, sent);
    await meanwhile();
    const before = acknowledged().length;
    await expect.poll(() => acknowledged().length - before, { timeout: 20_000 }).toBeGreaterThan(50);
    await server.signal('SIGKILL');
    await load;
    return acknowledged();
  }

  /** The parts of the backings that are in the books of the restored server. */
  const kept = (ids: readonly string[]): Promise<number> =>
    look(async (db) => {
      const wanted = ids.map((id) => Number(id) as InvestmentId);
      return (await db.selectFrom('investments').select('id').where('id', 'in', wanted).execute()).length;
    });

  /** The command after each restore: it asks the books, the audit logs and the signed days. */
  async function verify(): Promise<string> {
    const verified = await promisify(execFile)(process.execPath, [VERIFY], {
      env: { PATH: process.env['PATH'], ...env() },
    });
    return verified.stdout;
  }

  /** Until a server answers on what was restored. @returns the seconds */
  async function restore(...args: readonly string[]): Promise<number> {
    const from = performance.now();
    await cluster.backRest(...args, 'restore');
    await cluster.start();
    const server = start(env());
    expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
    const seconds = (performance.now() - from) / 1000;
    await server.signal('SIGTERM');
    return seconds;
  }

  beforeAll(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-drill-'));
    cluster = await makeArchivedCluster();
    await cluster.start();
    await cluster.backRest('stanza-create');
    const server = start(env());
    await server.ready;
    await server.signal('SIGTERM');
    await look(async (db) => {
      const owner = await addPerson(db);
      proposalId = await addProposal(db, owner.id);
      backers = await Promise.all(Array.from({ length: 12 }, () => addPerson(db)));
    });
  }, TIMEOUT_MS);

  afterAll(async () => {
    await cluster.remove();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  test(
    'a lost machine takes nothing with it that was archived: backings, books and signed days',
    async () => {
      const acknowledged = await backings(() => cluster.backRest('--type=full', 'backup'));
      const root = await look(async (db) => {
        await signLedgerDays(db, readAppSecret({ appSecret: [APP_SECRET], dataDir }), new Date(Date.now() + DAY_MS));
        return findNewestRoot(db);
      });
      await cluster.archiveAll();
      await cluster.lose();

      const seconds = await restore();
      tellFigures(`RTO ${seconds.toFixed(1)} s with ${acknowledged.length} backings; RPO 0 for what was archived`);
      expect(await kept(acknowledged)).toBe(acknowledged.length);
      expect(root?.root).toBeTypeOf('string');
      expect(await look(findNewestRoot)).toEqual(root);
      expect(await verify()).toContain('The books agree, every chained row and signed day stands as it was.');
    },
    TIMEOUT_MS,
  );

  test(
    'a mistake is undone by going back to the moment before it',
    async () => {
      const before = await backings(() => cluster.backRest('--type=diff', 'backup'));
      // A second on each side, since the moment is named in whole seconds.
      await sleep(1_100);
      const moment = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}+00`;
      await sleep(1_100);
      const after = await backings(() => Promise.resolve());
      await cluster.archiveAll();
      await cluster.end('SIGINT');

      const seconds = await restore('--delta', '--type=time', `--target=${moment}`, '--target-action=promote');
      tellFigures(`back to a moment in ${seconds.toFixed(1)} s`);
      expect(await kept(before)).toBe(before.length);
      expect(await kept(after)).toBe(0);
      expect(await verify()).toContain('The books agree, every chained row and signed day stands as it was.');
    },
    TIMEOUT_MS,
  );
});
