import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCopiedAt } from '../../commands/copied-at.ts';
import { lockDirectory } from '../../db/embedded/directory-lock.ts';
import { transaction } from '../../db/transaction.ts';
import { addPerson, sendPicture, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const TIMEOUT_MS = 60_000;
const SOUND = 'The copy starts, its books agree, and every signed day stands as it was.';
const place = usePlace();
const start = useServerProcesses();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-beside-'));
const [dataDir, backupDir] = [path.join(folder, 'data'), path.join(folder, 'backups')];
const pictures = path.join(backupDir, 'files/profileImages');
afterAll(() => fs.rmSync(folder, { recursive: true }));

const env = () => {
  const { APP_SECRET: _, ...rest } = place.env();
  return { ...rest, DATA_DIR: dataDir, BACKUP_DIR: backupDir };
};

/** A command as an operator runs it. */
const run = (name: string, args: readonly string[] = [], settings: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL(`../../commands/${name}.ts`, import.meta.url)), ...args],
    { env: { PATH: process.env['PATH'], ...env(), ...settings } },
  );
const fails = (name: string, args: readonly string[] = [], settings: Readonly<Record<string, string>> = {}) =>
  run(name, args, settings).then(
    ({ stdout }) => expect.fail(`it did not fail: ${stdout}`),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  );

const pastTheTriggers = (statement: RawBuilder<unknown>) =>
  place.look((db) =>
    transaction(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await statement.execute(tx);
    }),
  );

const began = Date.now();
beforeAll(async () => {
  const person = await place.look((db) => addPerson(db));
  const server = start(env());
  await sendPicture(await server.ready, person);
  const { stdout } = await run('backup');
  expect(stdout).toContain('; pictures: 1.');
  expect(stdout).toContain('The database itself is copied by pgBackRest');
  await server.signal('SIGTERM');
}, TIMEOUT_MS);

test('pictures and the ring are copied beside a server on PostgreSQL, for its account alone', async () => {
  expect(fs.readFileSync(path.join(backupDir, 'secret'))).toEqual(fs.readFileSync(path.join(dataDir, 'secret')));
  const [name = ''] = fs.readdirSync(pictures);
  const files = fs.readdirSync(path.join(pictures, name)).toSorted();
  expect(files).toEqual(fs.readdirSync(path.join(dataDir, 'files/profileImages', name)).toSorted());
  expect(files.length).toBeGreaterThan(1);
  expect((await readCopiedAt(backupDir)).getTime()).toBeGreaterThanOrEqual(began);
  expect(fs.statSync(backupDir).mode & 0o077).toBe(0);
});

test(
  'two copies into one folder never run at once, and no data is no copy',
  async () => {
    const unlock = await lockDirectory(backupDir);
    const last = await readCopiedAt(backupDir);
    expect(await fails('backup')).toMatchObject({ code: 1, said: expect.stringContaining('is in use by another') });
    await unlock();
    const missing = path.join(folder, 'not mounted');
    expect(await fails('backup', [], { DATA_DIR: missing })).toMatchObject({
      code: 1,
      said: `The folder ${missing} of DATA_DIR is not there.\n`,
    });
    expect(await readCopiedAt(backupDir)).toEqual(last);
  },
  TIMEOUT_MS,
);

test(
  'a restored database proves itself with the ring and the pictures of the copies',
  async () => {
    expect((await run('restore', ['--verify'])).stdout).toContain(SOUND);
    expect(await fails('restore', ['--verify', '--root', 'another'])).toMatchObject({ code: 1 });
    expect(await fails('restore', ['--verify', '--before', '2026-03-01T12:00:00Z'])).toMatchObject({ code: 1 });
  },
  TIMEOUT_MS,
);

test(
  'a picture whose copy is cut short or away, and books that were changed, are each named',
  async () => {
    const [name = ''] = fs.readdirSync(pictures);
    const [copy, elsewhere] = [path.join(pictures, name), path.join(folder, 'elsewhere')];
    fs.cpSync(copy, elsewhere, { recursive: true });
    fs.truncateSync(path.join(copy, '160.webp'), 10);
    const said = (words: RegExp) => expect.stringMatching(words);
    expect(await fails('restore', ['--verify'])).toEqual({
      code: 1,
      said: said(/^The picture .*: \d+ bytes of \d+\.$/m),
    });
    fs.rmSync(copy, { recursive: true });
    expect(await fails('restore', ['--verify'])).toEqual({ code: 1, said: said(/^The picture .*: no copy\.$/m) });
    fs.renameSync(elsewhere, copy);
    await pastTheTriggers(sql`update accounts set balance_cents = balance_cents + 1 where kind = 'wallet'`);
    expect(await fails('restore', ['--verify'])).toEqual({ code: 1, said: said(/^The books: /m) });
    await pastTheTriggers(sql`update accounts set balance_cents = balance_cents - 1 where kind = 'wallet'`);
    expect((await run('restore', ['--verify'])).stdout).toContain(SOUND);
  },
  TIMEOUT_MS,
);

test(
  'pictures of the database and the ring are put into an empty folder, and over nothing',
  async () => {
    const [name = ''] = fs.readdirSync(pictures);
    fs.writeFileSync(path.join(pictures, name, '.gone'), new Date().toISOString());
    fs.cpSync(path.join(pictures, name), path.join(pictures, 'removed-by-its-owner.webp'), { recursive: true });
    const into = path.join(folder, 'restored');
    await run('restore', ['--into', into]);
    expect(fs.readdirSync(into).toSorted()).toEqual(['files', 'secret']);
    expect(fs.readdirSync(path.join(into, 'files/profileImages'))).toEqual([name]);
    const original = path.join(dataDir, 'files/profileImages', name);
    expect(fs.readdirSync(path.join(into, 'files/profileImages', name))).toEqual(fs.readdirSync(original));
    expect(await fails('restore', ['--into', into])).toMatchObject({ code: 1 });
    const none = { BACKUP_DIR: path.join(folder, 'none') };
    expect(await fails('restore', ['--into', path.join(folder, 'other')], none)).toMatchObject({ code: 1 });
  },
  TIMEOUT_MS,
);
