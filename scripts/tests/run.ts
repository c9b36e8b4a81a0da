import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { NEEDS } from '../../apps/server/src/test/needs.ts';
import { chainSources, havePassed, rememberPassed } from '../chain-tests.ts';
import { type Close, closingLines, type StepResult } from './closing.ts';
import { judge, type Verdict } from './judge.ts';
import { readQuarantine } from './quarantine.ts';
import { firstLine, RESULTS } from './reports.ts';
import { journeys, type Runner, vitest } from './runners.ts';
import { endLeftovers, endWithInterrupt, runCommand } from './step.ts';

/** `--check` runs the part for each commit, `--all` everything, and nothing the gate. */
const isCheck = process.argv.includes('--check');
const isAll = process.argv.includes('--all');
/** The sources are hashed before the first step: a file that is changed meanwhile has not been tested. */
const sources = chainSources();
const withoutChain = !isAll && havePassed(sources);

/** Types that were right are looked at again only where something they depend on changed; the gate looks at all of them. */
const TYPES = 'node_modules/.cache/sathi/types.tsbuildinfo';

type Command = { readonly name: string; readonly command: string; readonly args: readonly string[] };

const LOOKED_AT: readonly Command[] = [
  { name: 'format', command: 'biome', args: ['format', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'] },
  {
    name: 'types',
    command: 'tsc',
    args: ['--noEmit', ...(isCheck ? ['--incremental', '--tsBuildInfoFile', TYPES] : [])],
  },
  { name: 'browser floor', command: 'node', args: ['scripts/browser-floor.ts'] },
];
const BUILT: readonly Command[] = [
  { name: 'contracts', command: 'node', args: ['packages/contracts/build.ts'] },
  { name: 'web build', command: 'node', args: ['scripts/build-web.ts', '--if-changed'] },
  { name: 'budgets', command: 'node', args: ['bench/budgets.ts', '--sizes'] },
  { name: 'browser', command: 'node', args: ['scripts/chromium.ts'] },
];
const OLD: Command = { name: 'old browsers', command: 'node', args: ['scripts/old-chromium.ts'] };

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
endWithInterrupt();
const quarantined = readQuarantine();
/** The least number of tests in each project of the gate. */
const expected = JSON.parse(readFileSync('gate.json', 'utf8')) as Readonly<Record<string, number>>;
const choice = { isGate: !isAll, quarantined };
const own = withoutChain ? [] : ['chain'];

const steps: StepResult[] = [];
for (const command of isCheck ? LOOKED_AT : [...LOOKED_AT, ...BUILT]) await look(command);
if (isCheck) {
  await show('unit tests', vitest(['unit', ...own], choice));
} else {
  const databases = ['server-pglite', 'server-postgres'];
  await show('unit, server and component tests', vitest(['unit', ...own, ...databases, 'web'], choice));
  // The walks run before the journeys, whose numbers the closing lines take from the last runner.
  if (isAll) {
    await look(OLD);
    await show('walks in other browsers', vitest(['browsers'], choice, 'walks'));
  }
  await show('journeys', journeys(choice));
}
await endLeftovers();

const close: Close = {
  steps,
  withoutChain,
  expected: isCheck ? {} : expected,
  quarantined,
  needs: Object.values(NEEDS),
};
const { lines, hasFailed } = closingLines(close);
console.log(`\n${lines.join('\n')}`);
process.exit(hasFailed ? 1 : 0);

/** A step without tests: it fails with the first lines of what it printed. */
async function look({ name, command, args }: Command): Promise<void> {
  const log = path.join(RESULTS, `${name.replaceAll(' ', '-')}.log`);
  await timed(name, async () => {
    const code = await runCommand(command, args, { log });
    return { verdict: null, said: code === 0 ? [] : firstLines(log) };
  });
}

async function show(name: string, runner: Runner): Promise<void> {
  await timed(name, async () => {
    const verdict = await judge(runner, quarantined);
    if (isGreen(verdict) && (verdict.counts.get('chain') ?? 0) >= (expected['chain'] ?? 1)) rememberPassed(sources);
    return { verdict, said: [] };
  });
}

async function timed(name: string, run: () => Promise<Pick<StepResult, 'verdict' | 'said'>>): Promise<void> {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const result = await run();
  steps.push({ name, seconds: (performance.now() - startedAt) / 1000, ...result });
}

function isGreen({ failed, errors }: Verdict): boolean {
  return failed.length === 0 && errors.length === 0;
}

function firstLines(log: string): string[] {
  const printed = readFileSync(log, 'utf8').split('\n').map(firstLine).filter(Boolean).slice(0, 10);
  return printed.length > 0 ? printed : ['it printed nothing'];
}
