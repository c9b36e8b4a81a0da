import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { until } from './durable-cluster.ts';
import { example } from './patroni-files.ts';
import { quietPorts } from './ports.ts';
import { unprivilegedAccount } from './postgres-binaries.ts';
import { Programs } from './programs.ts';

/** PgBouncer with the shipped configuration. */
export type Pooler = {
  /** The database behind it, as a process is told of it. */
  readonly url: string;
  readonly start: () => Promise<void>;
  /** SIGKILL: each connection through it ends. */
  readonly kill: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/**
 * Starts it in front of the server of `directUrl`.
 * @param changes values of settings that are other than the shipped ones
 */
export async function startPooler(directUrl: string, changes: Readonly<Record<string, string>> = {}): Promise<Pooler> {
  const { username, password, hostname, port, pathname } = new URL(directUrl);
  const account = unprivilegedAccount();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-pooler-'));
  const [own = 0] = await quietPorts(1);
  const settings = {
    listen_port: String(own),
    unix_socket_dir: '',
    auth_file: path.join(folder, 'userlist.txt'),
    ...changes,
  };
  const text = Object.entries(settings).reduce(
    (before, [name, value]) => before.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`),
    example('pgbouncer.ini').replace(/^sathi = .*$/m, `${pathname.slice(1)} = host=${hostname} port=${port}`),
  );
  fs.writeFileSync(path.join(folder, 'pgbouncer.ini'), text);
  fs.writeFileSync(settings.auth_file, `"${username}" "${password}"\n`);
  if (account) fs.chownSync(folder, account.uid, account.gid);
  const programs = new Programs(folder, account);
  const endAll = (): void => programs.killAll();
  process.once('exit', endAll);

  const start = async (): Promise<void> => {
    programs.start('pgbouncer', 'pgbouncer', [path.join(folder, 'pgbouncer.ini')]);
    await until(
      () => isTaken(own),
      () => `PgBouncer did not start: ${programs.said()}`,
    );
  };
  await start();
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${own}${pathname}?pgbouncer=true`,
    start,
    kill: () => programs.kill('pgbouncer'),
    remove: async () => {
      endAll();
      process.off('exit', endAll);
      await programs.ended();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isTaken(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(() => true)
    .finally(() => socket.destroy());
}
