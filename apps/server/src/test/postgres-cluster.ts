import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const START_TIMEOUT_MS = 30_000;

/** Nothing here outlives the tests, so nothing needs to reach the disk. */
const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  autovacuum: 'off',
};

/**
 * Makes a server, and ends it when standard input ends. The kernel closes that when the process that holds the other
 * end is gone, for whatever reason, so a crashed test run leaves no server and no folder behind.
 */
const KEEPER = `
  if "$BIN/initdb" -D "$DIR/data" -U postgres -A trust --no-sync -E UTF8 --locale=C.UTF-8 > "$DIR/log" 2>&1; then
    "$BIN/postgres" -D "$DIR/data" -k "$DIR" "$@" >> "$DIR/log" 2>&1 &
    server=$!
    cat > /dev/null
    # A server that is only just starting still ignores INT, and one that is up would wait for its clients after TERM.
    kill -TERM "$server"; sleep 0.2; kill -INT "$server" 2> /dev/null
    wait "$server"
  else
    cat "$DIR/log" >&2
  fi
  rm -rf "$DIR"
`;

export type Cluster = { readonly url: (database: string) => string; readonly stop: () => Promise<void> };

/** A PostgreSQL server of its own, reached through a socket in a temporary folder and by no port. */
export async function startCluster(changes: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const bin = findBinaries();
  const account = unprivilegedAccount();
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-postgres-'));
  if (account) fs.chownSync(dir, account.uid, account.gid);
  const options: SpawnOptions = { ...account, cwd: dir, env: { PATH: process.env['PATH'], BIN: bin, DIR: dir } };

  const settings = Object.entries({ ...SETTINGS, ...changes }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', ...settings], {
    ...options,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(keeper, 'exit');
  const url = (database: string): string => `postgres://postgres@${encodeURIComponent(dir)}/${database}`;
  const stop = async (): Promise<void> => {
    keeper.stdin?.end();
    await ended;
  };
  await waitUntilReady(url('postgres'), () => keeper.exitCode !== null).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

async function waitUntilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (hasEnded() || performance.now() > deadline) throw new Error('PostgreSQL did not start', { cause: error });
      await sleep(50);
    }
  }
}

/** `TEST_POSTGRES_BIN`, or the newest version where Debian and others put them, or the folder of `postgres` on the path. */
function findBinaries(): string {
  const versions = fs.existsSync('/usr/lib/postgresql') ? fs.readdirSync('/usr/lib/postgresql') : [];
  const candidates = [
    process.env['TEST_POSTGRES_BIN'],
    ...versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  const found = candidates.find((folder) => folder && fs.existsSync(path.join(folder, 'initdb')));
  if (!found)
    throw new Error('These tests need PostgreSQL 15 or newer: install it, or set TEST_POSTGRES_BIN to its bin folder.');
  return found;
}

/** PostgreSQL refuses to run as root, so root hands it to an account without rights. */
function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string, name: string): number =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', name), gid: id('-g', name) };
    } catch {
      // No such account here.
    }
  }
  throw new Error('These tests run as root and found neither the account postgres nor nobody to run PostgreSQL as.');
}
