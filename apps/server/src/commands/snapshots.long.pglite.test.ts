import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { toDatabase } from '../db/db.ts';
import { openEmbedded, openInMemory } from '../db/embedded/embedded-database.ts';
import { signLedgerDays } from '../features/audit-log/ledger-days.repository.ts';
import { useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';
import { chooseSnapshot, listSnapshots, readSnapshot, takeSnapshot } from './snapshots.ts';
import { verifyCopy } from './verify-copy.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-backup-'));
const [dataDir, backupDir] = [path.join(place, 'data'), path.join(place, 'backups')];
afterAll(() => fs.rmSync(place, { recursive: true }));

const dump = async () => (await world.database.dump?.()) as Uint8Array;
const take = () => takeSnapshot({ dump, dataDir, backupDir }, world.now);
const minutes = (count: number): void => {
  world.now = new Date(world.now.getTime() + count * 60_000);
};
const verdict = (copy: Uint8Array) => verifyCopy(copy, world.outside.secret, world.now);
const drafts = () => fs.readdirSync(backupDir).filter((name) => name.startsWith('draft'));
const picture = (name: string) => path.join(dataDir, 'files/proposalImages', name);
const copied = (name: string) => path.join(backupDir, 'files/proposalImages', name);

/** Copies in a process that may write files of at most so many kilobytes, as onto a disk that is full. */
function copyWithRoomFor(kilobytes: number) {
  const module = path.join(import.meta.dirname, 'own-files.ts');
  const program = `
    process.on('SIGXFSZ', () => {});
    const { copyOwnFiles } = await import(${JSON.stringify(module)});
    await copyOwnFiles(${JSON.stringify(dataDir)}, ${JSON.stringify(backupDir)}, new Date());`;
  const limited = `ulimit -f ${kilobytes}; exec "$0" --input-type=module -e "$1"`;
  return spawnSync('bash', ['-c', limited, process.execPath, program], { encoding: 'utf8' });
}

function addPicture(name: string): void {
  fs.mkdirSync(picture(name), { recursive: true });
  fs.writeFileSync(path.join(picture(name), '1600.webp'), name);
}

test('a copy taken while backings are written holds each of them whole or not at all, and its books agree (R18.4)', async () => {
  const loan = await newLoan();
  const backers = await Promise.all(Array.from({ length: 10 }, () => world.newPerson()));
  const backings = backers.map((backer) => back(loan, backer, 10));
  const { file } = await take();
  await Promise.all(backings);
  expect(fs.statSync(file).mode & 0o077).toBe(0);
  const [newest] = await listSnapshots(backupDir);
  expect(await verdict(await readSnapshot(newest!))).toMatchObject({ wrong: [] });
});

test('a copy gives the root that was signed for its days, and one that was changed does not (R34.5)', async () => {
  const loan = await newLoan();
  await back(loan, await world.newPerson(), 10);
  minutes(2 * 1440);
  expect(await signLedgerDays(world.db, world.outside.secret, world.now)).toBeGreaterThan(0);
  const { rows } = await sql<{ root: string }>`select root from ledger_days order by day desc limit 1`.execute(
    world.db,
  );
  const sound = await verdict(await dump());
  expect(sound).toMatchObject({ wrong: [], newest: { root: rows[0]?.root } });

  const forged = await openInMemory({ dump: await dump() });
  const database = toDatabase(forged);
  await sql`set session_replication_role = replica; update ledger_days set root = 'another'`.execute(database.db);
  const bent = await forged.dump();
  await database.close();
  expect((await verdict(bent)).wrong.length).toBeGreaterThan(0);
});

test('a backup whose bytes were changed is refused in one sentence', async () => {
  const snapshot = await take();
  const bytes = gunzipSync(fs.readFileSync(snapshot.file));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  fs.writeFileSync(snapshot.file, gzipSync(bytes));
  // Only the length is compared, because a failure would print the whole database.
  await expect(readSnapshot(snapshot).then(({ length }) => length)).rejects.toThrow(/^The backup .* is damaged: .*\.$/);
  fs.rmSync(snapshot.file);
});

