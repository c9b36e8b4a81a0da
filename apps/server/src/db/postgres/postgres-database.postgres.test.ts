import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/template-database.ts';
import { notify, openDatabase } from '../db.ts';
import { SQLSTATE } from '../errors.ts';
import { transaction } from '../transaction.ts';

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe('a PostgreSQL server', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.drop());

  test('a server that does not answer is told in one sentence, without the password', async () => {
    const thrown = await failure(openDatabase({ url: 'postgres://sathi:hunter2@127.0.0.1:1/sathi' }));
    expect(thrown).toMatchObject({ name: 'StartupError', message: expect.stringMatching(/^The database at .*\.$/) });
    expect(String(thrown)).not.toContain('hunter2');
  });

  test('each connection has its limits', async () => {
    const { rows } = await sql`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
      database.db,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '15000' },
      { name: 'lock_timeout', setting: '5000' },
      { name: 'statement_timeout', setting: '10000' },
    ]);
  });

  test('statements with parameters are prepared when they come again, and not at all behind a pooler', async () => {
    const preparedBy = async ({ db }: Pick<TestDatabase, 'db'>, times: number, name = 'id'): Promise<number> =>
      transaction(db, async (tx) => {
        for (let id = 0; id < times; id++) await sql`select ${id}::int as ${sql.ref(name)}`.execute(tx);
        const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx);
        return rows.filter(({ statement }) => statement.includes(`::int as "${name}"`)).length;
      });
    const busy = await openDatabase({ url: database.url });
    const runMany = async () => {
      for (let i = 0; i < 310; i++) await sql`select ${i}::int as ${sql.ref(`column_${i}`)}`.execute(busy.db);
    };
    // Texts that come once take no names.
    await runMany();
    expect(await preparedBy(busy, 1)).toBe(0);
    expect(await preparedBy(busy, 1)).toBe(1);
    // More texts than one database names leave the next database all of its names.
    await runMany();
    expect(await preparedBy(busy, 3, 'late')).toBe(0);
    await busy.close();
    expect(await preparedBy(database, 3)).toBe(1);
    const pooled = await openDatabase({ url: `${database.url}?pgbouncer=true` });
    expect(await preparedBy(pooled, 3)).toBe(0);
    await pooled.close();
  });

  test('a migration under a prepared statement costs one error, not all that follow', async () => {
    await sql`create table shapes (id int); insert into shapes values (1)`.execute(database.db);
    const one = await openDatabase({ url: database.url });
    const read = () => sql`select * from shapes where id = ${1}`.execute(one.db);
    for (let times = 0; times < 2; times++) await read();
    await sql`alter table shapes add column name text default 'new'`.execute(database.db);
    expect(await failure(read())).toMatchObject({ code: '0A000' });
    expect((await read()).rows).toEqual([{ id: 1, name: 'new' }]);
    await one.close();
  });

  test('two transactions that wait for each other both finish', async () => {
    await sql`create table pair (id int primary key, hits int not null); insert into pair values (1, 0), (2, 0)`.execute(
      database.db,
    );
    const both = Promise.withResolvers<void>();
    let arrived = 0;
    const touch = (first: number, second: number) =>
      transaction(database.db, async (tx) => {
        await sql`update pair set hits = hits + 1 where id = ${first}`.execute(tx);
        arrived += 1;
        if (arrived === 2) both.resolve();
        await both.promise;
        await sql`update pair set hits = hits + 1 where id = ${second}`.execute(tx);
      });
    await Promise.all([touch(1, 2), touch(2, 1)]);
    expect((await sql`select hits from pair`.execute(database.db)).rows).toEqual([{ hits: 2 }, { hits: 2 }]);
  });

  test('a connection that the server ends in the middle of a transaction fails that transaction only', async () => {
    const thrown = await failure(
      transaction(database.db, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
        await sql`select 1`.execute(tx);
      }),
    );
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).not.toMatchObject({ code: SQLSTATE.inFailedTransaction });
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  });

  test('a listener can stop while the server is gone, so a program can end then', async () => {
    const other = await openDatabase({ url: database.url });
    const unlisten = await other.listen('nobody_speaks', () => {});
    const isThere = () =>
      sql<{ pid: number }>`select pid from pg_stat_activity
        where application_name = 'sathi-listener' and datname = current_database()`.execute(database.db);
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'sathi-listener' and datname = current_database()`.execute(database.db);
    await expect.poll(async () => (await isThere()).rows).toEqual([]);
    await expect(unlisten()).resolves.toBeUndefined();
    await other.close();
  });

  test('listening comes back after a lost connection and says that a notification may have been missed', async () => {
    const heard: string[] = [];
    let resyncs = 0;
    await database.listen(
      'news',
      (payload) => heard.push(payload),
      () => {
        resyncs += 1;
      },
    );
    await notify(database.db, 'news', 'one');
    await expect.poll(() => heard).toEqual(['one']);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'sathi-listener' and datname = current_database()`.execute(database.db);
    await expect.poll(() => resyncs, { timeout: 5_000 }).toBe(1);
    await notify(database.db, 'news', 'two');
    await expect.poll(() => heard).toEqual(['one', 'two']);
  });
});
