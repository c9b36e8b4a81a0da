// The long runs, as many as end within the minutes by what they took last: npm run proof [-- --minutes 300] [--again] [--page docs/proof.md] [words of their names …], or a slice of
// each that has one, in five minutes and with a new seed: npm run proof -- --slice [--seed 7]
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os, { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { NEEDS } from '../apps/server/src/test/needs.ts';
import { minutesOfPart, NOTHING, withPart } from './proof/parts.ts';
import { type Outcome, ProofRecord } from './proof/record.ts';
import { type Run, RUNS, sliceOf } from './proof/runs.ts';
import { endLeftovers, endWithInterrupt, runCommand } from './tests/step.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The exit code of a script that says itself what it lacks here. */
const NOT_RUN = 75;
/** Tests write such a line with what they have measured. */
const FIGURES = /^figures: (.+)$/gm;
/** The slice begins no run after them. */
const SLICE_MINUTES = 5;

const { values, positionals: words } = parseArgs({
  options: {
    minutes: { type: 'string' },
    again: { type: 'boolean', default: false },
    slice: { type: 'boolean', default: false },
    seed: { type: 'string' },
    page: { type: 'string' },
  },
  allowPositionals: true,
});
const minutes = Number(values.minutes ?? (values.slice ? SLICE_MINUTES : Infinity));
if (Number.isNaN(minutes)) throw new Error('--minutes wants a number');
const endsAtMs = Date.now() + minutes * 60_000;
const seed = values.seed ?? String(randomInt(2 ** 31));
const runs = values.slice
  ? RUNS.flatMap((run) => sliceOf(run, seed))
  : RUNS.map((run) => ({ ...run, env: { PROOF: '1', MODEL_SEED: seed, ...run.env } }));

/** Runs for operators are asked for by name. */
const chosen = runs.filter(
  ({ name }) => words.every((word) => name.includes(word)) && (words.length > 0 || !name.startsWith('operate')),
);
/** The slice is shown anew each time, and no page tells of it. */
const record = values.slice ? null : new ProofRecord(ROOT, values.page);
if (record?.isKept === false) console.log('Here are changes that no commit has: the page will not tell of these runs.');
endWithInterrupt();
const outcomes: Outcome[] = [];
let postponed = 0;
for (const run of chosen) {
  const before = record?.of(run.name);
  if (before?.outcome === 'held' && !values.again) {
    console.log(`\n${run.name}\nheld on this commit before, ${before.on}`);
    outcomes.push(before);
  } else if (Date.now() + (record?.minutesOf(run) ?? 0) * 60_000 >= endsAtMs) {
    postponed += 1;
  } else {
    console.log(`\n${run.name}`);
    const outcome = await (run.commands === undefined ? play(run) : playParts(run, run.commands, before));
    if (outcome.outcome === 'not run here') console.log(outcome.figures.join('\n'));
    record?.keep(run.name, outcome);
    outcomes.push(outcome);
  }
}

const count = (wanted: Outcome['outcome']): number => outcomes.filter(({ outcome }) => outcome === wanted).length;
const parts = [
  `${count('held')} of ${chosen.length} runs held`,
  ...(count('begun') > 0 ? [`${count('begun')} begun`] : []),
  ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
  ...(count('not run here') > 0 ? [`${count('not run here')} not run here`] : []),
  ...(postponed > 0 ? [`${postponed} wait for the next time`] : []),
];
console.log(`\n${parts.join(', ')}.`);
if (values.slice) console.log(`The same again: npm run proof -- --slice --seed ${seed}`);
process.exit(count('failed') === 0 && count('held') + count('begun') > 0 ? 0 : 1);

/** Goes on from what the commit has so far, in a row of parts for each processor; a part is kept as soon as it held. */
async function playParts(run: Run, commands: number, before: Outcome | undefined): Promise<Outcome> {
  let sum = before?.outcome === 'begun' ? before : NOTHING;
  const playRow = async (): Promise<void> => {
    do {
      const own = String(randomInt(2 ** 31));
      const part = await play({ ...run, env: { ...run.env, MODEL_SEED: own } });
      sum = withPart(sum, part, commands);
      record?.keep(run.name, sum);
    } while (sum.outcome === 'begun' && Date.now() + minutesOfPart(sum) * 60_000 < endsAtMs);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, playRow));
  return sum;
}

async function play({ env, needs, ...run }: Run): Promise<Outcome> {
  const on = new Date().toISOString().slice(0, 10);
  if (needs !== undefined && !NEEDS[needs].isMet()) {
    const { lack, command } = NEEDS[needs];
    return { outcome: 'not run here', on, minutes: 0, figures: [`${lack} (${command})`] };
  }
  const startMs = Date.now();
  const [command, ...args] =
    'script' in run
      ? ['node', run.script, ...(run.args ?? [])]
      : ['vitest', 'run', `--project=${run.project}`, ...[run.test].flat()];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-proof-'));
  const log = path.join(folder, 'log');
  // A coloured line of figures would not be found.
  const code = await runCommand(command, args, { log, env: { NO_COLOR: '1', ...env } });
  const said = readFileSync(log, 'utf8');
  rmSync(folder, { recursive: true });
  await endLeftovers();
  const outcome = code === 0 ? 'held' : code === NOT_RUN && 'script' in run ? 'not run here' : 'failed';
  const figures = [...said.matchAll(FIGURES)].map(([, line]) => line ?? '');
  return { outcome, on, minutes: (Date.now() - startMs) / 60_000, figures };
}
