import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, toDatabase } from '../db.ts';
import { DatabaseBusyError, SQLSTATE } from '../errors.ts';
import { lockDirectory } from './directory-lock.ts';
import { openEmbedded, openInMemory } from './embedded-database.ts';
import { openPglite } from './open-pglite.ts';

const CHILD = path.join(import.meta.dirname, '../../test/embedded-writer.ts');
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe('the embedded database on disk', () => {
  let dataDir: string;

  // Making a database takes seconds, so these tests follow one another on one folder.
  beforeAll(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-embedded-'));
    const database = toDatabase(await openEmbedded({ dataDir }));
    await sql`create table notes (id int primary key)`.execute(database.db);
    await database.close();
  });
  afterAll(() => fs.rmSync(dataDir, { recursive: true }));

  test('every commit reaches the disk by one fsync, and reading needs none', async () => {
    const pglite = await openPglite({ folder: path.join(dataDir, 'database') });
    const fsync = vi.spyOn(fs, 'fsyncSync');
    onTestFinished(() => fsync.mockRestore());
    const fsyncsOf = async (statement: string): Promise<number> => {
      const before = fsync.mock.calls.length;
      await pglite.exec(statement);
      return fsync.mock.calls.length - before;
    };
    await pglite.exec('create table counted (id int)');
    expect(await fsyncsOf('insert into counted values (1)')).toBe(1);
    expect(await fsyncsOf('begin; insert into counted values (2); insert into counted values (3); commit')).toBe(1);
    expect(await fsyncsOf('select * from counted')).toBe(0);
    await pglite.exec('drop table counted');
    await pglite.close();
  });

  test('a second process is refused in one sentence with exit code 1, and the first goes on', async () => {
    const database = toDatabase(await openEmbedded({ dataDir }));
    const second = (await failure(promisify(execFile)(process.execPath, [CHILD, dataDir]))) as {
      code: number;
      stderr: string;
    };
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^The folder \S+ is in use by another running Sathi; .*DATA_DIR\.\n$/);
    await sql`insert into notes values (-1)`.execute(database.db);
    await database.close();
    const again = toDatabase(await openEmbedded({ dataDir }));
    expect((await sql`select id from notes`.execute(again.db)).rows).toEqual([{ id: -1 }]);
    await sql`truncate notes`.execute(again.db);
    await again.close();
  });

  test('the lock is free again after it was given back', async () => {
    const unlock = await lockDirectory(dataDir);
    expect(await failure(lockDirectory(dataDir))).toMatchObject({ name: 'StartupError' });
    await unlock();
    await (await lockDirectory(dataDir))();
  });
});

