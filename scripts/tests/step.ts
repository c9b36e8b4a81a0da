import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MARK_NAME = 'TEST_RUN';
/** Every process of this run inherits it, also one that has left its group. */
const MARK = `${MARK_NAME}=${randomUUID()}`;
/** A run starts many servers. One that finds the program compiled takes a second less of the processor's time. */
const COMPILED = { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/sathi/compiled') };
/** Time to close databases and browsers and to take temporary folders away. */
const GRACE_MS = 15_000;
const isWindows = process.platform === 'win32';

const PARENT_MS = 1000;

const running = new Set<ChildProcess>();
let isInterrupted = false;

/**
 * Runs a command without standard input, copies what it prints into the log, and gives its exit code.
 * On its own it is one group of processes, so that an interrupted run ends all of it.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  { log, env = {} }: { readonly log: string; readonly env?: Readonly<Record<string, string>> },
): Promise<number> {
  const [name, value] = MARK.split('=') as [string, string];
  const child = spawn(command, args, {
    env: { ...process.env, ...COMPILED, ...env, [name]: value },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !isWindows,
    shell: isWindows,
  });
  running.add(child);
  const file = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      file.write(chunk);
    });
  }
  return new Promise((resolve) => {
    const end = (code: number): void => {
      if (isInterrupted) return;
      running.delete(child);
      file.end(() => resolve(code));
    };
    child.once('error', (error) => {
      file.write(`${error.message}\n`);
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/** An interrupted run ends what it started before it ends itself, with the exit code of an interrupt. */
export function endWithInterrupt(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(signal));
  // npm hands a signal to its shell, which leaves this process behind.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && interrupt('the end of npm'), PARENT_MS).unref();
}

function interrupt(by: string): void {
  if (isInterrupted) return;
  isInterrupted = true;
  console.log(`\nInterrupted by ${by}: nothing was shown.`);
  void endRunning().then(() => process.exit(130));
}

async function endRunning(): Promise<void> {
  const children = [...running];
  running.clear();
  await Promise.all(children.map(endChild));
  await endLeftovers();
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  signalGroup(child.pid, 'SIGTERM');
  await Promise.race([closed, sleep(GRACE_MS)]);
  signalGroup(child.pid, 'SIGKILL');
}

/** Ends the processes of this run that have outlived their steps, once no step runs; only Linux tells which those are. */
export async function endLeftovers(): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const left = running.size > 0 ? [] : leftovers();
    if (left.length === 0) return;
    for (const pid of left) signalProcess(pid, signal);
    await sleep(1000);
  }
}

function leftovers(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && environmentOf(pid).includes(MARK));
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

const signalGroup = (pid: number, signal: NodeJS.Signals) => signalProcess(isWindows ? pid : -pid, signal);

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
