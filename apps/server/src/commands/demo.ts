// Starts the product in a folder of its own and plays a day on it: npm run demo [-- --pause 8]
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { SEED_PASSWORD } from '../config/production.ts';
import { PEOPLE } from '../seed/people.ts';
import { drawJpeg } from '../seed/pictures/pictures.ts';
import { createDemoClient } from './demo-client.ts';
import { demoDay } from './demo-day.ts';

const USAGE = 'Usage: npm run demo [-- --pause 8]: how many seconds lie between two scenes, from 0 to 600.';
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const READY = /^Sathi is ready at (http:\S+)$/;
/** The only variables that the demo takes over: a real database, mail server or SMS provider is never played on. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'PORT', 'CHAIN', 'NODE_COMPILE_CACHE'];

await runProgram(async () => {
  const pauseMs = readPause() * 1000;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-demo-'));
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const server = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...Object.fromEntries(kept), DATA_DIR: folder, SEED: 'demo', RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
  });
  // Ctrl-C in a terminal reaches the server too, which ends by itself; the folder goes when it has.
  const ending = new AbortController();
  const end = (): void => {
    ending.abort();
    server.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  const ended = new Promise<number>((resolve) => server.once('exit', (code) => resolve(code ?? 1)));
  try {
    const origin = await addressOf(server);
    if (origin !== null) await play(origin, pauseMs, ending.signal);
  } catch (error) {
    if (!ending.signal.aborted) {
      end();
      throw error;
    }
  } finally {
    process.exitCode = await ended;
    await rm(folder, { recursive: true, force: true });
  }
});

function readPause(): number {
  try {
    const { values } = parseArgs({ options: { pause: { type: 'string', default: '8' } } });
    const pause = Number(values.pause);
    if (/^\d{1,3}$/.test(values.pause) && pause <= 600) return pause;
  } catch {
    // An unknown option: the usage says which there is.
  }
  throw new StartupError(USAGE);
}

/** Null when the server ended before it listened; it has said why. */
async function addressOf(server: ChildProcess): Promise<string | null> {
  const output = server.stdout;
  if (output === null) return null;
  return new Promise((resolve) => {
    const lines = createInterface(output);
    lines.on('line', (line) => {
      const address = READY.exec(line)?.[1];
      if (address !== undefined) resolve(address);
      // Errors of the log.
      else if (line.startsWith('{')) console.error(line);
    });
    lines.once('close', () => resolve(null));
  });
}

async function play(origin: string, pauseMs: number, signal: AbortSignal): Promise<void> {
  const { anita, farida } = PEOPLE;
  console.log(
    [
      `Sathi is ready at ${origin}, for this day alone: nothing is kept.`,
      `Sign in with the password ${SEED_PASSWORD}:`,
      `  ${anita.phone}  Anita, loan officer at ROI, for the office`,
      `  ${farida.phone}  Farida, for a backer's view`,
      'Bells, conversations, the office and the pages of their own loans move by themselves.',
      '',
    ].join('\n'),
  );
  const client = createDemoClient(origin);
  for (const { at, words, page, act } of demoDay(client, await drawJpeg('tea-stall'))) {
    await sleep(pauseMs, undefined, { signal });
    await act();
    console.log(`${at.padStart(5)}  ${words}\n       ${origin}${page()}`);
  }
  console.log('\nThe day is over. Look around as long as you like; Ctrl-C ends it.');
}
