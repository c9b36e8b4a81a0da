import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../db/db.ts';
import { query } from '../durable-cluster.ts';
import { tellOutage } from '../figures.ts';
import type { Fate } from '../tcp-proxy.ts';
import { setUpOutages } from './outages.ts';

const CUTS = 3;
const CALM_MS = 1_000;
/** The longest wait for an answer, and the longest pause before the next try. */
const LISTENS_AGAIN_MS = 11_000;
const TIMEOUT_MS = 150_000;

const { cluster, line, through, urlOfLine } = setUpOutages();

test(
  'a network that is cut between server and database is a 503, and what was sent before acts once',
  async () => {
    const outcome = await through(CUTS, async () => {
      line().onRequest = () => 'cut';
      line().onAnswer = () => 'cut';
      await sleep(CALM_MS);
      line().onRequest = () => 'pass';
      line().onAnswer = () => 'pass';
    });
    tellOutage('cut three times', outcome);
    const { wrong, refused } = outcome;
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

test(
  'a network that swallows what is sent holds work for less than half a minute, not for a quarter of an hour',
  async () => {
    const outcome = await through(1, async () => {
      line().onRequest = () => 'drop';
      line().onAnswer = () => 'drop';
      await sleep(20_000);
      line().onRequest = () => 'pass';
      line().onAnswer = () => 'pass';
    });
    tellOutage('swallowed what was sent for 20 s', outcome);
    const { wrong } = outcome;
    expect(wrong).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'a commit that no second machine confirms is a 503 in less than a minute, and acts once',
  async () => {
    const outcome = await through(1, async () => {
      await confirmedBy('nobody');
      await sleep(90_000);
      await confirmedBy('');
    });
    tellOutage('no second machine confirmed for 90 s', outcome);
    const { wrong, refused, slowest } = outcome;
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    // A backing waits for the batch before its own, and both for the lock of a commit that was given up.
    expect(slowest).toBeLessThan(60);
  },
  TIMEOUT_MS,
);

/** Names the standby that each commit waits for; none without a name. */
async function confirmedBy(standby: string): Promise<void> {
  await query(cluster().url, `alter system set synchronous_standby_names = '${standby}'`);
  await query(cluster().url, 'select pg_reload_conf()');
}

test.each<{ readonly lot: string; readonly fate: (text: string) => Fate }>([
  { lot: 'cut where they begin to listen', fate: (text) => (text.includes('listen ') ? 'cut' : 'pass') },
  { lot: 'swallowed where they begin', fate: () => 'drop' },
  { lot: 'swallowed where they begin to listen', fate: (text) => (text.includes('listen ') ? 'drop' : 'pass') },
])(
  'a listener whose new connections are $lot has one again when they are not any more, and hears each word once',
  async ({ fate }) => {
    const listeners = `from pg_stat_activity where application_name = 'sathi-listener'`;
    const database = await openDatabase({ url: urlOfLine() });
    const heard: string[] = [];
    await database.listen('news', (word) => heard.push(word));
    line().onRequest = fate;
    await query(cluster().url, `select pg_terminate_backend(pid) ${listeners}`);
    await sleep(3_000);
    line().onRequest = () => 'pass';
    await sleep(LISTENS_AGAIN_MS);
    await query(cluster().url, `notify news, 'hello'`);
    await expect.poll(() => heard).toEqual(['hello']);
    expect((await query(cluster().url, `select count(*)::int as count ${listeners}`)).rows).toEqual([{ count: 1 }]);
    await database.close();
  },
  TIMEOUT_MS,
);
