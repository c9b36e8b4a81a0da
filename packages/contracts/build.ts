import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { compileContract, sourcesHash } from './src/compile.ts';
import { DIST_FOLDER, wasmFile } from './src/contract-wasm.ts';
import type { Modules } from './src/gas.ts';
import { CONTRACT_NAMES, type ContractName } from './src/installations.ts';

const LOCK = path.join(DIST_FOLDER, 'building');
const LOCK_POLL_MS = 50;

const startedAt = performance.now();
const sources = sourcesHash();
const isBuilt = (name: ContractName) => existsSync(wasmFile(name, sources));

if (!CONTRACT_NAMES.every(isBuilt)) {
  mkdirSync(DIST_FOLDER, { recursive: true });
  await waitForLock();
  try {
    if (!CONTRACT_NAMES.every(isBuilt)) await build();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    rmSync(LOCK, { force: true });
  }
}
if (!process.exitCode)
  console.log(`The contracts are built (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);

/** No module is kept when a node would refuse one of them, or when a call costs more than its payment. */
async function build(): Promise<void> {
  // Imported here, because it loads the whole chain and most starts find the contracts built.
  const { measureGas } = await import('./src/gas.ts');
  const modules: Modules = {
    token: await compileContract('token'),
    stake: await compileContract('stake'),
    proposals: await compileContract('proposals'),
  };
  await measureGas(modules);
  for (const name of CONTRACT_NAMES) keep(name, modules[name]);
}

function keep(name: ContractName, wasm: Uint8Array): void {
  const file = wasmFile(name, sources);
  // Renamed once it is whole, so that half a file is never read.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, wasm);
  renameSync(unfinished, file);
  removeOlder(name, file);
  console.log(`${path.relative(process.cwd(), file)}  ${wasm.length} bytes`);
}

function removeOlder(name: ContractName, newest: string): void {
  for (const each of readdirSync(DIST_FOLDER)) {
    if (each.startsWith(`${name}-`) && each !== path.basename(newest)) {
      rmSync(path.join(DIST_FOLDER, each), { force: true });
    }
  }
}

/**
 * Spares the machine: many processes that start at once would otherwise all build the same. Correctness does not need
 * it, because the last to build replaces equal bytes; so a lock without a living holder is taken away.
 */
async function waitForLock(): Promise<void> {
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (isHolderGone()) rmSync(LOCK, { force: true });
    else await setTimeout(LOCK_POLL_MS);
  }
}

function isHolderGone(): boolean {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
