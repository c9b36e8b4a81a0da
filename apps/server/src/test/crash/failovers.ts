import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../db/db.ts';
import { tellFigures } from '../figures.ts';
import { type PatroniCluster, startPatroni } from '../patroni.ts';
import type { Name } from '../patroni-files.ts';
import { type Pooler, startPooler } from '../pooler.ts';
import { quietPorts } from '../ports.ts';
import type { Watched } from '../watchful-readers.ts';
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

/** Readings at the standbys before each failover. */
const READ_THERE = 20;

const WAYS = ['machine lost', 'switched over', 'PostgreSQL killed', 'Patroni killed'] as const;
type WayName = (typeof WAYS)[number];
/** How often was read from a standby (`current`), and from the primary for each reason. */
type Readings = Readonly<Record<string, number>>;
type BringBack = () => void | Promise<void>;

/**
 * The tests of one file, which fail over three machines of PostgreSQL under a load of people.
 * @param isChained with PgBouncer between two processes and HAProxy, and lists and pages read from the standbys
 */
export function testFailovers({ isChained }: { readonly isChained: boolean }): void {
  const start = useServerProcesses();
  let cluster: PatroniCluster;
  let pooler: Pooler | undefined;
  let dataDir: string;
  let metricsPorts: number[];

  const env = (process: number) => ({
    DATABASE_URL: pooler?.url ?? cluster.url,
    ...(pooler && { DATABASE_DIRECT_URL: cluster.url, DATABASE_REPLICA_URL: cluster.replicaUrl }),
    DATA_DIR: dataDir,
    APP_SECRET: 'the secret that these processes share',
    METRICS_PORT: String(metricsPorts[process]),
  });
  const options = { pauseMs: PAUSE_MS, processes: isChained ? 2 : 1 };
  const look: Place['look'] = async (work) => {
    const database = await openDatabase({ url: cluster.url });
    return work(database.db).finally(() => database.close());
  };

  beforeAll(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-failover-'));
    metricsPorts = await quietPorts(options.processes);
    cluster = await startPatroni();
    if (isChained) pooler = await startPooler(cluster.url);
  }, START_MS);

  afterAll(async () => {
    await pooler?.remove();
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
    // No connection leads there any more; a commit that no standby confirms outlives its own.
    const connections = `select pid, state from pg_stat_activity
      where usename = 'sathi' and wait_event is distinct from 'SyncRep'`;
    expect((await cluster.ask(name, connections)).rows).toEqual([]);
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
    if (isChained) await readAtReplicas();
    const before = await cluster.primary();
    const bringBack = await ways[wayOf(time)](before);
    await expect.poll(() => cluster.primary().catch(() => before), { timeout: 60_000 }).not.toBe(before);
    // The application goes on with two machines, and with three again.
    await served();
    await bringBack();
    await cluster.whole();
  }

  /** Waits until so many answers more were read from the standbys. */
  async function readAtReplicas(): Promise<void> {
    // A standby that followed another primary is believed from its next restart point on, by default within five minutes.
    for (const name of await cluster.standbys()) {
      // A machine that joins again may start once more after it was said to stand.
      await expect.poll(() => cluster.ask(name, 'checkpoint'), { timeout: 60_000 }).toBeDefined();
    }
    const { current = 0 } = await readings();
    await expect
      .poll(async () => (await readings())['current'], { timeout: 60_000 })
      .toBeGreaterThan(current + READ_THERE);
  }

  /** The readings of all processes until now. */
  async function readings(): Promise<Readings> {
    const found: Record<string, number> = {};
    for (const port of metricsPorts) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      for (const [, why = '', count] of text.matchAll(/^sathi_readings_total\{.*why="(\w+)"\} (\d+)$/gm)) {
        found[why] = (found[why] ?? 0) + Number(count);
      }
    }
    return found;
  }

  test(
    `${FAILOVERS} failovers under load lose nothing acknowledged, double nothing, and are 503 to those who ask`,
    async () => {
      let read: Readings = {};
      const { wrong, acknowledged, readers, refused, silences, slowest } = await loadThrough(
        { start, env, look },
        FAILOVERS,
        async (served, time) => {
          await failOver(served, time);
          read = await readings();
        },
        options,
      );
      tellFigures(
        `${acknowledged} changes acknowledged, none lost or doubled, ${refused} requests told to come again; ` +
          `seconds without an acknowledged change: ${WAYS.map((name) => `${name} ${spread(name, silences)}`).join(', ')}; ` +
          `${isChained ? told(readers, read) : ''}the slowest answer took ${slowest.toFixed(1)} s`,
      );
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(0);
      if (!isChained) return;
      expect(readers).toMatchObject({ wentBack: 0, rose: expect.toSatisfy((count) => count > FAILOVERS) });
      expect(read['current']).toBeGreaterThan(READ_THERE * FAILOVERS);
    },
    TIMEOUT_MS,
  );

  test(
    'a primary without a standby answers no change, 503 in less than a minute instead, and goes on when one is back',
    async () => {
      const { wrong, readers, refused, slowest } = await loadThrough(
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
        options,
      );
      tellFigures(`without a standby the slowest answer took ${slowest.toFixed(1)} s`);
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(0);
      expect(slowest).toBeLessThan(60);
      if (isChained) expect(readers.wentBack).toBe(0);
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
        options,
      );
      expect(wrong).toEqual([]);
      expect(silences[0]).toBeLessThan(5);
    },
    TIMEOUT_MS,
  );

  function told({ reads, wentBack }: Watched, { current = 0, ...others }: Readings): string {
    const reasons = Object.entries(others).map(([why, count]) => `${why} ${count}`);
    const places = `${current} readings at a standby, at the primary ${reasons.join(', ')}`;
    return `${reads} answers to readers, ${wentBack} of them less than before; ${places}; `;
  }

  /** Median and worst of one way. */
  function spread(name: WayName, silences: readonly number[]): string {
    const own = silences.filter((_, time) => wayOf(time) === name).toSorted((a, b) => a - b);
    return `${own[Math.floor(own.length / 2)]?.toFixed(1) ?? '–'} (at most ${own.at(-1)?.toFixed(1) ?? '–'})`;
  }
}
