import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, program } from './postgres-binaries.ts';

/**
 * The process that makes a PostgreSQL server, and ends it when standard input ends. The kernel closes that when the
 * process that holds the other end is gone, for any reason, so a crashed test run leaves no server and no folder
 * behind.
 */
export type Keeping = {
  readonly bin: string;
  readonly dir: string;
  readonly account?: Account | undefined;
  readonly settings: readonly string[];
};

const { bin, dir, account, settings } = JSON.parse(process.argv[2] ?? '') as Keeping;
const data = path.join(dir, 'data');
const log = fs.openSync(path.join(dir, 'log'), 'w');
const options = { ...account, cwd: dir, stdio: ['ignore', log, log] } satisfies Parameters<typeof spawn>[2];
// Only Linux has the locale C.UTF-8; versions after PostgreSQL 15 bring their own.
const locale =
  process.platform === 'linux'
    ? ['--locale=C.UTF-8']
    : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

// An interrupt of the terminal or of a run reaches every process; this one outlives it to clean up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
const made = spawnSync(
  program(bin, 'initdb'),
  ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', ...locale],
  options,
);
if (made.status === 0) {
  const server = spawn(program(bin, 'postgres'), ['-D', data, ...settings], options);
  const ended = once(server, 'exit');
  process.stdin.resume();
  await Promise.race([once(process.stdin, 'end'), ended]);
  // A server that is only just starting still ignores INT, and one that is up would wait for its clients after TERM.
  server.kill('SIGTERM');
  await sleep(200);
  server.kill('SIGINT');
  await ended;
} else {
  console.error(made.error ?? fs.readFileSync(path.join(dir, 'log'), 'utf8'));
}
fs.rmSync(dir, { recursive: true, force: true });
// Standard input may still be open when the server has ended by itself.
process.exit();
