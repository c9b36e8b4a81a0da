import path from 'node:path';
import { GATE } from './gate.ts';
import { escapePattern, othersThan, type Quarantined } from './quarantine.ts';
import { readJourneyReport, readUnitReport, type Report, RESULTS, type TestCase } from './reports.ts';
import { REPORT_FILE } from './reporter.ts';
import { runCommand } from './step.ts';

/** The variable that names the file for Playwright’s report. */
export const JOURNEY_REPORT = 'JOURNEY_REPORT';

/** One run of a runner. */
export type Outcome = { readonly code: number; readonly report: Report | null; readonly log: string };

/** A way to run tests: all of some projects at first, and the file or journey of one failed test again. */
export type Runner = {
  readonly run: () => Promise<Outcome>;
  readonly again: (failed: TestCase, nth: number) => Promise<Outcome>;
};

type Choice = { readonly isGate: boolean; readonly quarantined: readonly Quarantined[] };

/**
 * Vitest with these projects by name: a pattern that leaves one out would match every other. `named` names the log and the
 * report of this run.
 */
export function vitest(projects: readonly string[], { isGate, quarantined }: Choice, named = 'tests'): Runner {
  const start = async (name: string, args: readonly string[]): Promise<Outcome> => {
    const log = path.join(RESULTS, `${name}.log`);
    const file = path.join(RESULTS, `${name}.json`);
    const env = { [REPORT_FILE]: file, ...(isGate && { [GATE]: '1' }) };
    const reporters = ['--reporter=default', '--reporter=./scripts/tests/reporter.ts'];
    const code = await runCommand('vitest', ['run', ...args, ...reporters], { log, env });
    return { code, report: readUnitReport(file), log };
  };
  const others = isGate ? othersThan(quarantined) : null;
  const chosen = others === null ? [] : [`--testNamePattern=${others}`];
  return {
    run: () => start(named, [...projects.map((project) => `--project=${project}`), ...chosen]),
    again: ({ project, file }, nth) => start(`${named}-again-${nth}`, [`--project=${project}`, file, ...chosen]),
  };
}

export function journeys({ isGate, quarantined }: Choice): Runner {
  const start = async (name: string, args: readonly string[]): Promise<Outcome> => {
    const log = path.join(RESULTS, `${name}.log`);
    const file = path.join(RESULTS, `${name}.json`);
    const env = { [JOURNEY_REPORT]: file, ...(isGate && { [GATE]: '1' }) };
    const code = await runCommand('playwright', ['test', ...args], { log, env });
    return { code, report: readJourneyReport(file), log };
  };
  const others = isGate ? othersThan(quarantined) : null;
  return {
    run: () => start('journeys', others === null ? [] : [`--grep=${others}`]),
    again: ({ project, title }, nth) => {
      const journey = `${escapePattern(title.replaceAll(' > ', ' '))}( @|$)`;
      // The folder of the first run keeps its traces and pictures.
      const folder = path.join(RESULTS, `artifacts-again-${nth}`);
      return start(`journeys-again-${nth}`, [`--project=${project}`, `--grep=${journey}`, `--output=${folder}`]);
    },
  };
}
