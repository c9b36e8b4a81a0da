import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { firstLine, type TestFile, type UnitReport } from './reports.ts';

/** The variable that names the file for the report. */
export const REPORT_FILE = 'TEST_REPORT';

/** Writes what vitest's own JSON lacks: the project of each file, without which a file cannot be run again by itself. */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: UnitReport = {
      files: modules.map(fileOf),
      unhandled: unhandled.map(({ message }) => firstLine(message)),
    };
    writeFileSync(process.env[REPORT_FILE] as string, JSON.stringify(report));
  }
}

function fileOf(module: TestModule): TestFile {
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    seconds: module.diagnostic().duration / 1000,
    errors: module.errors().map(({ message }) => firstLine(message)),
    tests: [...module.children.allTests()].map(testOf),
  };
}

function testOf(test: TestCase): TestFile['tests'][number] {
  const { state, errors } = test.result();
  return { title: test.fullName, state, error: firstLine(errors?.[0]?.message) };
}
