import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Outcome, ProofRecord } from './record.ts';
import { RUNS } from './runs.ts';

const [first, second] = RUNS.map(({ name }) => name) as [string, string];
const HELD: Outcome = {
  outcome: 'held',
  on: '2030-01-02',
  seconds: 90,
  figures: ['3 kills | 400 backings', 'none lost'],
};
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Sathi', '-c', 'user.email=none@example.org', ...args], { cwd: root });
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'sathi-proof-'));
  mkdirSync(path.join(root, 'docs'));
  writeFileSync(path.join(root, '.gitignore'), 'node_modules/\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin');
});
afterEach(() => rmSync(root, { recursive: true }));

test('a run that was broken off goes on where it stopped, and the page names each run', () => {
  new ProofRecord(root).keep(first, HELD);
  const record = new ProofRecord(root);
  expect(record.of(first)).toEqual(HELD);
  expect(record.of(second)).toBeUndefined();
  const page = readFileSync(path.join(root, 'docs/proof.md'), 'utf8');
  expect(page).toContain(`| ${first} | held, 2030-01-02 | 1.5 | 3 kills \\| 400 backings; none lost |`);
  expect(page).toContain(`| ${second} | not run | | |`);
  expect(page.match(/^\| .* \|$/gm)).toHaveLength(RUNS.length + 1);
});

test('a run that held counts for its commit alone, and not once a file has changed', () => {
  new ProofRecord(root).keep(first, HELD);
  writeFileSync(path.join(root, 'changed.ts'), '');
  expect(new ProofRecord(root).of(first)).toBeUndefined();
  git('add', 'changed.ts');
  git('commit', '--quiet', '-m', 'Change');
  expect(new ProofRecord(root).of(first)).toBeUndefined();
});
