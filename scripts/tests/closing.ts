import type { Need } from '../../apps/server/src/test/needs.ts';
import type { Verdict } from './judge.ts';
import { isQuarantined, type Quarantined } from './quarantine.ts';
import type { TestCase } from './reports.ts';

export type StepResult = {
  readonly name: string;
  readonly seconds: number;
  /** Null for a step without tests. */
  readonly verdict: Verdict | null;
  /** The first lines of a failed step without tests. */
  readonly said: readonly string[];
};

export type Close = {
  readonly steps: readonly StepResult[];
  readonly withoutChain: boolean;
  /** The least number of tests of each project; empty where no numbers are held. */
  readonly expected: Readonly<Record<string, number>>;
  readonly quarantined: readonly Quarantined[];
  readonly needs: readonly Need[];
};

const LINES_MAX = 60;
const BROKEN_MAX = 12;
const FAILURES_MAX = 12;
const UNSTEADY_MAX = 5;

/** The last lines of a run, at most sixty: what failed, what was unsteady or not run, the time of each step, the sums. */
export function closingLines(close: Close): { readonly lines: readonly string[]; readonly hasFailed: boolean } {
  const { steps } = close;
  const verdicts = steps.flatMap(({ verdict }) => verdict ?? []);
  const failed = verdicts.flatMap((verdict) => verdict.failed);
  const { notRun, unexplained } = leftOut(close, verdicts);
  const broken = [
    ...steps.filter(({ said }) => said.length > 0).map(({ name, said }) => [`Failed: ${name}`, ...said.map(indented)]),
    ...steps.flatMap(({ name, verdict }) => (verdict?.errors ?? []).map((error) => [`Failed: ${name}: ${error}`])),
    ...[...missingTests(close), ...unexplained].map((line) => [line]),
  ];
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
  const failures = failed.length + broken.length;
  const above = [
    ...atMost(broken.flat(), BROKEN_MAX),
    ...atMost(failed.map(failureLine), FAILURES_MAX),
    ...atMost(
      verdicts.flatMap(({ unsteady }) => unsteady.map((test) => `Unsteady: ${nameOf(test)}: ${test.error}`)),
      UNSTEADY_MAX,
    ),
    ...quarantineLines(close, verdicts),
  ];
  const below = [
    ...steps.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`),
    `${passed} passed, ${failures} failed`,
  ];
  const lines = [...above, ...within(notRun, LINES_MAX - above.length - below.length), ...below];
  return { lines, hasFailed: failures > 0 };
}

const indented = (line: string) => `  ${line}`;

const nameOf = ({ file, title, project }: TestCase) =>
  `${file}${title === '' ? '' : ` > ${title}`}${project.startsWith('server-') ? ` (${project})` : ''}`;

const failureLine = (test: TestCase) =>
  `Failed: ${nameOf(test)}: ${test.error}${test.kept.length > 0 ? ` (${test.kept.join(', ')})` : ''}`;

/** The journeys have one number for all, because their projects are their files. */
function missingTests({ expected, withoutChain, steps }: Close): string[] {
  const counts = new Map<string, number>();
  for (const { name, verdict } of steps) {
    for (const [project, count] of verdict?.counts ?? []) {
      const counted = name === 'journeys' ? name : project;
      counts.set(counted, (counts.get(counted) ?? 0) + count);
    }
  }
  return Object.entries(expected)
    .filter(([name, least]) => (counts.get(name) ?? 0) < least && !(name === 'chain' && withoutChain))
    .map(([name, least]) => `Failed: ${name} has ${counts.get(name) ?? 0} tests, fewer than the ${least} of gate.json`);
}

/** One line for each test in quarantine, also where it was left out. */
function quarantineLines({ quarantined }: Close, verdicts: readonly Verdict[]): string[] {
  const run = verdicts.flatMap((verdict) => verdict.quarantined);
  return quarantined.map((each) => {
    const states = run.filter((test) => isQuarantined([each], test)).map(({ state }) => state);
    const came = states.length === 0 ? 'not run' : states.includes('failed') ? 'failed' : 'passed';
    return `In quarantine since ${each.since}, ${came}: ${each.file} > ${each.title}: ${each.reason}`;
  });
}

/** A line for each need that is unmet, and for each file of which tests are left out for none. */
function leftOut({ withoutChain, quarantined, needs }: Close, verdicts: readonly Verdict[]) {
  const skipped = verdicts.flatMap((verdict) => verdict.skipped).filter((test) => !isQuarantined(quarantined, test));
  const unmet = needs.filter(({ isMet }) => !isMet());
  const byNeed = Map.groupBy(skipped, ({ file }) => unmet.find(({ tests }) => tests.some((end) => file.endsWith(end))));
  // A failed hook, or a journey before it, leaves out the rest of its file.
  const failed = new Set(
    verdicts.flatMap((verdict) => [...verdict.failed, ...verdict.unsteady]).map(({ file }) => file),
  );
  const others = Map.groupBy(byNeed.get(undefined) ?? [], ({ file }) => file);
  const chain = 'the tests of the chain, because what they depend on has not changed since they passed';
  return {
    notRun: [
      ...[...byNeed].flatMap(([need, tests]) => (need ? `${countOf(tests)}: ${need.lack} (${need.command})` : [])),
      ...(withoutChain ? [chain] : []),
    ].map((line) => `Not run here: ${line}`),
    unexplained: [...others.values()]
      .filter(([test]) => !failed.has(test?.file ?? ''))
      .map((tests) => `Failed: ${countOf(tests)} are left out, for no need that needs.ts names`),
  };
}

const countOf = (tests: readonly TestCase[]) =>
  `${tests.length} tests of ${[...new Set(tests.map(({ file }) => file))].join(', ')}`;

/** The lines, of which the last names all that have no line of their own. */
const within = (lines: readonly string[], most: number) =>
  lines.length <= most ? lines : [...lines.slice(0, most - 1), lines.slice(most - 1).join('; ')];

function atMost(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `  and ${lines.length - most} more lines like these, in test-results`];
}