test('a database that was put into a new folder from a backup starts with all its rows', async () => {
  const people = await world.db.selectFrom('users').select('id').orderBy('id').execute();
  const { file } = await take();
  expect(file).toContain(backupDir);
  const restored = path.join(place, 'restored');
  await (await openEmbedded({ dataDir: restored, dump: await dump() })).close();
  // The second opening reads what is on the disk.
  const again = toDatabase(await openEmbedded({ dataDir: restored }));
  expect(await again.db.selectFrom('users').select('id').orderBy('id').execute()).toEqual(people);
  await again.close();
});

test('pictures are copied once, and one that was taken away leaves the copies 35 days later', async () => {
  addPicture('1-a.webp');
  addPicture('2-b.webp');
  fs.writeFileSync(path.join(dataDir, 'secret'), Buffer.alloc(32, 1));
  await take();
  expect(fs.readFileSync(path.join(copied('1-a.webp'), '1600.webp'), 'utf8')).toBe('1-a.webp');
  expect(fs.readFileSync(path.join(backupDir, 'secret'))).toEqual(Buffer.alloc(32, 1));
  fs.rmSync(picture('1-a.webp'), { recursive: true });
  minutes(5);
  await take();
  minutes(34 * 1440);
  await take();
  expect(fs.existsSync(copied('1-a.webp'))).toBe(true);
  minutes(2 * 1440);
  await take();
  expect(fs.existsSync(copied('1-a.webp'))).toBe(false);
  expect(fs.existsSync(copied('2-b.webp'))).toBe(true);
});

test('a copy of the chain that fails half way leaves the one before as it was (R34.5)', async () => {
  const [chain, copy] = [path.join(dataDir, 'chain'), path.join(backupDir, 'chain')];
  fs.mkdirSync(path.join(chain), { recursive: true });
  fs.writeFileSync(path.join(chain, 'chain.journal'), 'day 1\n', { mode: 0o600 });
  await take();
  expect(fs.readdirSync(copy)).toEqual(['chain.journal']);
  fs.appendFileSync(path.join(chain, 'chain.journal'), 'day 2\n'.repeat(100_000));
  minutes(5);
  const copied = copyWithRoomFor(200);
  expect(copied.stderr).toContain('EFBIG');
  expect(fs.readdirSync(copy)).toEqual(['chain.journal']);
  expect(fs.readFileSync(path.join(copy, 'chain.journal'), 'utf8')).toBe('day 1\n');
  await take();
  expect(fs.statSync(path.join(copy, 'chain.journal')).size).toBe(600_006);
  expect(fs.statSync(path.join(copy, 'chain.journal')).mode & 0o077).toBe(0);
});

test('a backup from a clock that was ahead is taken for the newest only by a person who says so', async () => {
  const { at: rightAt } = await take();
  const right = world.now;
  minutes(4 * 365 * 1440);
  const ahead = await take();
  world.now = right;
  await expect(chooseSnapshot(backupDir, null, right)).rejects.toThrow('which is still to come');
  expect(await chooseSnapshot(backupDir, right, right)).toMatchObject({ at: rightAt });
  expect(await chooseSnapshot(backupDir, ahead.at, right)).toEqual(ahead);
  fs.rmSync(ahead.file);
  expect(await chooseSnapshot(backupDir, null, right)).toMatchObject({ at: rightAt });
});

test('older backups go by age, and a draft that was cut short is none', async () => {
  fs.writeFileSync(path.join(backupDir, 'draft-1'), 'half');
  minutes(40 * 1440);
  await take();
  minutes(5);
  await take();
  const ages = (await listSnapshots(backupDir)).map(({ at }) => (world.now.getTime() - at.getTime()) / 60_000);
  expect(ages).toEqual([5, 0]);
  expect(drafts()).toEqual([]);
});

test('a copy that fails leaves no draft, takes old ones away, and keeps the newest however old it is', async () => {
  minutes(5);
  await take();
  minutes(40 * 1440);
  fs.rmSync(path.join(dataDir, 'files'), { recursive: true, force: true });
  fs.writeFileSync(path.join(dataDir, 'files'), 'a disk that is no folder');
  const newest = (await listSnapshots(backupDir)).at(-1);
  await expect(take()).rejects.toThrow('ENOTDIR');
  expect(drafts()).toEqual([]);
  expect(await listSnapshots(backupDir)).toEqual([newest]);
});
