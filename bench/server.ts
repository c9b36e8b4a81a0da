import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const BARE_FASTIFY = fileURLToPath(new URL('./bare-fastify.ts', import.meta.url));
const BARE_PGLITE = fileURLToPath(new URL('./bare-pglite.ts', import.meta.url));

type Work<Result> = (url: string, pid: number) => Promise<Result>;

/** `DATABASE_URL` or `DATA_DIR`, as the product reads them. */
export type DatabasePlace = Readonly<Record<string, string>>;

/** Runs the product in a process of its own, as `npm start` does, while `work` asks it over real sockets. */
export async function withServer<Result>(
  database: DatabasePlace,
  work: Work<Result>,
  more: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const env = {
    ...database,
    APP_SECRET: 'nobody needs to guess this in a benchmark',
    PORT: '0',
    SEED: 'none',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...more,
  };
  return withChild([MAIN], env, work);
}

/** Runs a server that does nothing but answer requests with the bytes in `files`, one after the other. */
export async function withBareServer<Result>(files: readonly string[], work: Work<Result>): Promise<Result> {
  return withChild([BARE, ...files], {}, work);
}

/** Runs Fastify with one route and nothing else. */
export async function withBareFastify<Result>(work: Work<Result>): Promise<Result> {
  return withChild([BARE_FASTIFY], {}, work);
}

/** Runs PGlite and nothing else on a migrated folder that no other process has open. */
export async function withBarePglite<Result>(folder: string, work: Work<Result>): Promise<Result> {
  return withChild([BARE_PGLITE, folder], {}, work);
}

async function withChild<Result>(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  work: Work<Result>,
): Promise<Result> {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...env },
  });
  const ended = once(child, 'exit');
  const end = (): boolean => child.kill('SIGKILL');
  process.once('exit', end);
  try {
    return await work(await addressOf(child), child.pid ?? 0);
  } finally {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', end);
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      const address = / ((?:http|file):\S+)$/.exec(line)?.[1];
      if (address) return address.replace('localhost', '127.0.0.1');
    }
  }
  throw new Error('the server ended before it was ready');
}
