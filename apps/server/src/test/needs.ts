import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runsOldChromium } from '../../../../scripts/old-chromium.ts';
import { hasLastReleased } from './crash/last-release.ts';
import { findBinaries } from './postgres-binaries.ts';

/** The Python that has Swift: that of Debian's packages, or another one. */
export const SWIFT_PYTHON = process.env['TEST_SWIFT_PYTHON'] ?? '/usr/bin/python3';
const SWIFT_MODULES = 'import swift.proxy.server, swift.account.server, swift.container.server, swift.obj.server';

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

export type Need = {
  readonly isMet: () => boolean;
  readonly lack: string;
  readonly command: string;
  /** The ends of the names of files. */
  readonly tests: readonly string[];
};

/**
 * Some tests need more than the packages bring. Where it is missing they are skipped, and `npm test` says so in its last
 * lines, with the command that brings it.
 */
export const NEEDS = {
  swift: {
    isMet: () => succeeds(SWIFT_PYTHON, '-c', SWIFT_MODULES),
    lack: 'OpenStack Swift, an S3 server, is not installed',
    command: 'apt-get install swift-proxy swift-account swift-container swift-object',
    tests: ['outside/files-s3.long.postgres.test.ts'],
  },
  openssl: {
    isMet: () => succeeds('openssl', 'version'),
    lack: 'openssl is not installed',
    command: 'apt-get install openssl',
    tests: ['outside/mail-smtp.long.unit.test.ts'],
  },
  promtool: {
    isMet: () => succeeds('promtool', '--version'),
    lack: 'promtool, which checks the alerts, is not installed',
    command: 'apt-get install prometheus',
    tests: ['scripts/operation-alerts.test.ts'],
  },
  amtool: {
    isMet: () => succeeds('amtool', '--version'),
    lack: 'amtool, which checks whom the alerts reach, is not installed',
    command: 'apt-get install prometheus-alertmanager',
    tests: ['scripts/operation-alerts.test.ts'],
  },
  systemd: {
    isMet: () => succeeds('systemd-analyze', '--version'),
    lack: 'systemd, which checks the unit, is not installed',
    command: 'apt-get install systemd',
    tests: ['scripts/operation-unit.test.ts'],
  },
  proxies: {
    isMet: () => succeeds('caddy', 'version') && succeeds('nginx', '-v') && succeeds('openssl', 'version'),
    lack: 'Caddy or nginx, whose examples are checked, is not installed',
    command: 'apt-get install caddy nginx-light openssl',
    tests: ['scripts/operation-proxies.test.ts', 'test/crash/rolling-update.long.postgres.test.ts'],
  },
  freshDebian: {
    isMet: () =>
      process.getuid?.() === 0 &&
      succeeds('sh', '-c', 'command -v debootstrap systemd-nspawn slirp4netns && test -c /dev/net/tun') &&
      succeeds('unshare', '--net', '--mount', '--pid', '--fork', '--mount-proc', 'true'),
    lack: 'a fresh Debian to follow the page of the first server on cannot be made: root, debootstrap, systemd-nspawn and slirp4netns are needed',
    command: 'apt-get install debootstrap systemd-container slirp4netns',
    tests: ['scripts/operation-first-server.long.test.ts'],
  },
  containers: {
    isMet: () =>
      process.getuid?.() === 0 &&
      succeeds('sh', '-c', 'command -v debootstrap slirp4netns podman podman-compose && test -c /dev/net/tun') &&
      succeeds(
        'unshare',
        '--net',
        '--mount',
        'sh',
        '-c',
        'ip link add apart type bridge && mount -t cgroup2 cgroup2 /mnt',
      ),
    lack: 'containers cannot be started: root, Podman, debootstrap, slirp4netns and a network of their own are needed',
    command:
      'apt-get install podman podman-compose crun netavark aardvark-dns iptables iproute2 curl debootstrap slirp4netns',
    tests: ['scripts/operation-containers.long.test.ts'],
  },
  pgbackrest: {
    isMet: () => succeeds('pgbackrest', 'version'),
    lack: 'pgBackRest, which restores PostgreSQL, is not installed',
    command: 'apt-get install pgbackrest',
    tests: ['test/crash/restore-drill.long.postgres.test.ts'],
  },
  backupStorage: {
    isMet: () => NEEDS.pgbackrest.isMet() && NEEDS.swift.isMet() && NEEDS.openssl.isMet(),
    lack: 'pgBackRest, openssl or OpenStack Swift, an S3 server, is not installed',
    command: 'apt-get install pgbackrest openssl swift-proxy swift-account swift-container swift-object',
    tests: ['test/crash/restore-drill-s3.long.postgres.test.ts'],
  },
  patroni: {
    isMet: () =>
      ['patroni', 'etcd'].every((name) => succeeds(name, '--version')) &&
      succeeds('haproxy', '-v') &&
      existsSync(path.join(findBinaries(), 'pg_rewind')),
    lack: 'Patroni, etcd, HAProxy or all of PostgreSQL is not installed',
    command: 'apt-get install patroni python3-etcd etcd-server haproxy postgresql',
    tests: ['test/crash/failover.long.postgres.test.ts'],
  },
  archivedPatroni: {
    isMet: () => NEEDS.patroni.isMet() && NEEDS.pgbackrest.isMet(),
    lack: 'pgBackRest, Patroni, etcd, HAProxy or all of PostgreSQL is not installed',
    command: 'apt-get install pgbackrest patroni python3-etcd etcd-server haproxy postgresql',
    tests: ['test/crash/restore-drill-patroni.long.postgres.test.ts'],
  },
  pooler: {
    isMet: () => succeeds('pgbouncer', '--version'),
    lack: 'PgBouncer is not installed',
    command: 'apt-get install pgbouncer',
    tests: ['test/crash/pooler.long.postgres.test.ts'],
  },
  chain: {
    isMet: () => NEEDS.patroni.isMet() && NEEDS.pooler.isMet(),
    lack: 'PgBouncer, Patroni, etcd, HAProxy or all of PostgreSQL is not installed',
    command: 'apt-get install pgbouncer patroni python3-etcd etcd-server haproxy postgresql',
    tests: ['test/crash/chained-failover.long.postgres.test.ts'],
  },
  replica: {
    isMet: () => existsSync(path.join(findBinaries(), 'pg_basebackup')),
    lack: 'pg_basebackup is not beside the PostgreSQL that the tests start',
    command: 'apt-get install postgresql',
    tests: ['http/replica-reads.long.postgres.test.ts', 'http/replica-readers.long.postgres.test.ts'],
  },
  mount: {
    isMet: () => succeeds('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'),
    lack: 'this account may not mount a disk',
    command: 'sudo npm run proof -- PostgreSQL',
    tests: ['test/crash/full-disk.long.postgres.test.ts'],
  },
  root: {
    isMet: () => process.getuid?.() === 0,
    lack: 'this account is not root, which a command of the runbook is for',
    command: 'sudo npm test',
    tests: ['scripts/runbook-commands.test.ts'],
  },
  python: {
    isMet: () => succeeds('python3', '--version'),
    lack: 'Python, whose reader of archives is another one, is not installed',
    command: 'apt-get install python3',
    tests: ['http/zip.unit.test.ts'],
  },
  history: {
    isMet: hasLastReleased,
    lack: 'this clone lacks the last released commit',
    command: 'git fetch --unshallow',
    tests: ['test/crash/last-release.long.pglite.test.ts', 'test/crash/rolling-update.long.postgres.test.ts'],
  },
  publicContracts: {
    isMet: () =>
      ['cep18-1.0.2', 'cep18-1.0.3', 'cep78-1.5.1'].every((name) =>
        existsSync(`packages/devnet/.modules/${name}.wasm`),
      ),
    lack: 'the npm registry does not answer, so CEP-18 and CEP-78 could not be fetched',
    command: 'npm pack casper-cep78-js-client@1.5.1',
    tests: ['devnet/src/vm/engine.test.ts'],
  },
  chromium92: {
    isMet: () => runsOldChromium(92),
    lack: 'Chromium 92, a build for Linux on x64, is not fetched or does not start',
    command: 'node scripts/old-chromium.ts',
    tests: ['browsers/chromium-92.walk.ts'],
  },
  chromium109: {
    isMet: () => runsOldChromium(109),
    lack: 'Chromium 109, a build for Linux on x64, is not fetched or does not start',
    command: 'node scripts/old-chromium.ts',
    tests: ['browsers/chromium-109.walk.ts'],
  },
  firefox: {
    isMet: () => succeeds('firefox-esr', '--version'),
    lack: 'Firefox ESR is not installed',
    command: 'apt-get install firefox-esr',
    tests: ['browsers/firefox.walk.ts'],
  },
  webkit: {
    isMet: () => succeeds('sh', '-c', 'command -v WebKitWebDriver && command -v Xvfb'),
    lack: 'WebKitGTK and a screen for it are not installed',
    command: 'apt-get install webkit2gtk-driver xvfb',
    tests: ['browsers/webkit.walk.ts'],
  },
} as const;
