import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PUBLISHED = 'https://nodejs.org/dist/';

/** The product as it is checked out: what is not committed is not tried. */
export function copyRepository(folder: string): void {
  git(ROOT, 'clone', '--quiet', ROOT, folder);
}

/** The version after the one that is checked out; the head of its pages names it. */
export const LATER = 'later-version';

/** Puts {@link LATER} into a copy of the repository: other pages and a change of the database. */
export function addLaterVersion(folder: string): void {
  const page = path.join(folder, 'apps/web/index.html');
  const html = readFileSync(page, 'utf8');
  writeFileSync(page, html.replace('<meta charset="utf-8" />', `$&<meta name="generator" content="${LATER}" />`));
  writeFileSync(
    path.join(folder, 'apps/server/src/db/migrations/9999_later.sql'),
    'create table later_versions (id bigint primary key);\n',
  );
  git(folder, 'add', '--all');
  const author = ['-c', 'user.name=trial', '-c', 'user.email=trial@sathi.test'];
  git(folder, ...author, 'commit', '--quiet', '--message', LATER);
  git(folder, 'tag', LATER);
}

/**
 * Gives the address that the page's archive of Node is fetched from: its own, or, where that cannot be reached, one of an
 * archive put together here from this Node and this machine's npm, in `srv/nodejs` of the root.
 */
export async function supplyNode(root: string): Promise<string> {
  const isReached = await fetch(`${PUBLISHED}index.json`, { method: 'HEAD', signal: AbortSignal.timeout(10_000) })
    .then(({ ok }) => ok)
    .catch(() => false);
  if (isReached) return PUBLISHED;
  const name = `node-${process.version}-linux-${process.arch}`;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-node-'));
  try {
    unpackedNode(path.join(folder, name));
    const archives = path.join(root, 'srv/nodejs', process.version);
    mkdirSync(archives, { recursive: true });
    const args = ['--directory', folder, '--use-compress-program=xz -0', '--create', '--file', `${name}.tar.xz`, name];
    execFileSync('tar', args, { cwd: archives });
    writeFileSync(
      path.join(archives, 'SHASUMS256.txt'),
      execFileSync('sha256sum', [`${name}.tar.xz`], { cwd: archives }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  return 'file:///srv/nodejs/';
}

/** This Node with this machine's npm, laid out as in the published archives. */
export function unpackedNode(folder: string): void {
  const npm = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  cpSync(process.execPath, path.join(folder, 'bin/node'));
  cpSync(path.resolve(npm, '../..'), path.join(folder, 'lib/node_modules/npm'), { recursive: true });
  for (const command of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, path.join(folder, 'bin', command));
  }
}

function git(folder: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
}
