import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { copyOwnFiles } from './own-files.ts';
import { listSnapshots, refuseNewBesideBackups, takeSnapshot } from './snapshots.ts';

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-own-files-'));
afterAll(() => fs.rmSync(place, { recursive: true }));

const [dataDir, otherDir, backupDir] = ['data', 'other', 'backups'].map((name) => path.join(place, name)) as [
  string,
  string,
  string,
];
const [secret, newer] = [randomBytes(32), randomBytes(32)];
const START = new Date('2026-03-01T12:00:00Z');
const YEAR_LATER = new Date('2027-03-01T12:00:00Z');

const dump = async () => Buffer.from('a database');
const copyOf = (...name: string[]) => fs.readFileSync(path.join(backupDir, ...name));

function begin(folder: string, holds: { readonly secret?: Buffer; readonly owner?: string }): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(path.join(folder, 'chain'), { recursive: true });
  if (holds.secret) fs.writeFileSync(path.join(folder, 'secret'), holds.secret);
  if (holds.owner) fs.writeFileSync(path.join(folder, 'chain', 'owner.pem'), holds.owner);
}

beforeEach(async () => {
  fs.rmSync(backupDir, { recursive: true, force: true });
  begin(dataDir, { secret, owner: 'the owner' });
  await takeSnapshot({ dump, dataDir, backupDir }, START);
  await takeSnapshot({ dump, dataDir, backupDir }, new Date(START.getTime() + 1000));
});

test('a backup of another DATA_DIR replaces no copy of the secret and takes no older backup away', async () => {
  const before = await listSnapshots(backupDir);
  begin(otherDir, { secret: randomBytes(32), owner: 'the owner' });
  const refused = takeSnapshot({ dump, dataDir: otherDir, backupDir }, YEAR_LATER);
  await expect(refused).rejects.toThrow(`The folder ${backupDir} holds the secret of another DATA_DIR`);
  expect(copyOf('secret')).toEqual(secret);
  expect(await listSnapshots(backupDir)).toEqual(before);
});

test('a backup of another DATA_DIR replaces no copy of the key of the chain', async () => {
  begin(otherDir, { owner: 'another owner' });
  const refused = copyOwnFiles(otherDir, backupDir, YEAR_LATER);
  await expect(refused).rejects.toThrow(`The folder ${backupDir} holds the chain of another DATA_DIR`);
  expect(copyOf('chain', 'owner.pem').toString()).toBe('the owner');
  expect(copyOf('secret')).toEqual(secret);
});

test('a backup after a rotation holds the newer ring, and one after the old secret was dropped too', async () => {
  for (const ring of [Buffer.concat([newer, secret]), newer]) {
    fs.writeFileSync(path.join(dataDir, 'secret'), ring);
    await takeSnapshot({ dump, dataDir, backupDir }, YEAR_LATER);
    expect(copyOf('secret')).toEqual(ring);
  }
});

test('a server with a sign of production makes no new database where there are backups of one', async () => {
  const config = { isProduction: true, databaseUrl: null, dataDir: otherDir, backupDir };
  fs.rmSync(otherDir, { recursive: true, force: true });
  await expect(refuseNewBesideBackups(config)).rejects.toThrow(
    /^The folder .*other of DATA_DIR has no database, but .*/,
  );
  expect(fs.existsSync(otherDir)).toBe(false);
  fs.mkdirSync(path.join(otherDir, 'database'), { recursive: true });
  await refuseNewBesideBackups(config);
});

test('a server starts anew where there is no backup, and with PostgreSQL or without a sign of production in any case', async () => {
  const first = { isProduction: true, databaseUrl: null, dataDir: path.join(place, 'new'), backupDir };
  for (const other of [
    { backupDir: path.join(place, 'empty') },
    { backupDir: null },
    { databaseUrl: 'postgres://sathi@127.0.0.1/sathi' },
    { isProduction: false },
  ]) {
    await expect(refuseNewBesideBackups({ ...first, ...other })).resolves.toBeUndefined();
  }
});
