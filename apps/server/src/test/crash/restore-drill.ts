import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { InvestmentId, ProposalId } from '@sathi/domain/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArchivedCluster } from '../archived-cluster.ts';
import { tellFigures } from '../figures.ts';
import { readAppSecret } from '../../config/secret.ts';
import { type Db, openDatabase } from '../../db/db.ts';
import { findNewestRoot, signLedgerDays } from '../../features/audit-log/ledger-days.repository.ts';
import { backUntilCutOff, type Sent } from './load.ts';
import { addPerson, addProposal, sendPicture, type SignedInPerson } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const command = (name: string): string => fileURLToPath(new URL(`../../commands/${name}.ts`, import.meta.url));
const APP_SECRET = 'the secret that these processes share';
const DAY_MS = 86_400_000;
const TIMEOUT_MS = 300_000;

/** The tests of a database that is lost, or was changed by mistake, and comes back. */
export function drillRestores(make: () => Promise<ArchivedCluster>): void {
  const start = useServerProcesses();
  let cluster: ArchivedCluster;
  let folder: string;
  let dataDir: string;
  let proposalId: ProposalId;
  let backers: SignedInPerson[];
  let picture: { readonly url: string; readonly bytes: Buffer };

  const env = () => ({ DATABASE_URL: cluster.url, DATA_DIR: dataDir, APP_SECRET });

  /** A command as an operator runs it. @returns what it says */
  async function run(name: string, ...args: readonly string[]): Promise<string> {
    const settings = { PATH: process.env['PATH'], ...env(), BACKUP_DIR: path.join(folder, 'backups') };
    return (await promisify(execFile)(process.execPath, [command(name), ...args], { env: settings })).stdout;
  }

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

  /** Restores, and sees the picture there. @returns the seconds until a server answers on what was restored */
  async function restore(...args: readonly string[]): Promise<number> {
    const from = performance.now();
    await cluster.backRest(...args, 'restore');
    await cluster.start();
    if (!fs.existsSync(dataDir)) await run('restore', '--into', dataDir);
    const server = start(env());
    const url = await server.ready;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const seconds = (performance.now() - from) / 1000;
    expect(Buffer.from(await (await fetch(`${url}${picture.url}`)).arrayBuffer())).toEqual(picture.bytes);
    await server.signal('SIGTERM');
    return seconds;
  }

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-drill-'));
    dataDir = path.join(folder, 'data');
    cluster = await make();
    await cluster.start();
    await cluster.backRest('stanza-create');
    const server = start(env());
    await server.ready;
    await look(async (db) => {
      const owner = await addPerson(db);
      proposalId = await addProposal(db, owner.id);
      backers = await Promise.all(Array.from({ length: 12 }, () => addPerson(db)));
    });
    picture = await sendPicture(await server.ready, backers[0]!);
    await server.signal('SIGTERM');
  }, TIMEOUT_MS);

  afterAll(async () => {
    await cluster.remove();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test(
    'a lost machine takes nothing with it that was archived: backings, books, signed days and pictures',
    async () => {
      const acknowledged = await backings(() => cluster.backRest('--type=full', 'backup'));
      const root = await look(async (db) => {
        await signLedgerDays(db, readAppSecret({ appSecret: [APP_SECRET], dataDir }), new Date(Date.now() + DAY_MS));
        return findNewestRoot(db);
      });
      await cluster.archiveAll();
      expect(await run('backup')).toContain('; pictures: 1.');
      await cluster.lose();
      fs.rmSync(dataDir, { recursive: true });

      const seconds = await restore();
      tellFigures(`RTO ${seconds.toFixed(1)} s with ${acknowledged.length} backings; RPO 0 for what was archived`);
      expect(await kept(acknowledged)).toBe(acknowledged.length);
      expect(root?.root).toBeTypeOf('string');
      expect(await look(findNewestRoot)).toEqual(root);
      const said = await run('restore', '--verify', '--root', root?.root ?? '');
      expect(said).toContain('The copy starts, its books agree, and every signed day stands as it was.');
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
      expect(await run('audit-verify')).toContain(
        'The books agree, every chained row and signed day stands as it was.',
      );
    },
    TIMEOUT_MS,
  );

  test(
    'six weeks of the shipped backups leave five full ones, and no log from before the first of them',
    async () => {
      await cluster.backRest('--type=full', 'backup');
      const before = await cluster.backups();
      for (let week = 0; week < 5; week += 1) {
        await cluster.backRest('--type=diff', 'backup');
        await cluster.backRest('--type=full', 'backup');
      }
      const after = await cluster.backups();
      expect(after.full.length).toBe(5);
      expect(after.full).not.toContain(before.full.at(-1));
      expect(after.oldestLog).toBe(after.neededLog);
      expect(after.oldestLog > before.oldestLog).toBe(true);
    },
    TIMEOUT_MS,
  );
}
