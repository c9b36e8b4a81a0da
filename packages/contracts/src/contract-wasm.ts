import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER, sourcesHash } from './compile.ts';
import type { ContractName } from './installations.ts';

export const DIST_FOLDER = path.join(PACKAGE_FOLDER, 'dist');

let building: Promise<unknown> | null = null;

/**
 * The module of a contract, as it is sent to the chain. One that was never built from these sources is built first,
 * which takes seconds, in a process of its own, so that a server goes on answering.
 * @throws Error when the sources do not compile.
 */
export async function contractWasm(name: ContractName): Promise<Uint8Array> {
  const file = wasmFile(name, sourcesHash());
  if (!existsSync(file)) {
    building ??= promisify(execFile)(process.execPath, [path.join(PACKAGE_FOLDER, 'build.ts')]);
    await building.finally(() => (building = null));
  }
  return readFile(file);
}

/** The name carries the hash of the sources, so that an existing file is never stale and never half written. */
export function wasmFile(name: ContractName, sources: string): string {
  return path.join(DIST_FOLDER, `${name}-${sources.slice(0, 16)}.wasm`);
}
