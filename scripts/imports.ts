import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Import } from '../architecture.rules.ts';

const WORKSPACES: Record<string, string> = {
  '@sathi/domain': 'packages/domain/src',
  '@sathi/texts': 'packages/texts/src',
  '@sathi/contract': 'packages/contract/src',
  '@sathi/contracts': 'packages/contracts/src',
  '@sathi/devnet': 'packages/devnet/src',
};

export type Graph = ReadonlyMap<string, readonly Import[]>;

/**
 * `import { type X }` leaves an import of nothing behind, so only `import type` counts as a type. A file that is started as a thread
 * or a process counts too.
 */
const STATEMENT =
  /^(?:import|export)\s+(type\s)?(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|\bnew URL\('(\.[^']+\.ts)'/gm;

export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(STATEMENT)].map(([, type, stated, dynamic, started]) => ({
    target: resolve(file, stated ?? dynamic ?? started ?? ''),
    typeOnly: type !== undefined,
  }));
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const workspace = Object.keys(WORKSPACES).find((name) => specifier.startsWith(`${name}/`));
  return workspace ? specifier.replace(workspace, WORKSPACES[workspace] ?? '') : specifier;
}

export async function importGraph(): Promise<Graph> {
  const graph = new Map<string, Import[]>();
  for await (const file of glob('{apps,packages}/*/src/**/*.{ts,tsx}')) {
    graph.set(file, importsOf(file, readFileSync(file, 'utf8')));
  }
  return graph;
}
