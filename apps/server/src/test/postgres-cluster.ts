import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findBinaries, readableBy, unprivilegedAccount } from './postgres-binaries.ts';
import type { Keeping } from './postgres-keeper.ts';

const START_TIMEOUT_MS = 30_000;

/** No row here outlives the tests, so none needs to reach the disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  autovacuum: 'off',
  max_wal_size: '256MB',
  // A replica that is begun while other tests write still finds its beginning.
  wal_keep_size: '256MB',
};

const KEEPER = fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url));

export type Cluster = { readonly url: (database: string) => string; readonly stop: () => Promise<void> };

/** A PostgreSQL server of its own, reached through a socket in a temporary folder and by no port, where there are sockets. */
export async function startCluster(changes: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const account = unprivilegedAccount();
  const chosen = { ...SETTINGS, ...changes };
  const dir = fs.mkdtempSync(path.join(chosen.fsync === 'off' ? folderInMemory() : os.tmpdir(), 'sathi-postgres-'));
  const bin = readableBy(account, findBinaries(), path.join(dir, 'postgresql'));
  if (account) fs.chownSync(dir, account.uid, account.gid);
  const address = process.platform === 'win32' ? await freeAddress() : socketIn(dir);

  const settings = Object.entries({ ...SETTINGS, ...address.settings, ...changes });
  const keeping: Keeping = {
    bin,
    dir,
    account,
    settings: settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  };
  const keeper = spawn(process.execPath, [KEEPER, JSON.stringify(keeping)], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(keeper, 'exit');
  const url = (database: string): string => `postgres://postgres@${address.host}/${database}`;
  const stop = async (): Promise<void> => {
    keeper.stdin.end();
    await ended;
  };
  await waitUntilReady(url('postgres'), () => keeper.exitCode !== null).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

/** Linux keeps this folder in memory. A database is copied for each test file there in a tenth of the time. */
const MEMORY = '/dev/shm';
const MEMORY_BYTES_MIN = 2_000_000_000;

function folderInMemory(): string {
  if (process.platform !== 'linux' || !fs.existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY : os.tmpdir();
}

type Address = { readonly host: string; readonly settings: Readonly<Record<string, string>> };

function socketIn(dir: string): Address {
  return { host: encodeURIComponent(dir), settings: { listen_addresses: '', unix_socket_directories: dir } };
}

/** Windows has no sockets that Node can open. */
async function freeAddress(): Promise<Address> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return { host: `127.0.0.1:${port}`, settings: { listen_addresses: '127.0.0.1', port: String(port) } };
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
