import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHAIN_SOURCES } from './scripts/chain-tests.ts';
import { WITHOUT_SQL } from './vitest.config.ts';

const SQL = /sql`|sql<|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\.repository\.ts'/;

test.each(WITHOUT_SQL)('%s, which runs on one database, and the file it tests have no SQL', (file) => {
  const tested = file.replace('.test.ts', '.ts');
  for (const each of existsSync(tested) ? [file, tested] : [file]) {
    expect(readFileSync(each, 'utf8'), each).not.toMatch(SQL);
  }
});

test.each(['sql`select 1`', 'sql<Row>`select 1`', "db.selectFrom('users')", "from './users.repository.ts'"])(
  'a planted %s counts as SQL',
  (source) => expect(source).toMatch(SQL),
);

test('the tests of the chain run again when a file that they import changes', async () => {
  const missed: string[] = [];
  for await (const file of glob('packages/{devnet,contracts}/**/*.ts', { exclude: ['**/{node_modules,dist}'] })) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import\()\s*'((?:\.|@sathi\/)[^']+)'/g,
    )) {
      const target = specifier.startsWith('.')
        ? join(dirname(file), specifier)
        : specifier.replace(/^@sathi\/(\w+)/, 'packages/$1/src');
      if (!CHAIN_SOURCES.some((source) => target.startsWith(source))) missed.push(`${file} -> ${target}`);
    }
  }
  expect(missed).toEqual([]);
});
