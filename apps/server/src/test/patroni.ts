import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { query, until } from './durable-cluster.ts';
import {
  etcdOf,
  haproxyOf,
  LIMITS,
  type Machine,
  NAMES,
  type Name,
  patroniOf,
  REST_USER,
  SUPERUSER,
} from './patroni-files.ts';
import { quietPorts } from './ports.ts';
import { unprivilegedAccount } from './postgres-binaries.ts';
import { Programs } from './programs.ts';

const APP_PASSWORD = 'the-password-of-the-application';

type Member = { readonly name: Name; readonly role: 'leader' | 'sync_standby' | 'replica'; readonly state: string };

/** Three machines of PostgreSQL, Patroni and etcd with the shipped configuration, and HAProxy in front of them. */
export type PatroniCluster = {
  /** The database of the application on whichever machine is the primary now. */
  readonly url: string;
  /** The same database on the machines that follow it. */
  readonly replicaUrl: string;
  /** @throws Error while there is none */
  readonly primary: () => Promise<Name>;
  /** Waits until all three stand together again, one of them confirming each commit. */
  readonly whole: () => Promise<void>;
  /** The machine loses power: etcd, Patroni and every process of PostgreSQL are gone at once. */
  readonly crash: (name: Name) => Promise<void>;
  /** The two machines that follow the primary. */
  readonly standbys: () => Promise<Name[]>;
  /** PostgreSQL alone is killed. */
  readonly breakDown: (name: Name) => void;
  /** Patroni alone is killed; PostgreSQL goes on by itself. */
  readonly abandon: (name: Name) => Promise<void>;
  /** Changes settings of all three, as `patronictl edit-config` does, and restarts them. */
  readonly set: (parameters: Readonly<Record<string, string>>) => Promise<void>;
  /** Stops all three in order, and has etcd forget them. */
  readonly disband: () => Promise<void>;
  /** The folders and ports of the machine. */
  readonly machine: (name: Name) => Machine;
  /** Starts what does not run of the machine. */
  readonly start: (name: Name) => void;
  /** Stops etcd, without which no machine can become the primary. */
  readonly stopEtcd: () => Promise<void>;
  readonly startEtcd: () => void;
  /** An operator hands the work over to another machine. */
  readonly switchOver: () => Promise<void>;
  /** Asks the server of one machine, past HAProxy. */
  readonly ask: (name: Name, text: string) => ReturnType<typeof query>;
  readonly remove: () => Promise<void>;
};

/** The processes end and the folder goes with `remove`; the processes end with this one, too. */
export async function startPatroni(): Promise<PatroniCluster> {
  const account = unprivilegedAccount();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-patroni-'));
  if (account) fs.chownSync(folder, account.uid, account.gid);
  const [primary = 0, replicas = 0, ...own] = await quietPorts(2 + 4 * NAMES.length);
  const ports = { primary, replicas };
  const machines = NAMES.map((name, index): Machine => {
    const home = path.join(folder, name);
    fs.mkdirSync(home);
    if (account) fs.chownSync(home, account.uid, account.gid);
    const [port = 0, restPort = 0, etcdPort = 0, etcdPeerPort = 0] = own.slice(4 * index);
    return { name, port, restPort, etcdPort, etcdPeerPort, home, data: path.join(home, 'data') };
  });
  const programs = new Programs(folder, account);
  const endAll = (): void => {
    programs.killAll();
    for (const machine of machines) killPostgres(machine);
  };
  process.once('exit', endAll);
  const remove = async (): Promise<void> => {
    endAll();
    process.off('exit', endAll);
    await programs.ended();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  };

  const startEtcd = (name: Name): void =>
    programs.start(etcdName(name), 'etcd', [], etcdOf(machineOf(machines, name), machines));
  const start = (name: Name): void => {
    const machine = machineOf(machines, name);
    const file = path.join(machine.home, 'patroni.yml');
    fs.writeFileSync(file, patroniOf(machine, machines));
    if (!programs.runs(etcdName(name))) startEtcd(name);
    // Patroni keeps the passwords of its PostgreSQL there, so each needs a home of its own.
    programs.start(name, 'patroni', [file], { HOME: machine.home });
  };
  fs.writeFileSync(path.join(folder, 'haproxy.cfg'), haproxyOf(machines, ports));
  programs.start('haproxy', 'haproxy', ['-db', '-f', path.join(folder, 'haproxy.cfg')]);
  for (const name of NAMES) start(name);
  const cluster = standing(machines, () => programs.said());
  await makeDatabase(cluster, ports.primary).catch(async (error: unknown) => {
    await remove();
    throw error;
  });

  const urlAt = (port: number): string => `postgres://sathi:${APP_PASSWORD}@127.0.0.1:${port}/sathi`;
  return {
    url: urlAt(ports.primary),
    replicaUrl: urlAt(ports.replicas),
    ...cluster,
    crash: async (name) => {
      const ended = [programs.kill(name), programs.kill(etcdName(name))];
      killPostgres(machineOf(machines, name));
      await Promise.all(ended);
    },
    breakDown: (name) => killPostgres(machineOf(machines, name)),
    abandon: (name) => programs.kill(name),
    set: async (parameters) => {
      await tell(machineOf(machines, await cluster.primary()), 'PATCH', 'config', { postgresql: { parameters } });
      for (const machine of machines) await tell(machine, 'POST', 'restart', {});
      await cluster.whole();
    },
    disband: async () => {
      for (const name of NAMES) await programs.kill(name, 'SIGTERM');
      const file = path.join(machineOf(machines, 'one').home, 'patroni.yml');
      const input = 'sathi\nYes I am aware\n';
      execFileSync('patronictl', ['-c', file, 'remove', 'sathi'], { ...account, cwd: folder, input, stdio: 'pipe' });
    },
    machine: (name) => machineOf(machines, name),
    start,
    stopEtcd: async () => {
      await Promise.all(NAMES.map((name) => programs.kill(etcdName(name))));
    },
    startEtcd: () => NAMES.forEach(startEtcd),
    remove,
  };
}

