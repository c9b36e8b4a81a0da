import { NEEDS } from '../../apps/server/src/test/needs.ts';
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
};

const BROKEN_MAX = 14;
const FAILURES_MAX = 12;
const OTHERS_MAX = 5;

/** The last lines of a run, at most sixty: what failed, what was unsteady or not run, the time of each step, the sums. */
export function closingLines(close: Close): { readonly lines: readonly string[]; readonly hasFailed: boolean } {
  const { steps } = close;
  const verdicts = steps.flatMap(({ verdict }) => verdict ?? []);
  const failed = verdicts.flatMap((verdict) => verdict.failed);
  const missing = missingTests(close);
  const broken = [
    ...steps.filter(({ said }) => said.length > 0).map(({ name, said }) => [`Failed: ${name}`, ...said.map(indented)]),
    ...steps.flatMap(({ name, verdict }) => (verdict?.errors ?? []).map((error) => [`Failed: ${name}: ${error}`])),
    ...missing.map((line) => [line]),
  ];
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
  const failures = failed.length + broken.length;
  const lines = [
    ...atMost(broken.flat(), BROKEN_MAX),
    ...atMost(failed.map(failureLine), FAILURES_MAX),
    ...atMost(
      verdicts.flatMap(({ unsteady }) => unsteady.map((test) => `Unsteady: ${nameOf(test)}: ${test.error}`)),
      OTHERS_MAX,
    ),
    ...quarantineLines(close, verdicts),
    ...atMost(notRunLines(close, verdicts), OTHERS_MAX),
    ...steps.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`),
    `${passed} passed, ${failures} failed`,
  ];
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

function notRunLines({ withoutChain, quarantined }: Close, verdicts: readonly Verdict[]): string[] {
  const skipped = verdicts.flatMap((verdict) => verdict.skipped).filter((test) => !isQuarantined(quarantined, test));
  const files = [...Map.groupBy(skipped, ({ file }) => file)].map(
    ([file, tests]) => `Not run here: ${tests.length} tests of ${file}, because ${reasonFor(file)}.`,
  );
  if (!withoutChain) return files;
  return [
    ...files,
    'Not run here: the tests of the chain, because what they depend on has not changed since they passed.',
  ];
}

function reasonFor(file: string): string {
  const unmet = Object.values(NEEDS).find(({ tests, isMet }) => tests.some((test) => file.endsWith(test)) && !isMet());
  return unmet ? `${unmet.lack} (${unmet.command})` : 'they are skipped';
}

function atMost(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `  and ${lines.length - most} more lines like these, in test-results`];
}
