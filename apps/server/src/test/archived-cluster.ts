import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries, program, unprivilegedAccount } from './postgres-binaries.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../operation/pgbackrest/pgbackrest.conf', import.meta.url));
const WAIT_MS = 60_000;
const STANZA = '--stanza=sathi';

/** A PostgreSQL server that reaches the disk at each commit and archives its log with the shipped configuration. */
export type ArchivedCluster = {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** pgBackRest, as the account of the server runs it. */
  readonly backRest: (...args: readonly string[]) => Promise<void>;
  /** Waits until all that is committed by now lies in the archive. */
  readonly archiveAll: () => Promise<void>;
  /** The machine dies: all processes at once, and its disk with them. */
  readonly lose: () => Promise<void>;
  /** The server is stopped in order. */
  readonly stop: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** An empty cluster, not started. Nothing of it is left after `remove`. */
export function makeArchivedCluster(): ArchivedCluster {
  const account = unprivilegedAccount();
  const bin = findBinaries();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-archive-'));
  const at = (name: string): string => path.join(folder, name);
  for (const name of ['archive', 'logs', 'locks', 'sockets']) fs.mkdirSync(at(name));
  fs.writeFileSync(at('pgbackrest.conf'), configurationIn(folder));
  if (account) giveTo(account, folder);
  const config = `--config=${at('pgbackrest.conf')}`;
  execFileSync(
    program(bin, 'initdb'),
    ['-D', at('data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    {
      ...account,
      cwd: folder,
      stdio: 'ignore',
    },
  );
  const settings = {
    listen_addresses: '',
    unix_socket_directories: at('sockets'),
    archive_mode: 'on',
    archive_command: `pgbackrest ${config} ${STANZA} archive-push %p`,
    max_wal_senders: '3',
  };
  const url = `postgres://postgres@${encodeURIComponent(at('sockets'))}/postgres`;
  let server: ChildProcess | undefined;
  process.once('exit', () => server?.kill('SIGKILL'));

  const start = async (): Promise<void> => {
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = fs.openSync(at('log'), 'a');
    server = spawn(program(bin, 'postgres'), ['-D', at('data'), ...flags], {
      ...account,
      cwd: folder,
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    // After a restore the server takes connections before it has left recovery, and refuses to write until then.
    await until(
      () => ask(url, 'select not pg_is_in_recovery() as done'),
      () => fs.readFileSync(at('log'), 'utf8'),
    );
  };
  const end = async (signal: 'SIGKILL' | 'SIGINT'): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const backRest = async (...args: readonly string[]): Promise<void> => {
    await promisify(execFile)('pgbackrest', [config, STANZA, ...args], { ...account, cwd: folder });
  };
  const archiveAll = async (): Promise<void> => {
    const { rows } = await query(url, 'select pg_walfile_name(pg_switch_wal()) as name');
    const archived = `select coalesce(last_archived_wal >= '${rows[0].name}', false) as done from pg_stat_archiver`;
    await until(
      () => ask(url, archived),
      () => 'the log was not archived',
    );
  };
  const lose = async (): Promise<void> => {
    await end('SIGKILL');
    fs.rmSync(at('data'), { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    fs.mkdirSync(at('data'), { mode: 0o700 });
    if (account) giveTo(account, at('data'));
  };
  const remove = async (): Promise<void> => {
    await end('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  };
  return { url, start, backRest, archiveAll, lose, stop: () => end('SIGINT'), remove };
}

/** The example, with the folders of this cluster and a key of its own. */
function configurationIn(folder: string): string {
  return fs
    .readFileSync(EXAMPLE, 'utf8')
    .replace('repo1-path=/var/lib/pgbackrest', `repo1-path=${folder}/archive`)
    .replace('CHANGE-ME', 'a key for one test')
    .replace(/^pg1-path=.*$/m, `pg1-path=${folder}/data\npg1-socket-path=${folder}/sockets\npg1-user=postgres`)
    .replace('[global]', `[global]\nlog-path=${folder}/logs\nlock-path=${folder}/locks\nlog-level-file=off`);
}

function giveTo({ uid, gid }: { readonly uid: number; readonly gid: number }, folder: string): void {
  fs.chownSync(folder, uid, gid);
  for (const name of fs.readdirSync(folder)) fs.chownSync(path.join(folder, name), uid, gid);
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  return client.query(text).finally(() => client.end());
}

const ask = async (url: string, text: string): Promise<boolean> => (await query(url, text)).rows[0].done;

/** @throws Error with what `why` says when it is not so within a minute */
async function until(isSo: () => Promise<boolean>, why: () => string): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(why());
    await sleep(50);
  }
}
