import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const MADE = /(^|[\\/])(node_modules|dist|\.modules)([\\/]|$)/;

/** A hash of the names and contents of these files and folders, without installed or built ones. */
export function hashOf(sources: readonly string[]): string {
  const sum = createHash('sha256');
  for (const source of sources) {
    const full = path.join(ROOT, source);
    if (!existsSync(full)) continue;
    for (const file of statSync(full).isDirectory() ? filesIn(full) : [full]) {
      const name = path.relative(ROOT, file);
      if (MADE.test(name)) continue;
      sum.update(name.replaceAll(path.sep, '/'));
      sum.update('\0');
      sum.update(readFileSync(file));
      sum.update('\0');
    }
  }
  return sum.digest('hex');
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
