import { globSync } from 'node:fs';
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

test('a test left out for want of a program is named and the run is green', () => {
  const { lines, hasFailed } = close({ skipped: [{ ...failedTest, state: 'skipped' }] });
  expect(lines[0]).toBe('Not run here: 1 tests of loans.test.ts, because they are skipped.');
  expect(hasFailed).toBe(false);
});

test('each need names the files of its tests', () => {
  const files = globSync([
    'apps/server/src/**/*.test.ts',
    'scripts/*.test.ts',
    'packages/devnet/src/**/*.test.ts',
    'e2e/**/*.walk.ts',
  ]);
  const named = Object.values(NEEDS).flatMap(({ tests }) => tests);
  expect(named.filter((test) => !files.some((file) => file.endsWith(test)))).toEqual([]);
});

test('the closing lines are at most sixty', () => {
  const many = Array.from({ length: 100 }, () => failedTest);
  const said = Array.from({ length: 10 }, () => 'a line');
  const steps = Array.from({ length: 9 }, (_, index) => ({
    name: `step ${index}`,
    seconds: 1,
    verdict: index < 2 ? { ...NOTHING, failed: many, unsteady: many, skipped: many } : null,
    said: index < 2 ? [] : said,
  }));
  const listed = Array.from({ length: 10 }, () => ({ file: 'a', title: 'b', reason: 'c', since: '2026-01-31' }));
  expect(close({}, { steps, quarantined: listed }).lines.length).toBeLessThanOrEqual(60);
});
