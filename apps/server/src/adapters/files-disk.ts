import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FileStore, ImageWidth } from '../outside.ts';

/** What a key may look like: one folder, one name, no dots but the one before the type. */
const KEY = /^[A-Za-z]{1,40}\/[a-z0-9][a-z0-9-]{0,150}\.webp$/;

/**
 * Keeps pictures in a folder of this machine: one folder for each key, one file for each width. A folder appears under its
 * name when all its files are written, so a crash leaves nothing half.
 */
export function createDiskFiles(folder: string): FileStore {
  const folderOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a key of a file');
    return path.join(folder, key);
  };

  return {
    read: async (key, width) => {
      try {
        return await fs.readFile(path.join(folderOf(key), fileName(width)));
      } catch (error) {
        if (isCode(error, 'ENOENT')) return null;
        throw error;
      }
    },
    write: async (key, sizes) => {
      const target = folderOf(key);
      const draft = path.join(folder, 'drafts', randomUUID());
      await fs.mkdir(draft, { recursive: true });
      await fs.mkdir(path.dirname(target), { recursive: true });
      try {
        const entries = Object.entries(sizes) as unknown as [ImageWidth, Uint8Array][];
        await Promise.all(
          entries.map(([width, bytes]) => fs.writeFile(path.join(draft, fileName(width)), bytes, { flush: true })),
        );
        await fs.rename(draft, target);
      } catch (error) {
        // Somebody else was first with the same key: what is there stays.
        if (!(await exists(target))) throw error;
      } finally {
        await fs.rm(draft, { recursive: true, force: true });
      }
    },
    remove: async (key) => fs.rm(folderOf(key), { recursive: true, force: true }),
  };
}

function fileName(width: ImageWidth): string {
  return `${width}.webp`;
}

async function exists(target: string): Promise<boolean> {
  return fs.access(target).then(
    () => true,
    () => false,
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
