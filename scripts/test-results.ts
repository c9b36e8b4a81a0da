import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NEEDS } from '../apps/server/src/test/needs.ts';

const FOLDER = 'test-results';
/** The files in which the runners leave their results. */
export const RESULTS = { folder: FOLDER, vitest: `${FOLDER}/vitest.json`, playwright: `${FOLDER}/e2e.json` };

/** A test that this machine cannot run for want of one of the `NEEDS` is accepted; one skipped for no such reason is a mistake. */
export type NotRun = { readonly what: string; readonly why: string; readonly isAccepted: boolean };

type VitestResults = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: ReadonlyArray<{
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }>;
  }>;
};
type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: ReadonlyArray<{ readonly ok: boolean; readonly title: string; readonly file: string }>;
};
type PlaywrightResults = {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly skipped: number };
  readonly suites: readonly PlaywrightSuite[];
};

export function readResults() {
  const vitest = read<VitestResults>(RESULTS.vitest);
  const playwright = read<PlaywrightResults>(RESULTS.playwright);
  const { expected = 0, unexpected = 0, skipped = 0 } = playwright?.stats ?? {};
  const vitestFiles = (vitest?.testResults ?? []).map((file) => ({
    ...file,
    name: path.relative('.', file.name).replaceAll(path.sep, '/'),
  }));
  const files = vitestFiles
    .map(({ name, assertionResults }) => ({
      name,
      count: assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    }))
    .filter(({ count }) => count > 0);
  const notRun = files.map(({ name, count }) => reasonOf(name, count));
  if (skipped > 0) notRun.push({ what: `${skipped} journeys`, why: 'they are skipped', isAccepted: false });
  return {
    passed: (vitest?.numPassedTests ?? 0) + expected,
    failing: (vitest?.numFailedTests ?? 0) + unexpected,
    skipped: files.reduce((sum, { count }) => sum + count, skipped),
    notRun,
    failures: [
      ...vitestFiles.filter(({ status }) => status === 'failed').flatMap(failuresOfFile),
      ...(playwright?.suites ?? []).flatMap(failuresOfSuite),
    ],
  };
}

/** The failed tests of one file with the first line of what each said, or why the file itself could not run. */
function failuresOfFile({ name, message, assertionResults }: VitestResults['testResults'][number]): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`${name}: ${firstLine(message)}`];
  return failed.map((test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
}

function failuresOfSuite({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`);
  return [...failed, ...suites.flatMap(failuresOfSuite)];
}

const firstLine = (message = '') => message.split('\n', 1)[0] as string;

function reasonOf(file: string, count: number): NotRun {
  const what = `${count} tests of ${file}`;
  const unmet = Object.values(NEEDS).find(({ tests, isMet }) => file.endsWith(tests) && !isMet());
  return unmet
    ? { what, why: `${unmet.lack} (${unmet.command})`, isAccepted: true }
    : { what, why: 'they are skipped', isAccepted: false };
}

function read<Results>(file: string): Results | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : null;
}