describe('the one lane to the embedded database', () => {
  let database: Database;
  let db: Kysely<unknown>;

  beforeAll(async () => {
    database = toDatabase(await openInMemory({ statementTimeoutMs: 800, idleInTransactionMs: 1_600 }));
    db = database.db as unknown as Kysely<unknown>;
    await sql`create table notes (id int primary key)`.execute(db);
  });
  afterAll(() => database.close());

  test('using the database inside its own transaction times out instead of waiting for ever', async () => {
    const thrown = await failure(
      db.transaction().execute(async (tx) => {
        await sql`insert into notes values (1)`.execute(tx);
        await sql`insert into notes values (2)`.execute(db);
      }),
    );
    expect(thrown).toMatchObject({ code: SQLSTATE.queryCanceled });
    // A statement reported as timed out while waiting does not run later either.
    expect((await sql`select id from notes`.execute(db)).rows).toEqual([]);
  });

  test('a transaction that cannot begin in time is told that the database is busy', async () => {
    const thrown = await db.transaction().execute(async () => failure(db.transaction().execute(async () => {})));
    expect(thrown).toBeInstanceOf(DatabaseBusyError);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  test('a statement that takes too long is given up, and the transaction around it is undone', async () => {
    const thrown = await failure(
      db.transaction().execute(async (tx) => {
        await sql`insert into notes values (3)`.execute(tx);
        await sql`select pg_sleep(1.3)`.execute(tx);
      }),
    );
    expect(thrown).toMatchObject({ code: SQLSTATE.queryCanceled });
    await sleep(700);
    expect((await sql`select id from notes`.execute(db)).rows).toEqual([]);
  });

  test('a transaction that sets a limit of its own has it for its statements, and the next one has that of all', async () => {
    const slow = sql<{ one: number }>`select 1 as one from pg_sleep(1.3)`;
    const slept = await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '5s'`.execute(tx);
      return slow.execute(tx);
    });
    expect(slept.rows).toEqual([{ one: 1 }]);
    const unlimited = await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = 0; set local statement_timeout = 0`.execute(tx);
      return slow.execute(tx);
    });
    expect(unlimited.rows).toEqual([{ one: 1 }]);
    const thrown = await failure(db.transaction().execute(async (tx) => slow.execute(tx)));
    expect(thrown).toMatchObject({ code: SQLSTATE.queryCanceled });
    await sleep(700);
  });

  test('requests whose callers gave up while they waited count no more once the lane is free', async () => {
    await db.transaction().execute(async (tx) => {
      const late = await Promise.all([
        failure(sql`insert into notes values (6)`.execute(db)),
        failure(db.transaction().execute(async () => {})),
      ]);
      expect(late[0]).toMatchObject({ code: SQLSTATE.queryCanceled });
      expect(late[1]).toBeInstanceOf(DatabaseBusyError);
      await sql`select 1`.execute(tx);
    });
    await sql`select 1`.execute(db);
    expect(database.load()).toEqual({ busy: 0, idle: 1, waiting: 0 });
  });

  test('a transaction left open is rolled back, so that the others get on', async () => {
    const thrown = await failure(
      db.transaction().execute(async (tx) => {
        await sql`insert into notes values (4)`.execute(tx);
        await sleep(2_200);
        await sql`insert into notes values (5)`.execute(tx);
      }),
    );
    expect(thrown).toMatchObject({ code: SQLSTATE.idleInTransactionTimeout });
    expect((await sql`select id from notes`.execute(db)).rows).toEqual([]);
  });
});

describe('the parsed statements of the embedded database', () => {
  let database: Database;
  let db: Kysely<unknown>;
  const parsed = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.execute(
      db,
    );
    return rows[0]?.count;
  };
  const find = (id: number) => sql`select * from notes where id = ${id}`.execute(db).then(({ rows }) => rows);

  beforeAll(async () => {
    database = toDatabase(await openInMemory({}));
    db = database.db as unknown as Kysely<unknown>;
    await sql`create table notes (id int primary key)`.execute(db);
    await sql`insert into notes values (1), (2)`.execute(db);
  });
  afterAll(() => database.close());

  test('a statement is parsed once, and each run has its own values', async () => {
    expect(await find(1)).toEqual([{ id: 1 }]);
    const before = await parsed();
    expect([await find(2), await find(3), await find(1)]).toEqual([[{ id: 2 }], [], [{ id: 1 }]]);
    expect(await parsed()).toBe(before);
  });

  test('a statement whose table has got a column is parsed anew', async () => {
    expect(await find(1)).toEqual([{ id: 1 }]);
    await sql`alter table notes add column said text default 'yes'`.execute(db);
    expect(await find(1)).toEqual([{ id: 1, said: 'yes' }]);
    await sql`alter table notes drop column said`.execute(db);
    const thrown = await failure(
      db.transaction().execute((tx) => sql`select * from notes where id = ${1}`.execute(tx)),
    );
    expect(thrown).toMatchObject({ code: SQLSTATE.featureNotSupported });
    expect(await find(1)).toEqual([{ id: 1 }]);
  });

  test('a refused statement leaves the connection ready for the next', async () => {
    expect(await failure(sql`insert into notes values (${1})`.execute(db))).toMatchObject({
      code: SQLSTATE.uniqueViolation,
    });
    expect(await failure(sql`select ${1} from nowhere`.execute(db))).toMatchObject({ code: '42P01' });
    expect(await find(2)).toEqual([{ id: 2 }]);
  });

  test('only so many statements stay parsed, and those used last do', async () => {
    for (let count = 0; count < 500; count += 1) {
      await sql`${sql.raw(`select ${count} as number where`)} ${true}`.execute(db);
      if (count % 100 === 0) await find(1);
    }
    const before = await parsed();
    expect(before).toBe(400);
    await find(1);
    expect(await parsed()).toBe(before);
  });
});
