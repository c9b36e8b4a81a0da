import { isQuarantined, type Quarantined, WALLS } from './quarantine.ts';
import type { TestCase } from './reports.ts';
import type { Outcome, Runner } from './runners.ts';

/** The most failed files that are run again: more are no accident. */
const FILES_MAX = 15;

export type Verdict = {
  readonly passed: number;
  readonly skipped: readonly TestCase[];
  readonly failed: readonly TestCase[];
  /** Failed at first and passed when run again, alone. */
  readonly unsteady: readonly TestCase[];
  /** The tests in quarantine, with what came of them. */
  readonly quarantined: readonly TestCase[];
  /** Errors that belong to no test, by their first line. */
  readonly errors: readonly string[];
  /** How many tests each project has, without regard to what came of them. */
  readonly counts: ReadonlyMap<string, number>;
};

/** Runs the tests, and those that failed once more by themselves: a test on a wall three times more. */
export async function judge(runner: Runner, listed: readonly Quarantined[]): Promise<Verdict> {
  const first = await runner.run();
  const tests = first.report?.tests ?? [];
  const [quarantined, judged] = split(tests, (test) => isQuarantined(listed, test));
  const failing = judged.filter(({ state }) => state === 'failed');
  const unsteady = await unsteadyOnes(runner, failing);
  const errors = first.report ? first.report.errors : ['the runner ended without a report'];
  return {
    passed: judged.filter(({ state }) => state === 'passed').length + unsteady.length,
    skipped: judged.filter(({ state }) => state === 'skipped'),
    failed: failing.filter((test) => !unsteady.includes(test)),
    unsteady,
    quarantined: quarantined.filter(({ state }) => state !== 'skipped'),
    errors: isUnexplained(first, failing, quarantined) ? ['the runner failed without a failed test'] : errors,
    counts: Map.groupBy(tests, ({ project }) => project)
      .entries()
      .reduce((counts, [project, its]) => counts.set(project, its.length), new Map<string, number>()),
  };
}

const isUnexplained = ({ code, report }: Outcome, failing: readonly TestCase[], quarantined: readonly TestCase[]) =>
  code !== 0 && report?.errors.length === 0 && [...failing, ...quarantined].every(({ state }) => state !== 'failed');

/** A file of vitest is run again whole; of Playwright the journey alone. */
async function unsteadyOnes(runner: Runner, failing: readonly TestCase[]): Promise<TestCase[]> {
  const files = [...Map.groupBy(failing, placeOf).values()];
  if (files.length > FILES_MAX) return [];
  const unsteady: TestCase[] = [];
  let nth = 0;
  for (const ofOneFile of files) {
    const [test] = ofOneFile as [TestCase, ...TestCase[]];
    const times = WALLS.test(test.file) ? 3 : 1;
    let passes = 0;
    while (passes < times) {
      nth += 1;
      if (!hasPassed(await runner.again(test, nth))) break;
      passes += 1;
    }
    if (passes === times) unsteady.push(...ofOneFile);
  }
  return unsteady;
}

const placeOf = ({ project, file, title }: TestCase) =>
  file.endsWith('.spec.ts') ? `${project} ${title}` : `${project} ${file}`;

/** A run of no tests at all shows nothing. */
const hasPassed = ({ code, report }: Outcome) =>
  code === 0 && report !== null && report.tests.some(({ state }) => state === 'passed');

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
