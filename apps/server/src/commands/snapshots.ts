import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { keptBackups } from '@sathi/domain/backups.ts';
import type { Config } from '../config/config.ts';
import { StartupError } from '../errors/startup-error.ts';
import { copyOwnFiles, refuseCopiesOfAnother } from './own-files.ts';

/** Clocks of two machines may be so far apart. */
const CLOCKS_APART_MS = 60_000;
const DRAFT = /^draft-\d+$/;
const NAME = /^database-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.([0-9a-f]{64})\.tar\.gz$/;

export type Snapshot = { readonly at: Date; readonly file: string; readonly sha256: string };

type Source = {
  /** The whole embedded database at one moment between two transactions. */
  readonly dump: () => Promise<Uint8Array>;
  readonly dataDir: string;
  readonly backupDir: string;
};

/**
 * Copies the embedded database, then what it refers to: pictures, the chain and the ring of secrets. A copy appears under its
 * name when all of it is on the disk. Older ones are taken away by age first, and drafts of tries that failed or died, so that a
 * full disk does not stay full of them; but nothing goes from the backups of another `DATA_DIR`.
 * @throws StartupError when the folder has those
 */
export async function takeSnapshot({ dump, dataDir, backupDir }: Source, now: Date): Promise<Snapshot> {
  await fs.mkdir(backupDir, { recursive: true, mode: 0o700 });
  await refuseCopiesOfAnother(dataDir, backupDir);
  await removeOld(backupDir, now);
  const bytes = await promisify(gzip)(await dump());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const at = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const file = path.join(backupDir, `database-${nameOf(at)}.${sha256}.tar.gz`);
  const draft = path.join(backupDir, `draft-${process.pid}`);
  try {
    await fs.writeFile(draft, bytes, { mode: 0o600, flush: true });
    await copyOwnFiles(dataDir, backupDir, now);
    await fs.rename(draft, file);
  } finally {
    await fs.rm(draft, { force: true });
  }
  return { at, file, sha256 };
}

/**
 * A disk that is lost or not mounted looks like a first start. In production a server makes no new database where its backups are:
 * it would serve an empty one, and back that up as the newest. Called before anything is made, so that the folder can be restored into.
 * @throws StartupError when the embedded database is not there and backups are
 */
export async function refuseNewBesideBackups({
  isProduction,
  databaseUrl,
  dataDir,
  backupDir,
}: Pick<Config, 'isProduction' | 'databaseUrl' | 'dataDir' | 'backupDir'>): Promise<void> {
  if (!isProduction || databaseUrl !== null || backupDir === null) return;
  if (existsSync(path.join(dataDir, 'database')) || (await listSnapshots(backupDir)).length === 0) return;
  throw new StartupError(
    `The folder ${dataDir} of DATA_DIR has no database, but ${backupDir} has backups of one: bring back its disk, or put a backup into it by npm run restore -- --into ${dataDir}; to begin anew, name another BACKUP_DIR.`,
  );
}

/** Newest last. */
export async function listSnapshots(backupDir: string): Promise<Snapshot[]> {
  const names = await fs.readdir(backupDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const [, at, sha256] = NAME.exec(name) ?? [];
      return at === undefined || sha256 === undefined
        ? []
        : [{ at: instantOf(at), sha256, file: path.join(backupDir, name) }];
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/**
 * The newest, or the newest up to a moment. A copy from a clock that was ahead stays the newest of all for as long, with the books
 * of the day when it was made, so a person has to say which they mean.
 * @throws StartupError when there is none, or the newest is of a time to come
 */
export async function chooseSnapshot(backupDir: string, before: Date | null, now: Date): Promise<Snapshot> {
  const until = before === null ? Number.POSITIVE_INFINITY : before.getTime();
  const chosen = (await listSnapshots(backupDir)).findLast(({ at }) => at.getTime() <= until);
  if (chosen === undefined) throw new StartupError(`The folder ${backupDir} holds no such backup.`);
  if (before === null && chosen.at.getTime() > now.getTime() + CLOCKS_APART_MS) {
    const day = chosen.at.toISOString();
    throw new StartupError(
      `The newest backup is of ${day}, which is still to come: a clock was wrong. Look at the files in ${backupDir} and say --before.`,
    );
  }
  return chosen;
}

/** The dump inside. @throws StartupError when the file is not as it was written */
export async function readSnapshot({ file, sha256 }: Snapshot): Promise<Uint8Array> {
  const bytes = await fs.readFile(file);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new StartupError(`The backup ${file} is damaged: its bytes are not those that were written.`);
  }
  return promisify(gunzip)(bytes);
}

/** The newest stays, however old it is. */
async function removeOld(backupDir: string, now: Date): Promise<void> {
  for (const name of await fs.readdir(backupDir)) if (DRAFT.test(name)) await fs.rm(path.join(backupDir, name));
  const all = await listSnapshots(backupDir);
  const kept = new Set(
    keptBackups(
      all.map(({ at }) => at),
      now,
    ).map((at) => at.getTime()),
  );
  for (const { at, file } of all) if (!kept.has(at.getTime())) await fs.rm(file);
}

/** Colons are no part of a name on every system. */
function nameOf(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

function instantOf(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'));
}
