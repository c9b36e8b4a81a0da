// Plants one fault after the other into a copy of the tree and says which test turned red. Arguments narrow the list.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from '../link-packages.ts';
import { type Fault, outdated, plant, readHere } from './fault.ts';
import { FAULTS } from './faults.ts';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
/** On an idle machine a fault takes some five seconds. */
const TIME_LIMIT_MS = 180_000;

type Outcome = { readonly noticedBy: string } | { readonly problem: string } | null;

/** The tracked files as they are now, uncommitted changes included. */
function copyTree(): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-faults-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((name) => name !== '' && fs.existsSync(name))) {
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    fs.copyFileSync(file, path.join(copy, file));
  }
  linkPackages(copy);
  return copy;
}

function projectOf(test: string): string {
  if (!test.startsWith('apps/server/') || test.includes('.unit.test.')) return 'unit';
  return test.includes('.pglite.test.') ? 'server-pglite' : 'server-postgres';
}

/** The first test that fails, a problem when the tests could not run, or null when all pass. */
function runTests(copy: string, tests: readonly string[]): Outcome {
  const results = path.join(copy, 'results.json');
  fs.rmSync(results, { force: true });
  const projects = new Set(tests.map(projectOf));
  const { error, stderr } = spawnSync(
    process.execPath,
    [
      VITEST,
      'run',
      ...[...projects].flatMap((project) => ['--project', project]),
      '--bail=1',
      '--reporter=json',
      `--outputFile=${results}`,
      ...tests,
    ],
    { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', timeout: TIME_LIMIT_MS },
  );
  if (error && 'code' in error && error.code === 'ETIMEDOUT')
    return { problem: `no end within ${TIME_LIMIT_MS / 1000} s` };
  if (!fs.existsSync(results)) return { problem: `the tests did not start: ${stderr.slice(0, 300)}` };
  const outcome = readResults(JSON.parse(fs.readFileSync(results, 'utf8')) as Results, copy);
  return outcome !== null && 'problem' in outcome ? { problem: outcome.problem + stderr.slice(0, 300) } : outcome;
}

type Results = {
  readonly success: boolean;
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: ReadonlyArray<{ readonly status: string; readonly fullName: string }>;
  }>;
};

function readResults({ success, testResults }: Results, copy: string): Outcome {
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return { noticedBy: `${path.relative(copy, name)}: ${failed.fullName}` };
  }
  if (!success)
    return {
      problem: testResults
        .map(({ message }) => message)
        .join(' ')
        .slice(0, 300),
    };
  const hasRun = testResults.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'));
  return hasRun ? null : { problem: 'no test ran' };
}

function check(copy: string, fault: Fault): boolean {
  const place = path.join(copy, fault.file);
  const source = fs.readFileSync(place, 'utf8');
  fs.writeFileSync(place, plant(fault, source));
  const started = Date.now();
  const outcome = runTests(copy, fault.tests);
  fs.writeFileSync(place, source);
  const seconds = `${Math.round((Date.now() - started) / 1000)} s`.padStart(5);
  const say = (word: string, more: string) =>
    console.log(`${seconds}  ${word.padEnd(11)} ${fault.guard}\n${' '.repeat(19)}${more}`);
  if (outcome === null) {
    say('NOT NOTICED', `by ${fault.tests.join(', ')}`);
    return false;
  }
  if ('problem' in outcome) say('NO ANSWER', outcome.problem);
  else say('noticed', outcome.noticedBy);
  return 'noticedBy' in outcome;
}

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = FAULTS.filter(({ guard, file, trap = '' }) =>
  words.every((word) => `${guard} ${file} ${trap}`.toLowerCase().includes(word)),
);
const old = outdated(chosen, readHere);
if (old.length > 0) {
  console.log(old.join('\n'));
  process.exit(1);
}
const copy = copyTree();
try {
  const isSeen = chosen.map((fault) => check(copy, fault));
  const missed = isSeen.filter((seen) => !seen).length;
  console.log(`\n${chosen.length} faults planted, ${missed} missed`);
  process.exitCode = missed > 0 ? 1 : 0;
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}
