import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const RELEASE = 'bookworm';
const MIRROR = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian';
/** The image of a small virtual server has these beside Debian's minimum. */
const OF_AN_IMAGE = ['systemd-sysv', 'dbus', 'udev', 'ca-certificates', 'iproute2', 'procps'];
const BOOT_MS = 60_000;
/** How this machine reaches packages; nothing else of its environment is seen inside. */
const PASSED_ON = /^(https?|all|no)_proxy$|^npm_config_registry$/i;
/** The file, inside, with the authorities that this machine was told to trust. */
export const CERTIFICATES = '/usr/local/share/sathi-trial.crt';

export type Answer = { readonly code: number; readonly said: string };
export type Machine = {
  /** The commands as root, as if pasted: the first that fails ends them. What they say comes back together. */
  readonly run: (commands: string, folder?: string) => Promise<Answer>;
  /** Ends every process inside, and then the network. */
  readonly end: () => Promise<void>;
};

/** A fresh Debian in this folder, which must not exist yet. @param packages beside Debian's minimum */
export function installDebian(root: string, packages: readonly string[] = OF_AN_IMAGE): void {
  const args = ['--variant=minbase', `--include=${packages.join(',')}`, RELEASE, root, MIRROR];
  // Its mounts are its own, so none is left in the folder when it ends halfway.
  execFileSync('unshare', ['--mount', 'debootstrap', ...args], { stdio: 'pipe', maxBuffer: 1 << 26 });
  writeFileSync(
    path.join(root, 'etc/apt/sources.list'),
    `deb ${MIRROR} ${RELEASE} main\ndeb ${MIRROR} ${RELEASE}-updates main\n`,
  );
  const bundle = process.env['NODE_EXTRA_CA_CERTS'];
  if (bundle !== undefined && existsSync(bundle)) copyFileSync(bundle, path.join(root, CERTIFICATES));
}

/** A child that ends with this process, even when this is killed. */
export const WITH_US = ['--pdeathsig=KILL'];
/** Its network, mounts and processes are its own; `childOf` it is the first of these. */
export const APART = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** Notes that systemd-nspawn keeps about its machines go with this. */
const OWN_NOTES = ['sh', '-c', 'mount -t tmpfs tmpfs /run/systemd && exec "$@"', 'sh'];
const NSPAWN = ['systemd-nspawn', '--quiet', '--boot', '--keep-unit', '--register=no', '--resolv-conf=off'];
/** Caddy's unit asks for it, and the network is the machine's own. */
const ALLOWED = ['--capability=CAP_NET_ADMIN', '--machine=sathi-trial'];

/**
 * Starts the Debian of this folder with its systemd, in a network of its own: it reaches outside and is reached from
 * nowhere. Whatever runs inside ends with this process.
 *
 * @throws Error when it has not started after a minute, with what it said
 */
export async function boot(root: string): Promise<Machine> {
  const machine = spawn('setpriv', [...WITH_US, ...APART, ...OWN_NOTES, ...NSPAWN, ...ALLOWED, `--directory=${root}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [machine.stdout, machine.stderr]) stream.on('data', (text: Buffer) => (said += String(text)));
  let network: ChildProcess | undefined;
  const end = async (): Promise<void> => {
    // The first process inside takes all others along, and `unshare` goes once they are gone: the folder is free then.
    await kill(machine, childOf(machine.pid ?? 0));
    if (network !== undefined) await kill(network);
  };
  try {
    const systemd = await firstProcess(machine);
    network = reachOutside(systemd);
    const run = (commands: string, folder = '/root') => runInside(systemd, folder, commands);
    writeFileSync(path.join(root, 'etc/resolv.conf'), NAMES);
    const { said: state } = await run('timeout 60 systemctl is-system-running --wait || true');
    if (!/running|degraded/.test(state)) throw new Error(`systemd says: ${state}`);
    return { run, end };
  } catch (error) {
    await end();
    throw new Error(`Debian did not start: ${said.slice(-2000)}`, { cause: error });
  }
}

/** How names are looked up behind `reachOutside`. */
export const NAMES = 'nameserver 10.0.2.3\n';

/** The way out of the network of this process, which nothing comes in by. */
export function reachOutside(id: number): ChildProcess {
  const outside = ['slirp4netns', '--configure', '--disable-host-loopback', String(id), 'tap0'];
  return spawn('setpriv', [...WITH_US, ...outside], { stdio: 'ignore' });
}

/** Ends a child, or another process that takes it along, and waits until the child is gone. */
export async function kill(child: ChildProcess, id = child.pid): Promise<void> {
  if (id === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(id, 'SIGKILL');
  await ended;
}

/** The id, outside, of the systemd that runs inside. */
async function firstProcess(machine: ChildProcess): Promise<number> {
  const endsAtMs = Date.now() + BOOT_MS;
  while (Date.now() < endsAtMs && machine.exitCode === null) {
    let id = machine.pid ?? 0;
    for (let child = childOf(id); child !== undefined && nameOf(id) !== 'systemd'; child = childOf(id)) id = child;
    if (nameOf(id) === 'systemd' && existsSync(`/proc/${id}/root/run/systemd/private`)) return id;
    await sleep(200);
  }
  throw new Error('its systemd is not there');
}

const nameOf = (id: number): string => read(`/proc/${id}/comm`).trim();

/** The first child of a process, or none. */
export function childOf(id: number): number | undefined {
  const [first] = read(`/proc/${id}/task/${id}/children`).split(' ');
  return first === undefined || first === '' ? undefined : Number(first);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The commands as root where this process is, in an environment of their own. */
export async function runInside(first: number, folder: string, commands: string): Promise<Answer> {
  const passed = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  const env = [
    'HOME=/root',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'DEBIAN_FRONTEND=noninteractive',
    ...(existsSync(`/proc/${first}/root${CERTIFICATES}`) ? [`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`] : []),
    ...passed.map(([name, value]) => `${name}=${value}`),
  ];
  const shell = ['bash', '-euo', 'pipefail', '-c', commands];
  const inside = ['--target', String(first), '--mount', '--uts', '--ipc', '--net', '--pid', '--root', '--wdns=/'];
  const child = spawn('nsenter', [...inside, 'env', '-i', `--chdir=${folder}`, ...env, ...shell], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += String(text)));
  const [code] = await once(child, 'close');
  return { code: Number(code ?? -1), said };
}
