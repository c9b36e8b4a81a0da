import fs from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { scalarParsers } from '../parsers.ts';
import { DURABLE_START_PARAMS, DurableNodeFS } from './durable-node-fs.ts';

/** The place of the data: a folder that keeps it, or memory. What is not there yet starts from a dump or from nothing. */
export type Storage = { readonly folder?: string; readonly dump?: Uint8Array | null };

/** Opens PGlite in this thread, which it blocks while it works. */
export async function openPglite(storage: Storage): Promise<PGlite> {
  compileOnce();
  const parsers = { ...scalarParsers };
  const loadDataDir = storage.dump ? { loadDataDir: new Blob([new Uint8Array(storage.dump)]) } : {};
  if (storage.folder === undefined) return PGlite.create({ parsers, ...loadDataDir });
  const settle = discardHalfMade(storage.folder);
  const database = await PGlite.create({
    fs: new DurableNodeFS(storage.folder),
    startParams: [...DURABLE_START_PARAMS],
    parsers,
    ...loadDataDir,
  });
  settle();
  return database;
}

/**
 * Keeps V8 from compiling hot functions of the database once more. For one of them, the interpreter of expressions, its optimizing compiler needs
 * 600 MB for half a second (docs/decisions/0150-the-embedded-database-is-compiled-once.md). The flags hold for the process, and only what is compiled later heeds them.
 */
function compileOnce(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) v8.setFlagsFromString(flag);
}

/**
 * A first start that was interrupted leaves a folder which can never be opened. While a mark lies beside it no write
 * was ever acknowledged from it, so it is made anew. The returned function takes the mark away, for good: a mark that a
 * power cut brings back would cost every write since.
 */
function discardHalfMade(folder: string): () => void {
  const mark = `${folder}.unfinished`;
  if (fs.existsSync(mark)) fs.rmSync(folder, { recursive: true, force: true });
  else if (fs.existsSync(folder)) return () => {};
  fs.mkdirSync(path.dirname(mark), { recursive: true });
  fs.writeFileSync(mark, '', { flush: true });
  return () => {
    // The files of a new database are written without fsync.
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) flush(path.join(folder, name));
    fs.rmSync(mark);
    flush(path.dirname(mark));
  };
}

function flush(file: string): void {
  // Windows cannot open a folder as a file; its file system writes names in order by itself.
  if (process.platform === 'win32' && fs.statSync(file).isDirectory()) return;
  const descriptor = fs.openSync(file, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
