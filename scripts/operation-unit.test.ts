import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NEEDS } from '../apps/server/src/test/needs.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** 0 is shut in altogether, 100 open; the tool itself calls up to 49 good enough. */
const EXPOSURE_MAX = 20;

test.skipIf(!NEEDS.systemd.isMet())('systemd takes the unit, and calls it well shut in', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-unit-'));
  const unit = path.join(folder, 'sathi.service');
  // The tool looks whether the program and the account exist; here they are these. A unit splits a path at its spaces,
  // and this project may lie anywhere.
  const home = path.join(folder, 'home');
  symlinkSync(ROOT, home);
  const here = readFileSync(path.join(ROOT, 'operation/systemd/sathi.service'), 'utf8')
    .replaceAll('/opt/sathi', home)
    .replace(/^User=.*\nGroup=.*$/m, `User=${os.userInfo().username}`);
  writeFileSync(unit, here);
  try {
    const run = (...args: string[]) =>
      execFileSync('systemd-analyze', [...args, unit], { encoding: 'utf8', stdio: 'pipe' });
    expect(run('verify', '--man=no')).toBe('');
    expect(run('security', '--offline=true', `--threshold=${EXPOSURE_MAX}`)).toContain('exposure level');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
