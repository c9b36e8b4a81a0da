import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { APART, type Answer, childOf, kill, NAMES, reachOutside, runInside, WITH_US } from '../first-server/machine.ts';

/** Containers are counted by none: the groups of processes belong to the machine outside. */
const SETTINGS = (folder: string) => `[containers]
cgroups = "disabled"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "${folder}/networks"
`;
const STORAGE = (folder: string) => `[storage]
driver = "overlay"
graphroot = "${folder}/images"
runroot = "/run/containers"
`;
/** Podman's notes and locks, and the backups, go with the mounts; crun wants control groups of the second version alone. */
const PREPARED = (
  folder: string,
) => `mount -t tmpfs tmpfs /run && mount -t tmpfs tmpfs /dev/shm && mount -t tmpfs tmpfs /var/backups
names=$(readlink --canonicalize-missing /etc/resolv.conf)
[ -e "$names" ] || install -D /dev/null "$names"
mount --bind ${folder}/resolv.conf "$names"
umount --recursive /sys/fs/cgroup && mount -t cgroup2 cgroup2 /sys/fs/cgroup
ip link set lo up
echo prepared
exec sleep infinity`;
/**
 * The pages say `docker compose`; here Podman answers, without a terminal, and keeps the check of health that Docker knows. By
 * itself its `exec` says more than the command in the container, into a dump too, and hides how that ended.
 */
const DOCKER = `#!/bin/sh
export BUILDAH_FORMAT=docker BUILDAH_ISOLATION=chroot
shift
if [ "$1" = exec ]; then
  shift
  [ "$1" != -T ] || shift
  container=$(podman ps --quiet --filter label=com.docker.compose.service="$1")
  shift
  exec podman exec --interactive "$container" "$@"
fi
exec podman-compose "$@"
`;

export type Containers = {
  /** The commands as root, as if pasted. What they say comes back. @throws Error when one fails */
  readonly run: (commands: string, folder?: string) => Promise<string>;
  /** Ends every container; all they had is in the folder. */
  readonly end: () => Promise<void>;
};

/**
 * Podman under the names of Docker, in a network of its own: it reaches outside and is reached from nowhere. Whatever it
 * keeps is in this folder, and whatever it starts ends with this process.
 *
 * @throws Error when the machine forbids such a network or its mounts
 */
export async function startPodman(folder: string): Promise<Containers> {
  const programs = path.join(folder, 'programs');
  for (const each of ['networks', 'images', 'programs', 'passing']) mkdirSync(path.join(folder, each));
  writeFileSync(path.join(folder, 'containers.conf'), SETTINGS(folder));
  writeFileSync(path.join(folder, 'storage.conf'), STORAGE(folder));
  writeFileSync(path.join(folder, 'resolv.conf'), NAMES);
  writeFileSync(path.join(programs, 'docker'), DOCKER, { mode: 0o755 });
  const machine = spawn('setpriv', [...WITH_US, ...APART, 'sh', '-ec', PREPARED(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [ready] = await Promise.race([once(machine.stdout, 'data'), once(machine, 'exit')]);
  const first = childOf(machine.pid ?? 0);
  if (!(ready instanceof Buffer) || first === undefined) throw new Error('no network of its own for Podman');
  const network = reachOutside(first);
  const environment = `export PATH=${programs}:$PATH TMPDIR=${folder}/passing
export CONTAINERS_CONF=${folder}/containers.conf CONTAINERS_STORAGE_CONF=${folder}/storage.conf`;
  return {
    run: async (commands, within = folder) =>
      told(commands, await runInside(first, within, `${environment}\n${commands}`)),
    end: async () => {
      await kill(machine, first);
      await kill(network);
    },
  };
}

function told(commands: string, { code, said }: Answer): string {
  if (code === 0) return said;
  throw new Error(`ended with ${code}:\n${commands}\n${said.slice(-4000)}`);
}
