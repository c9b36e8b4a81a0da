// The long runs, as many as the minutes allow: npm run proof [-- --minutes 300] [--again] [words of their names …]
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { NEEDS } from '../apps/server/src/test/needs.ts';
import { type Outcome, ProofRecord } from './proof/record.ts';
import { type Run, RUNS } from './proof/runs.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The exit code of a script that says itself what it lacks here. */
const NOT_RUN = 75;
/** Tests write such a line with what they have measured. */
const FIGURES = /^figures: (.+)$/gm;

const { values, positionals: words } = parseArgs({
  options: { minutes: { type: 'string' }, again: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const endsAtMs = Date.now() + (values.minutes === undefined ? Infinity : Number(values.minutes) * 60_000);
if (Number.isNaN(endsAtMs)) throw new Error('--minutes wants a number');

/** Runs for operators are asked for by name. */
const chosen = RUNS.filter(
  ({ name }) => words.every((word) => name.includes(word)) && (words.length > 0 || !name.startsWith('operate')),
);
const record = new ProofRecord(ROOT);
const outcomes: Outcome[] = [];
let postponed = 0;
for (const run of chosen) {
  const before = record.of(run.name);
  if (before?.outcome === 'held' && !values.again) {
    console.log(`\n${run.name}\nheld on this commit before, ${before.on}`);
    outcomes.push(before);
  } else if (Date.now() >= endsAtMs) {
    postponed += 1;
  } else {
    console.log(`\n${run.name}`);
    // oxlint-disable-next-line no-await-in-loop -- each has the machine to itself
    const outcome = await play(run);
    if (outcome.outcome === 'not run here') console.log(outcome.figures.join('\n'));
    record.keep(run.name, outcome);
    outcomes.push(outcome);
  }
}

const count = (wanted: Outcome['outcome']): number => outcomes.filter(({ outcome }) => outcome === wanted).length;
const parts = [
  `${count('held')} of ${chosen.length} runs held`,
  ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
  ...(count('not run here') > 0 ? [`${count('not run here')} not run here`] : []),
  ...(postponed > 0 ? [`${postponed} wait for the next time`] : []),
];
console.log(`\n${parts.join(', ')}.`);
process.exitCode = count('failed') === 0 && count('held') > 0 ? 0 : 1;

async function play({ env, needs, ...run }: Run): Promise<Outcome> {
  const on = new Date().toISOString().slice(0, 10);
  if (needs !== undefined && !NEEDS[needs].isMet()) {
    const { lack, command } = NEEDS[needs];
    return { outcome: 'not run here', on, seconds: 0, figures: [`${lack} (${command})`] };
  }
  const startMs = Date.now();
  const [command, ...args] =
    'script' in run ? [process.execPath, run.script] : ['vitest', 'run', `--project=${run.project}`, run.test];
  const child = spawn(command, args, {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, PROOF: '1', ...env },
    shell: process.platform === 'win32' && !('script' in run),
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    process.stdout.write(text);
    said += text.toString();
  });
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const outcome = code === 0 ? 'held' : code === NOT_RUN && 'script' in run ? 'not run here' : 'failed';
  const figures = [...said.matchAll(FIGURES)].map(([, line]) => line ?? '');
  return { outcome, on, seconds: Math.round((Date.now() - startMs) / 1000), figures };
}
