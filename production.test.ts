import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

type Manifest = { readonly workspaces?: string[]; readonly dependencies?: Record<string, string> };
const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
const { scripts } = manifest('.') as { scripts: Record<string, string> };

/** The programs of `npm start`, and the entries of the web build. */
const ENTRIES = [
  ...`${scripts['prestart']} ${scripts['start']}`.matchAll(/node (\S+)/g).map(([, file = '']) => file),
  ...['vite.config.ts', 'src/main.tsx', 'src/entry-server.tsx', 'src/service-worker.ts'].map(
    (name) => `apps/web/${name}`,
  ),
];
/** Statements that stay when types are stripped, and other files that are run by their name. */
const IMPORT =
  /^(?:import|export)\s+(?!type\s)(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]|\bnew URL\('(\.[^']+\.ts)'/gm;

/** `@sathi/domain/ids.ts` is `packages/domain/src/ids.ts`. */
function fileOf(importer: string, specifier: string): string | null {
  const [, workspace, rest] = /^@sathi\/(\w+)\/(.*)$/.exec(specifier) ?? [];
  if (workspace !== undefined) return `packages/${workspace}/${rest?.endsWith('.ts') ? 'src/' : ''}${rest}`;
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : null;
}

function packagesReachedFrom(entries: readonly string[]): Map<string, string> {
  const packages = new Map<string, string>();
  const files = new Set(entries);
  for (const file of files) {
    if (!/\.(?:ts|tsx|mjs)$/.test(file)) continue;
    for (const [, stated, dynamic, run] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const specifier = stated ?? dynamic ?? run ?? '';
      const target = fileOf(file, specifier);
      if (target !== null && existsSync(target)) files.add(target);
      else if (target === null && /^(?!node:)@?[a-z]/.test(specifier) && !specifier.startsWith('virtual:')) {
        packages.set(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier, file);
      }
    }
  }
  return packages;
}

test('npm ci --omit=dev installs every package that npm start imports', () => {
  const folders = ['.', ...globSync(manifest('.').workspaces ?? [])];
  const installed = new Set(folders.flatMap((folder) => Object.keys(manifest(folder).dependencies ?? {})));
  const reached = [...packagesReachedFrom(ENTRIES)];
  // One package each of the server, its worker thread, the web app, its build and the compiler of contracts: all were
  // followed.
  const followed = ['fastify', '@electric-sql/pglite', 'react-dom', 'vite', 'assemblyscript'];
  expect(reached.map(([name]) => name)).toEqual(expect.arrayContaining(followed));
  expect(reached.filter(([name]) => !installed.has(name))).toEqual([]);
});
