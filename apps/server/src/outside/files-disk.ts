import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { checkFileKey } from './file-key.ts';
import type { FileStore } from './outside.ts';

/**
 * Keeps pictures in a folder of this machine: one folder for each key, with its files. A folder appears under its
 * name when all its files are written, so a crash leaves nothing half.
 */
export function createDiskFiles(folder: string): FileStore {
  const folderOf = (key: string): string => {
    checkFileKey(key);
    return path.join(folder, key);
  };

  return {
    read: async (key, among) => {
      const kept = folderOf(key);
      for (const file of among) {
        const bytes = await fs.readFile(path.join(kept, file)).catch(nullWhenMissing);
        if (bytes !== null) return { file, bytes };
      }
      return null;
    },
    write: async (key, files) => {
      const target = folderOf(key);
      const draft = path.join(folder, 'drafts', randomUUID());
      await fs.mkdir(draft, { recursive: true });
      await fs.mkdir(path.dirname(target), { recursive: true });
      try {
        await Promise.all(
          Object.entries(files).map(([name, bytes]) => fs.writeFile(path.join(draft, name), bytes, { flush: true })),
        );
        await fs.rename(draft, target);
      } catch (error) {
        // Another writer was first with the same key: its picture stays.
        if (!(await exists(target))) throw error;
      } finally {
        await fs.rm(draft, { recursive: true, force: true });
      }
    },
    remove: async (key) => fs.rm(folderOf(key), { recursive: true, force: true }),
  };
}

async function exists(target: string): Promise<boolean> {
  return fs.access(target).then(
    () => true,
    () => false,
  );
}

function nullWhenMissing(error: Error): null {
  if ('code' in error && error.code === 'ENOENT') return null;
  throw error;
}
