import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDatabase } from '../db.ts';
import { openEmbedded } from './embedded-database.ts';
import { Maintenance } from './maintenance.ts';
import { openPglite } from './open-pglite.ts';

const CHILD = path.join(import.meta.dirname, '../../test/embedded-writer.ts');

let dataDir: string;

// Making a database takes seconds, so these tests follow one another on one folder.
beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-embedded-'));
  const database = toDatabase(await openEmbedded({ dataDir }));
  await sql`create table notes (id int primary key)`.execute(database.db);
  await database.close();
});
afterAll(() => fs.rmSync(dataDir, { recursive: true }));

test('after much was written, the log is short again and the room of replaced rows is used again', async () => {
  const pglite = await openPglite({ folder: path.join(dataDir, 'database') });
  const maintenance = new Maintenance(pglite);
  const logFiles = (): number => fs.readdirSync(path.join(dataDir, 'database', 'pg_wal')).length;
  await maintenance.run(0);
  await pglite.exec(
    "create table busy (filler text); insert into busy select repeat('x', 500) from generate_series(1, 9000)",
  );
  for (let round = 0; round < 20; round += 1) await pglite.exec("update busy set filler = filler || 'y'");
  const before = logFiles();
  expect(await maintenance.run()).toBe(true);
  expect(await maintenance.run()).toBe(false);
  expect(logFiles()).toBeLessThan(before);
  // The rows that were replaced made room: writing the table once more needs no more space.
  const size = await sizeOfBusy(pglite);
  await pglite.exec("update busy set filler = filler || 'z'");
  expect(await sizeOfBusy(pglite)).toBe(size);
  await pglite.exec('drop table busy');
  await pglite.close();
});

test('an acknowledged write survives the killing of the process', async () => {
  const writer = spawn(process.execPath, [CHILD, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  let acknowledged = 0;
  for await (const line of createInterface(writer.stdout)) {
    acknowledged = Number(line);
    if (acknowledged === 40) writer.kill('SIGKILL');
  }
  if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
  expect(writer.signalCode).toBe('SIGKILL');
  const database = toDatabase(await openEmbedded({ dataDir }));
  const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(database.db);
  await database.close();
  expect(acknowledged).toBeGreaterThanOrEqual(40);
  expect(rows.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, index) => ({ id: index + 1 })));
});

test('a first start that was interrupted is made anew', async () => {
  const half = path.join(dataDir, 'half');
  fs.mkdirSync(path.join(half, 'database'), { recursive: true });
  fs.writeFileSync(path.join(half, 'database', 'PG_VERSION'), '18\n');
  fs.writeFileSync(path.join(half, 'database.unfinished'), '');
  const database = toDatabase(await openEmbedded({ dataDir: half }));
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  await database.close();
  expect(fs.readdirSync(half)).toEqual(['database']);
});

async function sizeOfBusy(pglite: { query: <Row>(text: string) => Promise<{ rows: Row[] }> }): Promise<number> {
  const { rows } = await pglite.query<{ bytes: number }>("select pg_relation_size('busy') as bytes");
  return rows[0]?.bytes ?? 0;
}
