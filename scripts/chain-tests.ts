import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from './hash-of.ts';

const PASSED = path.resolve(import.meta.dirname, '../node_modules/.cache/sathi/chain-tests-passed');

/** The tests of the chain's two packages depend on these; `test-projects.test.ts` holds their imports against the list. */
export const CHAIN_SOURCES = [
  'packages/devnet',
  'packages/contracts',
  'packages/domain/src/chain-rewards.ts',
  'types',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/** The sources and the Node version that a run of these tests is about. */
export function chainSources(): string {
  return `${hashOf(CHAIN_SOURCES)} ${process.version}`;
}

export function havePassed(sources: string): boolean {
  return existsSync(PASSED) && readFileSync(PASSED, 'utf8') === sources;
}

export function rememberPassed(sources: string): void {
  mkdirSync(path.dirname(PASSED), { recursive: true });
  writeFileSync(PASSED, sources);
}
