import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../test/template-database.ts';
import { StartupError } from '../errors/startup-error.ts';
import { openDatabase } from './db.ts';
import { migrate, migrationNames, pendingMigrations } from './migrate.ts';

let database: TestDatabase;
let folder: URL;

const write = (name: string, text: string): Promise<void> => fs.writeFile(new URL(name, folder), text);

beforeEach(async () => {
  database = await openTestDatabase();
  await sql`drop table kysely_migration`.execute(database.db);
  folder = pathToFileURL(`${await fs.mkdtemp(path.join(os.tmpdir(), 'sathi-migrations-'))}/`);
  await write('0001_first.sql', 'create table firsts (id int); insert into firsts values (1);');
});
afterEach(async () => {
  await database.drop();
  await fs.rm(folder, { recursive: true });
});

test('each missing file is applied once, in order', async () => {
  await write('0002_second.sql', 'alter table firsts add column name text;');
  expect(await pendingMigrations(database.db, migrationNames(folder))).toEqual(['0001_first', '0002_second']);
  expect(await migrate(database.db, folder)).toEqual(['0001_first', '0002_second']);
  expect(await migrate(database.db, folder)).toEqual([]);
  expect(await pendingMigrations(database.db, migrationNames(folder))).toEqual([]);
});

test('a failing file leaves no trace, and the files before it stay applied', async () => {
  await write('0002_broken.sql', "create table seconds (id int); select 'not a number'::int;");
  await expect(migrate(database.db, folder)).rejects.toMatchObject({ code: '22P02' });
  expect(await pendingMigrations(database.db, migrationNames(folder))).toEqual(['0002_broken']);
  const { rows } =
    await sql`select to_regclass('firsts') is not null as first, to_regclass('seconds') is null as second`.execute(
      database.db,
    );
  expect(rows).toEqual([{ first: true, second: true }]);
});

test('a migration of a newer version stays, and an older version starts beside it', async () => {
  await write('0002_second.sql', 'create table seconds (id int);');
  await migrate(database.db, folder);
  await fs.rm(new URL('0002_second.sql', folder));
  expect(await migrate(database.db, folder)).toEqual([]);
  expect(await pendingMigrations(database.db, migrationNames(folder))).toEqual([]);
});

test('a database of other migrations is refused with one sentence, and nothing is applied', async () => {
  await migrate(database.db, folder);
  await fs.rename(new URL('0001_first.sql', folder), new URL('0001_other.sql', folder));
  await write('0002_second.sql', 'create table seconds (id int);');
  const refused = migrate(database.db, folder);
  await expect(refused).rejects.toBeInstanceOf(StartupError);
  await expect(refused).rejects.toThrow(/other migrations than this version has \(0001_first\)/);
  expect(await pendingMigrations(database.db, migrationNames(folder))).toEqual(['0001_other', '0002_second']);
});

test('a migration waits at most five seconds for a lock, and the sessions keep their own limits', async () => {
  await write('0002_limit.sql', "create table limits as select current_setting('lock_timeout') as lock_timeout;");
  const before = await sql`show lock_timeout`.execute(database.db);
  await migrate(database.db, folder);
  expect((await sql`select * from limits`.execute(database.db)).rows).toEqual([{ lockTimeout: '5s' }]);
  expect((await sql`show lock_timeout`.execute(database.db)).rows).toEqual(before.rows);
});

test('five processes that start at once apply each file once', async () => {
  await write('0002_slow.sql', 'select pg_sleep(0.2); insert into firsts values (2);');
  const { url } = database;
  const openOne = url === null ? async () => database : () => openDatabase({ url });
  const starters = await Promise.all(Array.from({ length: 5 }, openOne));
  const applied = await Promise.all(starters.map((starter) => migrate(starter.db, folder)));
  expect(applied.flat().toSorted()).toEqual(['0001_first', '0002_slow']);
  expect((await sql`select id from firsts order by id`.execute(database.db)).rows).toEqual([{ id: 1 }, { id: 2 }]);
  if (url !== null) await Promise.all(starters.map((starter) => starter.close()));
});
