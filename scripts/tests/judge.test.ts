import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { Quarantined } from './quarantine.ts';
import type { TestCase } from './reports.ts';
import type { Outcome, Runner } from './runners.ts';

const testOf = (file: string, state: TestCase['state'] = 'failed'): TestCase => ({
  project: 'unit',
  file,
  title: 'a sum is right',
  state,
  error: state === 'failed' ? 'expected 1 to be 2' : '',
  kept: [],
});

const outcomeOf = (tests: readonly TestCase[], code = 1): Outcome => ({
  code,
  report: { tests, errors: [] },
  log: '',
});

/** Fails with these tests at first; run again, each passes as often in a row as it is told to. */
function runnerOf(
  first: Outcome,
  passes: number,
): Runner & { readonly again: Runner['again']; readonly ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    run: async () => first,
    again: async (test) => {
      ran.push(test.file);
      const hasPassed = ran.length <= passes;
      return outcomeOf([{ ...test, state: hasPassed ? 'passed' : 'failed' }], hasPassed ? 0 : 1);
    },
  };
}

test('a test that fails twice is failed', async () => {
  const verdict = await judge(runnerOf(outcomeOf([testOf('a.test.ts'), testOf('b.test.ts', 'passed')]), 0), []);
  expect(verdict).toMatchObject({ passed: 1, unsteady: [], errors: [] });
  expect(verdict.failed.map(({ file }) => file)).toEqual(['a.test.ts']);
});

test('a test that passes alone is unsteady and leaves the run green', async () => {
  const runner = runnerOf(outcomeOf([testOf('a.test.ts')]), 1);
  const verdict = await judge(runner, []);
  expect(verdict).toMatchObject({ passed: 1, failed: [], errors: [] });
  expect(verdict.unsteady.map(({ error }) => error)).toEqual(['expected 1 to be 2']);
  expect(runner.ran).toEqual(['a.test.ts']);
});

test('failed steps of one walk are run again together, failed journeys of one file each by itself', async () => {
  const twoOf = (file: string) => ['a step', 'another'].map((title) => ({ ...testOf(file), title }));
  const runner = runnerOf(outcomeOf([...twoOf('e2e/browsers/a.walk.ts'), ...twoOf('e2e/b.spec.ts')]), 3);
  expect((await judge(runner, [])).unsteady).toHaveLength(4);
  expect(runner.ran).toEqual(['e2e/browsers/a.walk.ts', 'e2e/b.spec.ts', 'e2e/b.spec.ts']);
});

test.each(['src/ledger/audit.test.ts', 'src/test/races.test.ts', 'src/test/authorisation-matrix.test.ts'])(
  'a test of %s passes three times more or is failed',
  async (file) => {
    expect((await judge(runnerOf(outcomeOf([testOf(file)]), 2), [])).failed).toHaveLength(1);
    const steady = runnerOf(outcomeOf([testOf(file)]), 3);
    expect((await judge(steady, [])).unsteady).toHaveLength(1);
    expect(steady.ran).toHaveLength(3);
  },
);

test('of more than fifteen failed files none is run again', async () => {
  const files = Array.from({ length: 16 }, (_, index) => testOf(`${index}.test.ts`));
  const runner = runnerOf(outcomeOf(files), 16);
  expect((await judge(runner, [])).failed).toHaveLength(16);
  expect(runner.ran).toEqual([]);
});

test('a runner that fails without a failed test, or leaves no report, is an error', async () => {
  expect((await judge(runnerOf(outcomeOf([testOf('a.test.ts', 'passed')]), 0), [])).errors).toHaveLength(1);
  const gone: Runner = { run: async () => ({ code: 0, report: null, log: '' }), again: async () => outcomeOf([]) };
  expect((await judge(gone, [])).errors).toEqual(['the runner ended without a report']);
});

test('a quarantined test is named and makes no run red', async () => {
  const listed: Quarantined = { file: 'a.test.ts', title: 'a sum is right', reason: 'waits', since: '2026-01-31' };
  const verdict = await judge(runnerOf(outcomeOf([testOf('a.test.ts')]), 0), [listed]);
  expect(verdict).toMatchObject({ passed: 0, failed: [], errors: [] });
  expect(verdict.quarantined).toHaveLength(1);
});
