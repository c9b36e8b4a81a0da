import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const START_MS = 30_000;
/** Browsers write their last files in this time; then they are ended by force. */
const END_MS = 5_000;

export type Program = {
  /** The folder of this program, removed with it. */
  readonly folder: string;
  /** The part in brackets of the awaited line. */
  readonly said: string;
  readonly stop: () => Promise<void>;
};

/** Starts a program with a folder of its own as its home, and waits for a line of its output. */
export async function startProgram(
  command: string,
  args: (folder: string) => readonly string[],
  line: RegExp,
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-browser-'));
  // A browser is several processes; as a group they end together.
  const child = spawn(command, args(folder), {
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: path.join(folder, '.config'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = async () => {
    await ended(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { folder, said: await lineOf(child, command, line), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function lineOf(child: ChildProcess, command: string, line: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => reject(new Error(`${command} ${why}: ${output.slice(-500)}`));
    const timer = setTimeout(() => fail('did not get ready'), START_MS);
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code) => fail(`ended with ${code}`));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += String(chunk);
        const found = line.exec(output)?.[1];
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      });
    }
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const timer = setTimeout(() => signal(child, 'SIGKILL'), END_MS);
  signal(child, 'SIGTERM');
  await exit;
  clearTimeout(timer);
  signal(child, 'SIGKILL');
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-(pid as number), name);
  } catch {
    // All of the group have ended meanwhile.
  }
}