type Standing = Pick<PatroniCluster, 'primary' | 'standbys' | 'whole' | 'switchOver' | 'ask'>;

/** Asks Patroni how the machines stand; `said` is told when they do not come to stand together. */
function standing(machines: readonly Machine[], said: () => string): Standing {
  /** All three, as the first machine that answers sees them. */
  const members = async (): Promise<Member[]> => {
    const asked = machines.map(async ({ restPort }) => (await fetch(`http://127.0.0.1:${restPort}/cluster`)).json());
    return ((await Promise.any(asked)) as { members: Member[] }).members;
  };
  const primary = async (): Promise<Name> => {
    const leader = (await members()).find(({ role, state }) => role === 'leader' && state === 'running');
    if (leader === undefined) throw new Error('there is no primary');
    return leader.name;
  };
  return {
    primary,
    standbys: async () => (await members()).flatMap(({ name, role }) => (role === 'leader' ? [] : [name])),
    whole: () =>
      until(
        async () => {
          const up = (await members()).filter(({ state }) => /running|streaming/.test(state));
          const roles = up.map(({ role }) => role).toSorted();
          return roles.join() === 'leader,replica,sync_standby';
        },
        () => `the three machines do not stand together: ${said()}`,
      ),
    switchOver: async () => {
      const leader = await primary();
      await tell(machineOf(machines, leader), 'POST', 'switchover', { leader });
    },
    ask: (name, text) => query(`postgres://${SUPERUSER}@127.0.0.1:${machineOf(machines, name).port}/sathi`, text),
  };
}

/** Has the Patroni of a machine do something. */
async function tell({ restPort }: Machine, method: 'PATCH' | 'POST', what: string, body: object): Promise<void> {
  const headers = { authorization: `Basic ${btoa(REST_USER)}` };
  const url = `http://127.0.0.1:${restPort}/${what}`;
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`Patroni did not do it: ${what} ${answer.status} ${await answer.text()}`);
}

const etcdName = (name: Name): string => `etcd of ${name}`;

const machineOf = (machines: readonly Machine[], name: Name): Machine =>
  machines.find((machine) => machine.name === name) as Machine;

/** The role and the database of the application, which an operator makes once. */
async function makeDatabase({ whole }: Standing, port: number): Promise<void> {
  await whole();
  const admin = `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`;
  await query(admin, `create role sathi login password '${APP_PASSWORD}'`);
  await query(admin, 'create database sathi owner sathi');
  await query(admin, LIMITS);
}

/** Patroni starts PostgreSQL as no child of its own, and a session that is at work outlives the server it belongs to. */
function killPostgres({ data }: Machine): void {
  let server: string | undefined;
  let sessions: string[];
  try {
    server = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
    sessions = fs.readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ');
  } catch {
    // It does not run.
    return;
  }
  for (const id of [server, ...sessions]) {
    try {
      if (id !== '') process.kill(Number(id), 'SIGKILL');
    } catch {
      // It has ended with its server.
    }
  }
}
