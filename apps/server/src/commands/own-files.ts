import fs from 'node:fs/promises';
import path from 'node:path';
import { BACKUP_AGE_MAX_MS } from '@sathi/domain/backups.ts';

/** Lies in the copy of a picture since the moment when the product took the picture away. */
const GONE = '.gone';

/**
 * Copies what `DATA_DIR` holds beside the database: the secrets, the chain, and pictures, of which only new ones are copied
 * because the picture under a key never changes. A picture that was taken away leaves the copies with the last backup that
 * may refer to it.
 */
export async function copyOwnFiles(from: string, to: string, now: Date): Promise<void> {
  for (const name of ['secret', 'chain']) {
    await fs.cp(path.join(from, name), path.join(to, name), { recursive: true }).catch(ignoreMissing);
  }
  const [source, copy] = [path.join(from, 'files'), path.join(to, 'files')];
  const [kept, copied] = await Promise.all([listPictures(source), listPictures(copy)]);
  for (const key of kept) {
    if (copied.has(key)) await fs.rm(path.join(copy, key, GONE), { force: true });
    else await copyPicture(path.join(source, key), path.join(copy, key));
  }
  for (const key of copied) if (!kept.has(key)) await forget(path.join(copy, key), now);
}

/** Copied under another name first, so that a copy that was cut short is never taken for a whole one. */
async function copyPicture(from: string, to: string): Promise<void> {
  const draft = `${to}.draft`;
  await fs.rm(draft, { recursive: true, force: true });
  // A picture that goes meanwhile is in no later backup.
  const isCopied = await fs.cp(from, draft, { recursive: true }).then(() => true, ignoreMissing);
  if (isCopied) await fs.rename(draft, to);
}

async function forget(copy: string, now: Date): Promise<void> {
  const mark = path.join(copy, GONE);
  const text = await fs.readFile(mark, 'utf8').catch(ignoreMissing);
  if (text === undefined) await fs.writeFile(mark, now.toISOString());
  else if (now.getTime() - Date.parse(text) > BACKUP_AGE_MAX_MS) await fs.rm(copy, { recursive: true });
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
