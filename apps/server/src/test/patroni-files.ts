import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBinaries } from './postgres-binaries.ts';

const EXAMPLES = fileURLToPath(new URL('../../../../operation/patroni/', import.meta.url));

/** The text of a shipped file. */
export const example = (name: string): string => fs.readFileSync(path.join(EXAMPLES, name), 'utf8');

export const NAMES = ['one', 'two', 'three'] as const;
export type Name = (typeof NAMES)[number];

/** One machine: its ports of PostgreSQL, of Patroni and of etcd, its folder and in it that of its database. */
export type Machine = {
  readonly name: Name;
  readonly port: number;
  readonly restPort: number;
  readonly etcdPort: number;
  readonly etcdPeerPort: number;
  readonly home: string;
  readonly data: string;
};

/** The users and passwords as the examples have them. */
export const SUPERUSER = 'postgres:CHANGE-ME-SUPERUSER';
export const REST_USER = 'patroni:CHANGE-ME-REST';

/** The example with the ports and folders of one machine of this test; all of them have an etcd. */
export function patroniOf({ name, port, restPort, home, data }: Machine, machines: readonly Machine[]): string {
  return example('patroni.yml')
    .replace(/^name: .*$/m, `name: ${name}`)
    .replaceAll('10.0.0.11:8008', `127.0.0.1:${restPort}`)
    .replace(/^ {2}hosts: .*$/m, `  hosts: ${machines.map(({ etcdPort }) => `127.0.0.1:${etcdPort}`).join()}`)
    .replace('listen: 10.0.0.11,127.0.0.1:5432', `listen: 127.0.0.1:${port}`)
    .replace('10.0.0.11:5432', `127.0.0.1:${port}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replace(/^ {2}bin_dir: .*$/m, `  bin_dir: ${findBinaries()}`)
    .replace(/^ {2}data_dir: .*$/m, `  data_dir: ${data}`)
    .replace(/unix_socket_directories: .*$/m, `unix_socket_directories: ${home}`);
}

/** The example with these machines behind a port that leads to the primary and another that leads to the others. */
export function haproxyOf(
  machines: readonly Machine[],
  ports: { readonly primary: number; readonly replicas: number },
) {
  const servers = machines.map(
    ({ name, port: own, restPort }) => `    server ${name} 127.0.0.1:${own} port ${restPort}`,
  );
  return example('haproxy.cfg')
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${ports.primary}`)
    .replace('bind 127.0.0.1:5001', `bind 127.0.0.1:${ports.replicas}`)
    .replaceAll(/( {4}server .*\n)+/g, `${servers.join('\n')}\n`);
}

/** The limits that the role of the application has behind a pooler. */
export const LIMITS = example('limits.sql');

/** The variables of the example for the etcd of one of these machines. */
export function etcdOf({ name, etcdPort, etcdPeerPort, home }: Machine, machines: readonly Machine[]) {
  const all = machines.map((each) => `${each.name}=http://127.0.0.1:${each.etcdPeerPort}`);
  const text = example('etcd.default')
    .replace(/^ETCD_NAME=.*$/m, `ETCD_NAME=${name}`)
    .replace(/^ETCD_DATA_DIR=.*$/m, `ETCD_DATA_DIR=${path.join(home, 'etcd')}`)
    .replace(/^ETCD_INITIAL_CLUSTER=.*$/m, `ETCD_INITIAL_CLUSTER=${all.join()}`)
    .replaceAll('10.0.0.11:2379', `127.0.0.1:${etcdPort}`)
    .replaceAll('10.0.0.11:2380', `127.0.0.1:${etcdPeerPort}`);
  return Object.fromEntries(
    [...text.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, variable = '', value = '']) => [variable, value]),
  );
}
