import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withPart } from './parts.ts';
import { type Outcome, ProofRecord } from './record.ts';
import { RUNS } from './runs.ts';

const [first, second] = RUNS.map(({ name }) => name) as [string, string];
const HELD: Outcome = {
  outcome: 'held',
  on: '2030-01-02',
  minutes: 1.5,
  figures: ['3 kills | 400 backings', 'none lost'],
};
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Sathi', '-c', 'user.email=none@example.org', ...args], { cwd: root });
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'sathi-proof-'));
  mkdirSync(path.join(root, 'docs'));
  writeFileSync(path.join(root, 'docs/proof.md'), '');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin');
});
afterEach(() => rmSync(root, { recursive: true }));

const commit = () => git('rev-parse', '--short=12', 'HEAD').toString().trim();
const page = () => readFileSync(path.join(root, 'docs/proof.md'), 'utf8');

test('a run that was broken off goes on where it stopped, and the page names each run', () => {
  new ProofRecord(root).keep(first, HELD);
  const record = new ProofRecord(root);
  expect(record.of(first)).toMatchObject(HELD);
  expect(record.of(second)).toBeUndefined();
  expect(page()).toContain(`| ${first} | held, 2030-01-02 | ${commit()} | 1.5 | 3 kills \\| 400 backings; none lost |`);
  expect(page()).toContain(`| ${second} | not run | | | |`);
  expect(page().match(/^\| .* \|$/gm)).toHaveLength(RUNS.length + 1);
});

test('a run that held counts for its commit alone, and the page keeps it beside those of other commits', () => {
  new ProofRecord(root).keep(first, HELD);
  const before = commit();
  git('commit', '--quiet', '--allow-empty', '-m', 'Change');
  const record = new ProofRecord(root);
  expect(record.of(first)).toBeUndefined();
  expect([first, second].map((name) => record.minutesOf({ name }))).toEqual([1.5, 0]);
  record.keep(second, { ...HELD, outcome: 'failed', figures: [] });
  expect(page()).toContain(`| ${first} | held, 2030-01-02 | ${before} | 1.5 | 3 kills \\| 400 backings; none lost |`);
  expect(page()).toContain(`| ${second} | failed, 2030-01-02 | ${commit()} | 1.5 |  |`);
});

test('a run with changes that no commit has neither counts nor is kept', () => {
  new ProofRecord(root).keep(first, HELD);
  const kept = page();
  writeFileSync(path.join(root, 'changed.ts'), '');
  const record = new ProofRecord(root);
  expect([record.isKept, record.of(first)]).toEqual([false, undefined]);
  record.keep(second, HELD);
  expect(page()).toBe(kept);
});

test('a night that has a page elsewhere leaves the folder as git has it', () => {
  const elsewhere = path.join(root, '.git/proof.md');
  new ProofRecord(root, elsewhere).keep(first, HELD);
  expect(page()).toBe('');
  expect(new ProofRecord(root, elsewhere).of(first)).toMatchObject(HELD);
});

test('a run in parts is taken to last as long as its last part, on any commit', () => {
  const parts = { name: first, commands: 1_000 };
  const record = new ProofRecord(root);
  record.keep(first, HELD);
  expect(record.minutesOf(parts)).toBe(0);
  const begun = withPart({ ...HELD, minutes: 100 }, { ...HELD, minutes: 7.5, figures: ['10 commands'] }, 1_000);
  record.keep(first, begun);
  git('commit', '--quiet', '--allow-empty', '-m', 'Change');
  expect(new ProofRecord(root).minutesOf(parts)).toBe(7.5);
});

test('two nights beside each other keep the runs of both', () => {
  const [one, other] = [new ProofRecord(root), new ProofRecord(root)];
  one.keep(first, HELD);
  other.keep(second, HELD);
  expect([new ProofRecord(root).of(first), new ProofRecord(root).of(second)]).toMatchObject([HELD, HELD]);
});

test('the page of the project is read as it is written', () => {
  const project = path.resolve(import.meta.dirname, '../../docs/proof.md');
  cpSync(project, path.join(root, 'docs/proof.md'));
  const lines = page().split('\n');
  new ProofRecord(root).keep(first, HELD);
  const changed = page().split('\n');
  const table = lines.findIndex((line) => line.startsWith('| Run'));
  expect(changed.filter((line, number) => number > table && line !== lines[number])).toHaveLength(1);
});

test('a run in parts that has begun goes on from what it has', () => {
  const begun: Outcome = { ...HELD, outcome: 'begun', figures: ['500 commands'] };
  new ProofRecord(root).keep(first, begun);
  expect(new ProofRecord(root).of(first)).toMatchObject(begun);
});
