import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isTrue, query, until } from './durable-cluster.ts';
import { findBinaries, program, unprivilegedAccount } from './postgres-binaries.ts';
import { Programs } from './programs.ts';

/** A streaming replica of the server of a test database, on a socket of its own. */
export type Replica = {
  /** The same database there. */
  readonly url: string;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Waits until it shows all that the primary shows now. */
  readonly caughtUp: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/**
 * Copies the server and follows it. Connections to the database that are opened from now on write the log at their commit, as
 * a server does that keeps what it confirmed: the others of the tests leave it for later.
 */
export async function startReplica(primaryUrl: string): Promise<Replica> {
  const { hostname, pathname } = new URL(primaryUrl);
  const account = unprivilegedAccount();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-replica-'));
  if (account) fs.chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  const from = ['-h', decodeURIComponent(hostname), '-U', 'postgres'];
  await query(primaryUrl, `alter database ${pathname.slice(1)} set synchronous_commit = on`);
  await promisify(execFile)(
    path.join(findBinaries(), 'pg_basebackup'),
    [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    { ...account, cwd: folder },
  );
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    // A replica needs room for as many connections as its primary has.
    max_connections: '300',
    shared_buffers: '32MB',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const programs = new Programs(folder, account);
  const endAll = (): void => programs.killAll();
  process.once('exit', endAll);
  programs.start('postgres', program(findBinaries(), 'postgres'), ['-D', data, ...flags]);
  const url = `postgres://postgres@${encodeURIComponent(folder)}${pathname}`;
  await until(
    () => isTrue(url, 'select pg_is_in_recovery() as "isSo"'),
    () => `the replica did not start: ${programs.said()}`,
  );
  const caughtUp = async (): Promise<void> => {
    const { rows } = await query(primaryUrl, 'select pg_current_wal_flush_lsn()::text as lsn');
    await until(
      () => isTrue(url, `select pg_last_wal_replay_lsn() >= '${rows[0].lsn}'::pg_lsn as "isSo"`),
      () => `the replica did not follow: ${programs.said()}`,
    );
  };
  return {
    url,
    pause: async () => void (await query(url, 'select pg_wal_replay_pause()')),
    resume: async () => void (await query(url, 'select pg_wal_replay_resume()')),
    caughtUp,
    kill: () => programs.kill('postgres'),
    remove: async () => {
      endAll();
      process.off('exit', endAll);
      await programs.ended();
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}
