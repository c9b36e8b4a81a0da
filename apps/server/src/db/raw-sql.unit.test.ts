import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SERVER = fileURLToPath(new URL('../', import.meta.url));
const RAW = /\bsql\s*\.\s*(?:raw|lit|id)\s*\(/g;
/** Text that is no parameter: each place writes a constant of its own, or the name of a table or column. */
const KNOWN: Readonly<Record<string, number>> = {
  'db/migrate.ts': 2,
  'db/proposal-status.ts': 1,
  'features/proposals/proposal-history.repository.ts': 1,
  'ledger/fresh-audit.ts': 1,
};

test('ASVS 1.2.4: no value is written into SQL but by the places that are known', () => {
  const found = globSync('**/*.ts', { cwd: SERVER })
    .filter((file) => !file.includes('.test.ts') && !/^(test|db\/migrations)\//.test(file))
    .flatMap((file) => {
      const count = readFileSync(SERVER + file, 'utf8').match(RAW)?.length ?? 0;
      return count === 0 ? [] : [[file, count] as const];
    });
  expect(Object.fromEntries(found)).toEqual(KNOWN);
});

test('no feature makes raw SQL of a text', () => {
  const files = globSync('features/**/*.ts', { cwd: SERVER }).filter((file) => !file.includes('.test.ts'));
  expect(files.filter((file) => /\bsql\s*\.\s*raw\b/.test(readFileSync(SERVER + file, 'utf8')))).toEqual([]);
});
