import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

const RESULTS = 'test-results';
const UNIT_RESULTS = `${RESULTS}/vitest.json`;
const E2E_RESULTS = `${RESULTS}/e2e.json`;

type Step = { readonly name: string; readonly command: string; readonly args: readonly string[] };

/** Everything that must hold before a change is shared, in the order in which it is cheapest to find out. */
const STEPS: readonly Step[] = [
  { name: 'format', command: 'biome', args: ['format', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'contracts', command: 'node', args: ['packages/contracts/build.ts'] },
  { name: 'web build', command: 'node', args: ['scripts/build-web.ts', '--if-changed'] },
  { name: 'budgets', command: 'node', args: ['bench/budgets.ts'] },
  {
    name: 'unit, server and component tests',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_RESULTS}`],
  },
  { name: 'end-to-end tests', command: 'playwright', args: ['test'] },
];

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
const failed = STEPS.filter(({ name, command, args }) => {
  console.log(`\n── ${name}`);
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0;
}).map(({ name }) => name);

const { passed, failing } = countTests();
if (failed.length > 0) console.log(`\nNot passed: ${failed.join(', ')}.`);
console.log(`\n${passed} passed, ${Math.max(failing, failed.length)} failed`);
process.exit(failed.length > 0 ? 1 : 0);

function countTests(): { passed: number; failing: number } {
  const unit = readResults<{ numPassedTests: number; numFailedTests: number }>(UNIT_RESULTS);
  const e2e = readResults<{ stats: { expected: number; unexpected: number } }>(E2E_RESULTS);
  return {
    passed: (unit?.numPassedTests ?? 0) + (e2e?.stats.expected ?? 0),
    failing: (unit?.numFailedTests ?? 0) + (e2e?.stats.unexpected ?? 0),
  };
}

function readResults<Results>(file: string): Results | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : null;
}
