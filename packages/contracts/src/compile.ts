import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wasmProblems } from './check-wasm.ts';
import type { ContractName } from './installations.ts';

export const PACKAGE_FOLDER = path.resolve(import.meta.dirname, '..');
const SOURCE_FOLDER = path.join(PACKAGE_FOLDER, 'assembly');

/** A node takes less than the compiler gives: no start section, hence no runtime; and no extension of the first wasm. */
const FLAGS = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime=stub',
  '--use=abort=',
  ...['bulk-memory', 'sign-extension', 'mutable-globals', 'nontrapping-f2i'].flatMap((name) => ['--disable', name]),
];

/**
 * Compiles a contract, which takes seconds in which nothing else runs. The same sources give the same bytes.
 * @throws Error when the compiler or a node would refuse it, with the reasons.
 */
export async function compileContract(name: ContractName | `test/${string}`): Promise<Uint8Array> {
  // Imported here, because the compiler takes long to load and most runs find the contracts built.
  const { default: asc } = await import('assemblyscript/asc');
  const output = 'contract.wasm';
  const messages: string[] = [];
  const listen = { write: (message: string | Uint8Array) => messages.push(String(message)) > 0 };
  let wasm: Uint8Array | null = null;
  const { error } = await asc.main([`${name}.ts`, '--outFile', output, ...FLAGS], {
    stdout: listen,
    stderr: listen,
    readFile: (file, folder) => readOrNull(path.resolve(SOURCE_FOLDER, folder, file)),
    writeFile: (file, contents) => {
      if (file === output && typeof contents !== 'string') wasm = contents;
    },
    listFiles: () => [],
  });
  if (error || wasm === null) throw new Error(`${name}: ${error?.message ?? 'nothing came out'}\n${messages.join('')}`);
  const problems = wasmProblems(wasm);
  if (problems.length > 0) throw new Error(problems.map((problem) => `${name} ${problem}`).join('\n'));
  return wasm;
}

/** Changes with each input of a build: the sources, the flags and the compiler. */
export function sourcesHash(): string {
  const sum = createHash('sha256').update(JSON.stringify(FLAGS));
  // The compiler's version stands in the package's own file; a server with built contracts need not have it installed.
  for (const file of [path.join(PACKAGE_FOLDER, 'package.json'), ...sourceFiles()]) {
    sum.update(path.basename(file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return sum.digest('hex');
}

function sourceFiles(): string[] {
  const names = readdirSync(SOURCE_FOLDER).filter((name) => name.endsWith('.ts'));
  return names.sort().map((name) => path.join(SOURCE_FOLDER, name));
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
