import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHAIN_SOURCES } from './scripts/chain-tests.ts';

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
