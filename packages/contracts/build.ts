import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileContract, sourcesHash } from './src/compile.ts';
import { DIST_FOLDER, wasmFile } from './src/contract-wasm.ts';
import { CONTRACT_NAMES, type ContractName } from './src/installations.ts';

const startedAt = performance.now();
const sources = sourcesHash();
const missing = CONTRACT_NAMES.filter((name) => !existsSync(wasmFile(name, sources)));
for (const name of missing) await build(name);
console.log(
  missing.length === 0
    ? 'The contracts are up to date.'
    : `Contracts are built (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`,
);

/** Two builds at once do the same work, and whichever ends last replaces equal bytes. */
async function build(name: ContractName): Promise<void> {
  const wasm = await compileContract(name);
  mkdirSync(DIST_FOLDER, { recursive: true });
  const file = wasmFile(name, sources);
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, wasm);
  renameSync(unfinished, file);
  removeOlder(name, file);
  console.log(`${path.relative(process.cwd(), file)}  ${wasm.length} bytes`);
}

function removeOlder(name: ContractName, newest: string): void {
  for (const each of readdirSync(DIST_FOLDER)) {
    if (each.startsWith(`${name}-`) && each.endsWith('.wasm') && each !== path.basename(newest)) {
      rmSync(path.join(DIST_FOLDER, each), { force: true });
    }
  }
}
