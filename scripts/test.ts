import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { chainSources, havePassed, rememberPassed } from './chain-tests.ts';
import { type NotRun, readResults, RESULTS } from './test-results.ts';

/** `--check` runs the part for each commit. `--all` runs all steps, and fails where one cannot run here. */
const isCheck = process.argv.includes('--check');
const isAll = process.argv.includes('--all');
/** Before the first step: a file changed meanwhile has not been tested. */
const sources = chainSources();
const withoutChain = !isAll && havePassed(sources);

type Step = { readonly name: string; readonly command: string; readonly args: readonly string[] };

const LOOKED_AT: readonly Step[] = [
  { name: 'format', command: 'biome', args: ['format', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
];
const BUILT: readonly Step[] = [
  { name: 'contracts', command: 'node', args: ['packages/contracts/build.ts'] },
  { name: 'web build', command: 'node', args: ['scripts/build-web.ts', '--if-changed'] },
  { name: 'budgets', command: 'node', args: ['bench/budgets.ts'] },
  { name: 'browser', command: 'node', args: ['scripts/chromium.ts'] },
];
const JOURNEYS: Step = { name: 'end-to-end tests', command: 'playwright', args: ['test'] };

/** Each project by name: a pattern that leaves one out would match every other, also in a check. */
function tests(name: string, projects: readonly string[]): Step {
  const chosen = withoutChain ? projects : [...projects, 'chain'];
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS.vitest}`];
  return { name, command: 'vitest', args: ['run', ...chosen.map((project) => `--project=${project}`), ...report] };
}

/** In the order in which it is cheapest to find out. */
const steps = isCheck
  ? [...LOOKED_AT, tests('unit tests', ['unit'])]
  : [
      ...LOOKED_AT,
      ...BUILT,
      tests('unit, server and component tests', ['unit', 'server-pglite', 'server-postgres', 'web']),
      JOURNEYS,
    ];

rmSync(RESULTS.folder, { recursive: true, force: true });
mkdirSync(RESULTS.folder);
const failed: string[] = [];
const times: string[] = [];
for (const { name, command, args } of steps) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  times.push(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(8)} s  ${name}`);
  if (status !== 0) failed.push(name);
  else if (command === 'vitest') rememberPassed(sources);
}

const { passed, failing, skipped, notRun, failures } = readResults();
if (withoutChain) {
  notRun.push({
    what: 'the tests of the chain',
    why: 'nothing that they depend on has changed since they passed (npx vitest run --project chain)',
    isAccepted: true,
  });
}
console.log(`\n${times.join('\n')}\n`);
for (const { what, why } of notRun) console.log(`Not run here: ${what}, because ${why}.`);
if (notRun.some((each: NotRun) => isAll || !each.isAccepted)) failed.push('what was not run');
// A red line far up is easily cut off from a long record.
for (const failure of failures) console.log(`Failed: ${failure}`);
if (failed.length > 0) console.log(`Not passed: ${failed.join(', ')}.`);
console.log(
  `\n${passed} passed, ${Math.max(failing, failed.length)} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exit(failed.length > 0 ? 1 : 0);
