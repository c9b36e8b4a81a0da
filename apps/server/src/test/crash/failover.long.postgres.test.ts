import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/db.ts';
import { tellFigures } from '../figures.ts';
import { NEEDS } from '../needs.ts';
import { type PatroniCluster, startPatroni } from '../patroni.ts';
import type { Name } from '../patroni-files.ts';
import { loadThrough, type Served } from './outage-load.ts';
import type { Place } from './place.ts';
import { useServerProcesses } from './server-process.ts';

/** The full number is for a night. */
const FAILOVERS = Number(process.env['FAILOVERS'] ?? 4);
const START_MS = 120_000;
/** Two minutes for each: a lease that runs out, a machine that joins again, on a machine that is busy. */
const TIMEOUT_MS = 120_000 * (FAILOVERS + 1);
const ALONE_MS = 90_000;
/** A pause that leaves the other programs of this machine their time. */
const PAUSE_MS = 50;

const WAYS = ['machine lost', 'switched over', 'PostgreSQL killed', 'Patroni killed'] as const;
type WayName = (typeof WAYS)[number];
type BringBack = () => void | Promise<void>;

describe.skipIf(!NEEDS.patroni.isMet())('PostgreSQL under Patroni', () => {
  const start = useServerProcesses();
  let cluster: PatroniCluster;
  let dataDir: string;

  const env: Place['env'] = () => ({
    DATABASE_URL: cluster.url,
    DATA_DIR: dataDir,
    APP_SECRET: 'the secret that these processes share',
  });
  const look: Place['look'] = async (work) => {
    const database = await openDatabase({ url: cluster.url });
    return work(database.db).finally(() => database.close());
  };

  beforeAll(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-failover-'));
    cluster = await startPatroni();
  }, START_MS);

  afterAll(async () => {
    await cluster?.remove();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  /** The ways in which a primary goes, by turns; each ends with three machines that stand together. */
  const ways: Readonly<Record<WayName, (primary: Name) => Promise<BringBack>>> = {
    'machine lost': async (primary) => {
      await cluster.crash(primary);
      return () => cluster.start(primary);
    },
    'switched over': async () => {
      await cluster.switchOver();
      return () => {};
    },
    'PostgreSQL killed': async (primary) => {
      cluster.breakDown(primary);
      return () => {};
    },
    'Patroni killed': async (primary) => {
      await cluster.abandon(primary);
      return () => bringBackAbandoned(primary);
    },
  };
  const wayOf = (time: number): WayName => WAYS[time % WAYS.length] as WayName;

  /** A server that Patroni left alone still calls itself the primary, and must acknowledge nothing. */
  async function bringBackAbandoned(name: Name): Promise<void> {
    const { rows } = await cluster.ask(name, 'select pg_is_in_recovery() as "isStandby"');
    expect(rows).toEqual([{ isStandby: false }]);
    const change = cluster.ask(name, 'create table written_alone ()').then(
      () => 'acknowledged',
      () => 'cut off',
    );
    expect(await Promise.race([change, sleep(3_000, 'unanswered')])).toBe('unanswered');
    cluster.start(name);
    expect(await change).toBe('cut off');
  }

  async function failOver(served: Served, time: number): Promise<void> {
    await cluster.whole();
    const before = await cluster.primary();
    const bringBack = await ways[wayOf(time)](before);
    await expect.poll(() => cluster.primary().catch(() => before), { timeout: 60_000 }).not.toBe(before);
    // The application goes on with two machines, and with three again.
    await served();
    await bringBack();
    await cluster.whole();
  }

  test(
    `${FAILOVERS} failovers under load lose nothing acknowledged, double nothing, and are 503 to those who ask`,
    async () => {
      const { wrong, acknowledged, refused, silences, slowest } = await loadThrough(
        { start, env, look },
        FAILOVERS,
        failOver,
        { pauseMs: PAUSE_MS },
      );
      tellFigures(
        `${acknowledged} changes acknowledged, none lost or doubled, ${refused} requests told to come again; ` +
          `seconds without an acknowledged change: ${WAYS.map((name) => `${name} ${spread(name, silences)}`).join(', ')}; ` +
          `the slowest answer took ${slowest.toFixed(1)} s`,
      );
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  test(
    'a primary without a standby answers no change, 503 in less than a minute instead, and goes on when one is back',
    async () => {
      const { wrong, refused, slowest } = await loadThrough(
        { start, env, look },
        1,
        async () => {
          await cluster.whole();
          const gone = await cluster.standbys();
          for (const name of gone) await cluster.crash(name);
          await sleep(ALONE_MS);
          for (const name of gone) cluster.start(name);
          await cluster.whole();
        },
        { pauseMs: PAUSE_MS },
      );
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(0);
      expect(slowest).toBeLessThan(60);
    },
    TIMEOUT_MS,
  );

  test(
    'a primary without etcd goes on for as long as it reaches the others',
    async () => {
      const { wrong, silences } = await loadThrough(
        { start, env, look },
        1,
        async () => {
          await cluster.whole();
          await cluster.stopEtcd();
          await sleep(ALONE_MS);
          cluster.startEtcd();
        },
        { pauseMs: PAUSE_MS },
      );
      expect(wrong).toEqual([]);
      expect(silences[0]).toBeLessThan(5);
    },
    TIMEOUT_MS,
  );

  /** Median and worst of one way. */
  function spread(name: WayName, silences: readonly number[]): string {
    const own = silences.filter((_, time) => wayOf(time) === name).toSorted((a, b) => a - b);
    return `${own[Math.floor(own.length / 2)]?.toFixed(1) ?? '–'} (at most ${own.at(-1)?.toFixed(1) ?? '–'})`;
  }
});
