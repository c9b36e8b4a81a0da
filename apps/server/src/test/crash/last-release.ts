import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from '../../../../../scripts/link-packages.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

/** The commit that `docs/releases.md` names. */
const LAST_RELEASED = nameOfCommit(fs.readFileSync(path.join(ROOT, 'docs/releases.md'), 'utf8'));

function nameOfCommit(text: string): string {
  const commit = /last released commit is `([0-9a-f]{40})`/.exec(text)?.[1];
  if (commit === undefined) throw new Error('docs/releases.md names no last released commit');
  return commit;
}

/** Whether this copy of the project remembers that commit. A shallow clone and an archive do not. */
export function hasLastReleased(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${LAST_RELEASED}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The released files in a folder of their own, with the installed packages of this checkout. The caller removes it. */
export function checkOutLastReleased(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-released-'));
  const archive = path.join(folder, 'released.tar');
  execFileSync('git', ['archive', `--output=${archive}`, LAST_RELEASED], { cwd: ROOT });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  linkPackages(folder);
  return folder;
}
