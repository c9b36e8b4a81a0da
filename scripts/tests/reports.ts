import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder for the reports, the output of each step, traces and pictures. */
export const RESULTS = 'test-results';

/** One test of vitest or one journey of Playwright. */
export type TestCase = {
  /** The project of vitest or of Playwright. */
  readonly project: string;
  readonly file: string;
  /** The title with those of the groups around it, joined by ` > `. */
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** The first line of the first error; empty where there is none. */
  readonly error: string;
  /** Pictures and traces of a failed journey. */
  readonly kept: readonly string[];
};

export type TestFile = {
  readonly project: string;
  readonly file: string;
  readonly seconds: number;
  /** The errors of the file itself, which then has no tests. */
  readonly errors: readonly string[];
  readonly tests: ReadonlyArray<{ readonly title: string; readonly state: string; readonly error: string }>;
};

export type UnitReport = { readonly files: readonly TestFile[]; readonly unhandled: readonly string[] };

type JourneySuite = {
  readonly title: string;
  readonly suites?: readonly JourneySuite[];
  readonly specs: ReadonlyArray<{
    readonly title: string;
    readonly file: string;
    readonly tests: ReadonlyArray<{ readonly projectName: string; readonly results: readonly JourneyResult[] }>;
  }>;
};
type JourneyResult = {
  readonly status: string;
  readonly errors: ReadonlyArray<{ readonly message?: string }>;
  readonly attachments: ReadonlyArray<{ readonly path?: string }>;
};
type JourneyReport = {
  readonly suites: readonly JourneySuite[];
  readonly errors: ReadonlyArray<{ readonly message?: string }>;
};

/** The tests of a runner, and errors that belong to none of them. */
export type Report = { readonly tests: readonly TestCase[]; readonly errors: readonly string[] };

/** Null where vitest wrote no report. */
export function readUnitReport(file: string): Report | null {
  const report = read<UnitReport>(file);
  return report && { tests: report.files.flatMap(testsOfFile), errors: report.unhandled };
}

/** Null where Playwright wrote no report. */
export function readJourneyReport(file: string): Report | null {
  const report = read<JourneyReport>(file);
  return (
    report && {
      tests: report.suites.flatMap((suite) => journeysOf(suite, [])),
      errors: report.errors.map(({ message }) => firstLine(message)),
    }
  );
}

/** A file that could not be loaded counts as one failed test, with its own name as the title. */
function testsOfFile({ project, file, errors, tests }: TestFile): TestCase[] {
  const own = errors.map((error) => ({ project, file, title: '', state: 'failed', error, kept: [] }) as const);
  return [...own, ...tests.map((test) => ({ project, file, ...test, state: stateOf(test.state), kept: [] }))];
}

function journeysOf({ suites = [], specs }: JourneySuite, above: readonly string[]): TestCase[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, results }): TestCase => {
      const last = results.at(-1);
      return {
        project: projectName,
        file: `e2e/${file}`,
        title: [...above, title].join(' > '),
        state: stateOf(last?.status ?? 'skipped'),
        error: firstLine(last?.errors[0]?.message),
        kept: (last?.attachments ?? []).flatMap((attachment) =>
          attachment.path === undefined ? [] : [path.relative('.', attachment.path)],
        ),
      };
    }),
  );
  // The outermost group is the file itself.
  return [...own, ...suites.flatMap((suite) => journeysOf(suite, [...above, suite.title]))];
}

function stateOf(state: string): TestCase['state'] {
  if (state === 'passed' || state === 'skipped') return state;
  return state === 'pending' ? 'skipped' : 'failed';
}

/** The first line of a message without colours, short enough for the closing lines. */
export function firstLine(message = ''): string {
  const bare = message.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
  return (bare.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, 240);
}

function read<Content>(file: string): Content | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Content) : null;
}
