import fs from 'node:fs/promises';
import path from 'node:path';
import { BACKUP_AGE_MAX_MS } from '@sathi/domain/backups.ts';
import { SECRET_BYTES } from '../config/secret.ts';
import { StartupError } from '../errors/startup-error.ts';

/** Lies in the copy of a picture since the moment when the product took the picture away. */
const GONE = '.gone';
/** Ends the name of a copy that is not whole yet. */
const DRAFT = '.draft';

/**
 * Copies what `DATA_DIR` holds beside the database: the secrets, the chain, and pictures, of which only new ones are copied
 * because the picture under a key never changes. A picture that was taken away leaves the copies with the last backup that
 * may refer to it. One process at a time.
 * @returns how many pictures the product has
 * @throws StartupError as {@link refuseCopiesOfAnother}
 */
export async function copyOwnFiles(from: string, to: string, now: Date): Promise<number> {
  await refuseCopiesOfAnother(from, to);
  await copySecret(path.join(from, 'secret'), path.join(to, 'secret'));
  await copyChain(path.join(from, 'chain'), path.join(to, 'chain'));
  const [source, copy] = [path.join(from, 'files'), path.join(to, 'files')];
  const [kept, copied] = await Promise.all([listPictures(source), listPictures(copy)]);
  for (const key of kept) {
    if (copied.has(key)) await fs.rm(path.join(copy, key, GONE), { force: true });
    else await copyPicture(path.join(source, key), path.join(copy, key));
  }
  for (const key of copied) if (!kept.has(key)) await forget(path.join(copy, key), now);
  return kept.size;
}

/**
 * The copies of the secret and of the chain exist once, and every older backup needs them: a server that began anew, on an empty
 * `DATA_DIR` or another, must not put its own in their place. A rotation keeps the copied secret in the ring.
 * @throws StartupError when the newest secret of the copy is not in the ring, or the copied chain has another owner
 */
export async function refuseCopiesOfAnother(from: string, to: string): Promise<void> {
  const read = (...at: string[]) => fs.readFile(path.join(...at)).catch(ignoreMissing);
  const [ring, copiedRing] = [await read(from, 'secret'), await read(to, 'secret')];
  const owner = path.join('chain', 'owner.pem');
  const [own, copiedOwn] = [await read(from, owner), await read(to, owner)];
  const isOther =
    ring !== undefined && copiedRing !== undefined && !holdsSecret(ring, copiedRing.subarray(0, SECRET_BYTES));
  const isOtherChain = own !== undefined && copiedOwn !== undefined && !own.equals(copiedOwn);
  if (!isOther && !isOtherChain) return;
  throw new StartupError(
    `The folder ${to} holds the ${isOther ? 'secret' : 'chain'} of another DATA_DIR than ${from}, which no backup may replace: docs/runbook.md, section 5.`,
  );
}

function holdsSecret(ring: Buffer, secret: Buffer): boolean {
  const places = Array.from({ length: Math.floor(ring.length / SECRET_BYTES) }, (_, place) => place * SECRET_BYTES);
  return places.some((from) => ring.subarray(from, from + SECRET_BYTES).equals(secret));
}

/**
 * The way back: the secrets, the chain, and of the pictures those that the restored database tells of, also when they were taken
 * away after its moment. Others stay away: a person may have had them removed.
 */
export async function bringBackFiles(from: string, to: string, keys: readonly string[]): Promise<void> {
  await copySecret(path.join(from, 'secret'), path.join(to, 'secret'));
  await copyChain(path.join(from, 'chain'), path.join(to, 'chain'));
  for (const key of keys) await copyPicture(path.join(from, 'files', key), path.join(to, 'files', key));
}

/** The copy before stays whole until this one is on the disk. */
async function copySecret(from: string, to: string): Promise<void> {
  const secret = await fs.readFile(from).catch(ignoreMissing);
  if (secret === undefined) return;
  await fs.writeFile(`${to}${DRAFT}`, secret, { mode: 0o600, flush: true });
  await fs.rename(`${to}${DRAFT}`, to);
}

/** The journal grows without an end, so it goes past the memory. Each copy before stays whole until the next one is on the disk. */
async function copyChain(from: string, to: string): Promise<void> {
  const names = (await fs.readdir(from).catch(ignoreMissing)) ?? [];
  if (names.length > 0) await fs.mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of names.filter((each) => !each.endsWith(DRAFT))) {
    const draft = path.join(to, `${name}${DRAFT}`);
    // The running chain writes its address under another name first, which may be gone by now.
    await copyOnDisk(path.join(from, name), draft).then(
      () => fs.rename(draft, path.join(to, name)),
      async (error: NodeJS.ErrnoException) => {
        await fs.rm(draft, { force: true });
        ignoreMissing(error);
      },
    );
  }
}

async function copyOnDisk(from: string, to: string): Promise<void> {
  await fs.copyFile(from, to);
  const file = await fs.open(to, 'r+');
  await file.sync().finally(() => file.close());
}

/**
 * Copied under another name first, and onto the disk, so that a copy that was cut short is never taken for a whole one, which
 * would never be copied again.
 */
async function copyPicture(from: string, to: string): Promise<void> {
  const draft = `${to}${DRAFT}`;
  await fs.rm(draft, { recursive: true, force: true });
  await fs.mkdir(draft, { recursive: true });
  // A picture that goes meanwhile is in no later backup.
  const names = (await fs.readdir(from).catch(ignoreMissing)) ?? [];
  const files = names.filter((name) => name !== GONE);
  const isCopied = await copyFiles(from, draft, files).then(() => files.length > 0, ignoreMissing);
  await (isCopied ? fs.rename(draft, to) : fs.rm(draft, { recursive: true }));
}

async function copyFiles(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await fs.writeFile(path.join(to, name), await fs.readFile(path.join(from, name)), { flush: true });
  }
}

async function forget(copy: string, now: Date): Promise<void> {
  const mark = path.join(copy, GONE);
  const text = await fs.readFile(mark, 'utf8').catch(ignoreMissing);
  if (text === undefined) await fs.writeFile(mark, now.toISOString());
  else if (now.getTime() - Date.parse(text) > BACKUP_AGE_MAX_MS) await fs.rm(copy, { recursive: true });
}

/** How large the copy of a picture is, all its sizes together; 0 without one. @param folder of the copies */
export async function copiedBytes(folder: string, key: string): Promise<number> {
  const names = (await fs.readdir(path.join(folder, key)).catch(ignoreMissing)) ?? [];
  const sizes = names
    .filter((name) => name !== GONE)
    .map(async (name) => (await fs.stat(path.join(folder, key, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The keys under a folder: `proposalImages/4-1f0c9a.webp`. */
async function listPictures(folder: string): Promise<ReadonlySet<string>> {
  const kinds = (await fs.readdir(folder).catch(ignoreMissing)) ?? [];
  const keys = await Promise.all(
    kinds
      .filter((kind) => kind !== 'drafts')
      .map(async (kind) => (await fs.readdir(path.join(folder, kind))).map((name) => path.join(kind, name))),
  );
  return new Set(keys.flat().filter((key) => key.endsWith('.webp')));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
