import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './nginx.ts';
import { type Account, findBinaries, program, unprivilegedAccount } from './postgres-binaries.ts';

const WAIT_MS = 60_000;

/** A PostgreSQL server that reaches the disk at each commit, and that can be killed, lost and started again. */
export type DurableCluster = {
  /** The folder that holds `data`, the files of the server. */
  readonly folder: string;
  /** The owner of these files, where that is not the account of the test. */
  readonly account: Account | undefined;
  readonly port: number;
  readonly url: string;
  readonly start: () => Promise<void>;
  /** SIGKILL as when the machine loses power, SIGINT in order. */
  readonly end: (signal: 'SIGKILL' | 'SIGINT') => Promise<void>;
  readonly remove: () => Promise<void>;
};

type Options = {
  readonly settings?: (folder: string) => Readonly<Record<string, string>>;
  /** The room of a disk of its own, which only root can make. */
  readonly diskBytes?: number;
};

/** An empty cluster, not started. Nothing of it is left after `remove`. */
export async function makeDurableCluster({ settings = () => ({}), diskBytes }: Options = {}): Promise<DurableCluster> {
  const account = unprivilegedAccount();
  const bin = findBinaries();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-durable-'));
  const hasDisk = diskBytes !== undefined;
  if (hasDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder]);
  if (account) fs.chownSync(folder, account.uid, account.gid);
  const [data, log] = [path.join(folder, 'data'), path.join(folder, 'log')];
  execFileSync(program(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...account,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const chosen = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    port: String(port),
    ...settings(folder),
  };
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;
  const hasEnded = (): boolean => server === undefined || server.exitCode !== null || server.signalCode !== null;
  process.once('exit', () => server?.kill('SIGKILL'));

  const launch = (): void => {
    const output = fs.openSync(log, 'a');
    server = spawn(program(bin, 'postgres'), ['-D', data, ...flags], {
      ...account,
      cwd: folder,
      stdio: ['ignore', output, output],
    });
    fs.closeSync(output);
  };
  const start = async (): Promise<void> => {
    await until(
      async () => {
        // The connections of a killed server take a moment to end, and it does not start beside them.
        if (hasEnded()) launch();
        // A restored server takes connections before it has left recovery, and refuses to write until then.
        return isTrue(url, 'select not pg_is_in_recovery() as "isSo"');
      },
      () => `PostgreSQL did not start: ${fs.readFileSync(log, 'utf8').slice(-2_000)}`,
    );
  };
  const end: DurableCluster['end'] = async (signal) => {
    if (server === undefined || hasEnded()) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const remove = async (): Promise<void> => {
    await end('SIGKILL');
    if (hasDisk) execFileSync('umount', ['--lazy', folder]);
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  };
  return { folder, account, port, url, start, end, remove };
}

export async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  // A server that is killed ends connections that wait for nothing.
  client.on('error', () => {});
  await client.connect();
  return client.query(text).finally(() => client.end());
}

/** The answer of a query to the question `isSo`. */
export const isTrue = async (url: string, text: string): Promise<boolean> => (await query(url, text)).rows[0].isSo;

/** @throws Error with what `why` says when it is not so within a minute */
export async function until(isSo: () => Promise<boolean>, why: () => string): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(why());
    await sleep(50);
  }
}
