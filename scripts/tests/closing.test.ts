import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NEEDS } from '../../apps/server/src/test/needs.ts';
import { type Close, closingLines } from './closing.ts';
import type { Verdict } from './judge.ts';
import type { TestCase } from './reports.ts';

const failedTest: TestCase = {
  project: 'server-postgres',
  file: 'loans.test.ts',
  title: 'a loan > is repaid',
  state: 'failed',
  error: 'expected 1 to be 2',
  kept: ['test-results/artifacts/failed.png'],
};
const NOTHING: Verdict = {
  passed: 3,
  skipped: [],
  failed: [],
  unsteady: [],
  quarantined: [],
  errors: [],
  counts: new Map([['unit', 3]]),
};

const close = (verdict: Partial<Verdict>, changes: Partial<Close> = {}) =>
  closingLines({
    steps: [{ name: 'tests', seconds: 1, verdict: { ...NOTHING, ...verdict }, said: [] }],
    withoutChain: false,
    expected: {},
    quarantined: [],
    needs: [],
    ...changes,
  });

test('a failed test is named with its file, title, error and picture', () => {
  const { lines, hasFailed } = close({ failed: [failedTest] });
  expect(hasFailed).toBe(true);
  expect(lines).toContain(
    'Failed: loans.test.ts > a loan > is repaid (server-postgres): expected 1 to be 2 (test-results/artifacts/failed.png)',
  );
  expect(lines.at(-1)).toBe('3 passed, 1 failed');
});

test('an unsteady test is named and the run is green', () => {
  const { lines, hasFailed } = close({ unsteady: [failedTest] });
  expect(hasFailed).toBe(false);
  expect(lines[0]).toMatch(/^Unsteady: loans\.test\.ts > a loan > is repaid/);
});

test('a project with fewer tests than its number is a failure', () => {
  expect(close({}, { expected: { unit: 4 } })).toMatchObject({ hasFailed: true });
  expect(close({}, { expected: { unit: 3 } })).toMatchObject({ hasFailed: false });
});

test('a journey about the chain does not count as a test of the chain', () => {
  const chain = { ...NOTHING, counts: new Map([['chain', 3]]) };
  const steps = ['tests', 'journeys'].map((name) => ({ name, seconds: 1, verdict: chain, said: [] }));
  expect(close({}, { steps, expected: { chain: 3, journeys: 3 } })).toMatchObject({ hasFailed: false });
  expect(close({}, { steps, expected: { chain: 4 } })).toMatchObject({ hasFailed: true });
});

test('a step without tests fails with what it printed first', () => {
  const { lines } = close({}, { steps: [{ name: 'types', seconds: 2, verdict: null, said: ['a.ts: no such name'] }] });
  expect(lines.slice(0, 2)).toEqual(['Failed: types', '  a.ts: no such name']);
});

test('tests left out for want of one program are named together, and the run is green', () => {
  const files = ['apps/a/a.test.ts', 'apps/b/b.test.ts'];
  const need = {
    isMet: () => false,
    lack: 'a program is not installed',
    command: 'get it',
    tests: ['a/a.test.ts', 'b.test.ts'],
  };
  const skipped = files.map((file) => ({ ...failedTest, file, state: 'skipped' as const }));
  const { lines, hasFailed } = close({ skipped }, { needs: [{ ...need, isMet: () => true }, need] });
  expect(lines[0]).toBe(
    'Not run here: 2 tests of apps/a/a.test.ts, apps/b/b.test.ts: a program is not installed (get it)',
  );
  expect(hasFailed).toBe(false);
});

test('a test that is left out for no need fails the run, unless one of its file failed before it', () => {
  const skipped = [{ ...failedTest, state: 'skipped' as const }];
  const { lines, hasFailed } = close({ skipped });
  expect(lines[0]).toBe('Failed: 1 tests of loans.test.ts are left out, for no need that needs.ts names');
  expect(hasFailed).toBe(true);
  expect(close({ skipped, unsteady: [failedTest] })).toMatchObject({ hasFailed: false });
});

test('each test that is left out names its need, which lists the file', () => {
  const files = globSync([
    'apps/server/src/**/*.test.ts',
    'scripts/*.test.ts',
    'packages/devnet/src/**/*.test.ts',
    'e2e/**/*.walk.ts',
  ]);
  const lists = (need: { readonly tests: readonly string[] }, file: string) =>
    need.tests.some((end) => file.endsWith(end));
  const needs = Object.entries(NEEDS);
  expect(needs.flatMap(([, { tests }]) => tests).filter((test) => !files.some((file) => file.endsWith(test)))).toEqual(
    [],
  );
  const leavesOut = files.filter((file) => /\.(skipIf|runIf)\(|\bskip\(!/.test(readFileSync(file, 'utf8')));
  expect(leavesOut.length).toBeGreaterThan(15);
  const unnamed = leavesOut.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const named = needs.filter(([name]) => source.includes(`NEEDS.${name}.`));
    const listed = needs.filter(([, need]) => lists(need, file));
    return listed.length > 0 && named.every((need) => listed.includes(need)) ? [] : [file];
  });
  expect(unnamed).toEqual([]);
});

test('the closing lines of all steps are at most sixty, and name each need', () => {
  const many = Array.from({ length: 100 }, () => failedTest);
  const skipped = Array.from({ length: 30 }, (_, index) => ({
    ...failedTest,
    file: `a/${index}.test.ts`,
    state: 'skipped' as const,
  }));
  const needs = skipped.map(({ file }) => ({
    isMet: () => false,
    lack: `no ${file}`,
    command: 'get it',
    tests: [file],
  }));
  const said = Array.from({ length: 10 }, () => 'a line');
  const steps = Array.from({ length: 12 }, (_, index) => ({
    name: `step ${index}`,
    seconds: 1,
    verdict: index < 3 ? { ...NOTHING, failed: many, unsteady: many, skipped } : null,
    said: index < 3 ? [] : said,
  }));
  const listed = Array.from({ length: 10 }, () => ({ file: 'a', title: 'b', reason: 'c', since: '2026-01-31' }));
  const { lines } = close({}, { steps, withoutChain: true, expected: { unit: 1000 }, quarantined: listed, needs });
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(needs.filter(({ lack }) => !lines.some((line) => line.includes(`: ${lack} (`)))).toEqual([]);
  expect(lines.join('\n')).toContain('the tests of the chain, because');
});
