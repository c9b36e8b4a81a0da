import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const READY = /^Sathi is ready at (http:\S+)$/;

export type Ending = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly stderr: string };

/** The program itself in a process of its own, as `npm start` runs it. */
export type ServerProcess = {
  /** Its address; rejects when it ended before it listened. */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ending>;
  readonly signal: (signal: 'SIGKILL' | 'SIGTERM') => Promise<Ending>;
};

/** `main` is another version's program. */
export type Start = (env: Readonly<Record<string, string>>, main?: string) => ServerProcess;

/** Starts servers on free ports; those that a test leaves running end with it, also when it fails. */
export function useServerProcesses(): Start {
  const running = new Set<ChildProcess>();
  const endAll = (): void => {
    for (const child of running) child.kill('SIGKILL');
  };
  // A worker of the test run that is cut off still says goodbye.
  process.once('exit', endAll);
  afterEach(async () => {
    const endings = [...running].map((child) => once(child, 'exit'));
    endAll();
    await Promise.all(endings);
  });

  return (env, main = MAIN) => {
    const child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PORT: '0',
        SEED: 'none',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        CHAIN: 'off',
        ...env,
      },
    });
    running.add(child);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += String(chunk);
    });
    // All output has arrived by then.
    const ended = once(child, 'close').then(([code, signal]): Ending => {
      running.delete(child);
      return { code, signal, stderr };
    });
    const ready = addressOf(child).then(async (address) => {
      if (address === undefined) throw new Error(`the server did not start: ${JSON.stringify(await ended)}`);
      return address;
    });
    // A caller that expects the server to end does not wait for it to be ready.
    ready.catch(() => {});
    const signal = async (name: 'SIGKILL' | 'SIGTERM'): Promise<Ending> => {
      child.kill(name);
      return ended;
    };
    return { ready, ended, signal };
  };
}

async function addressOf(child: ChildProcess): Promise<string | undefined> {
  if (!child.stdout) return undefined;
  const lines = createInterface(child.stdout);
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const address = READY.exec(line)?.[1];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
    lines.once('close', () => resolve(undefined));
  });
}
