import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHAIN_SOURCES } from './scripts/chain-tests.ts';
import { importsOf } from './scripts/imports.ts';

const isSource = (file: string) => CHAIN_SOURCES.some((source) => file === source || file.startsWith(`${source}/`));

test('the tests of the chain run again when a file changes that they, or what they import, import', () => {
  const files = globSync(['packages/{devnet,contracts}/**/*.ts', 'packages/*/src/*.ts'], {
    exclude: ['**/{node_modules,dist}'],
  }).filter(isSource);
  expect(files).toContain('packages/domain/src/chain-rewards.ts');
  const missed = files.flatMap((file) =>
    importsOf(file, readFileSync(file, 'utf8'))
      .filter(({ target }) => target.startsWith('packages/') && !isSource(target))
      .map(({ target }) => `${file} -> ${target}`),
  );
  expect(missed).toEqual([]);
});
