import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../db/db.ts';
import { isOverloaded } from '../../db/errors.ts';
import { transaction } from '../../db/transaction.ts';
import { query } from '../durable-cluster.ts';
import { NEEDS } from '../needs.ts';
import { startPooler } from '../pooler.ts';
import { setUpOutages } from './outages.ts';

const KILLS = 5;
const TIMEOUT_MS = 150_000;
/** The seconds after which a statement without an answer is given up. */
const SILENCE_S = 15;

describe.skipIf(!NEEDS.pooler.isMet())('a PostgreSQL server behind PgBouncer', () => {
  const { cluster, line, pooler, urlOfLine, through } = setUpOutages({ isPooled: true });
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase({ url: pooler().url, directUrl: urlOfLine() });
    await query(cluster().url, 'create table words (word text)');
  });
  afterEach(() => {
    line().onRequest = () => 'pass';
    line().onAnswer = () => 'pass';
  });
  afterAll(() => database?.close());

  /** The seconds after which the work failed, and whether it is one that people are told to come again with. */
  async function failing(work: Promise<unknown>) {
    const from = performance.now();
    const error = await work.then(
      () => 'it succeeded',
      (thrown: unknown) => thrown,
    );
    return { seconds: (performance.now() - from) / 1000, error, isToldToComeAgain: isOverloaded(error) };
  }
  const write = (word: string) =>
    transaction(database.db, async (tx) => sql`insert into words values (${word})`.execute(tx));
  const words = async () => (await sql<{ word: string }>`select word from words`.execute(database.db)).rows;

  test(
    'a commit that no second machine confirms is given up, and shown only once one confirms it',
    async () => {
      await confirmedBy('nobody');
      const failed = failing(write('unconfirmed'));
      const late = sleep(2 * SILENCE_S * 1_000, { error: 'it was not given up' });
      const outcome = await Promise.race([failed, late]);
      // A cancelled commit would be shown a moment later.
      await sleep(1_000);
      const shown = await words();
      await confirmedBy('');
      expect(shown).toEqual([]);
      expect(outcome).toMatchObject({ isToldToComeAgain: true });
      await expect.poll(words).toEqual([{ word: 'unconfirmed' }]);
    },
    TIMEOUT_MS,
  );

  test(
    'work that lifts its limit goes on for longer, and the connection it had is limited again',
    async () => {
      const slow = sql`select pg_sleep(${SILENCE_S + 2})`;
      await transaction(database.db, async (tx) => {
        await sql`set local statement_timeout = '5min'`.execute(tx);
        await slow.execute(tx);
      });
      const { seconds, ...outcome } = await failing(slow.execute(database.db));
      expect(outcome).toMatchObject({ isToldToComeAgain: true });
      expect(seconds).toBeLessThan(SILENCE_S + 1);
    },
    TIMEOUT_MS,
  );

  test(
    'a server that is away is told at once, and asked again a moment after it is back',
    async () => {
      line().onRequest = () => 'cut';
      // Connections that stand find out first.
      await failing(words());
      await sleep(2_000);
      const { seconds, ...outcome } = await failing(words());
      expect(outcome).toMatchObject({ isToldToComeAgain: true });
      expect(seconds).toBeLessThan(6);
      line().onRequest = () => 'pass';
      await expect.poll(() => failing(words()), { timeout: 4_000 }).toMatchObject({ error: 'it succeeded' });
    },
    TIMEOUT_MS,
  );

  test('work for which no connection comes free is told to come again', async () => {
    const narrow = await startPooler(cluster().url.replace('postgres@', 'postgres:any@'), { default_pool_size: '1' });
    onTestFinished(narrow.remove);
    const behind = await openDatabase({ url: narrow.url, directUrl: cluster().url });
    const held = transaction(behind.db, async (tx) => sql`select pg_sleep(8)`.execute(tx));
    const { seconds, ...outcome } = await failing(sql`select 1`.execute(behind.db));
    expect(outcome).toMatchObject({ isToldToComeAgain: true });
    expect(seconds).toBeLessThan(7);
    await held;
    await behind.close();
  });

  test(
    `PgBouncer killed ${KILLS} times under load loses no answered backing and doubles none`,
    async () => {
      const { wrong, refused } = await through(KILLS, async () => {
        await pooler().kill();
        await sleep(500);
        await pooler().start();
      });
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  /** Names the standby that each commit waits for; none without a name. */
  async function confirmedBy(standby: string): Promise<void> {
    await query(cluster().url, `alter system set synchronous_standby_names = '${standby}'`);
    await query(cluster().url, 'select pg_reload_conf()');
  }
});
