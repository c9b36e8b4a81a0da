import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NEEDS } from '../apps/server/src/test/needs.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** 0 is shut in altogether, 100 open; the tool itself calls up to 49 good enough. */
const EXPOSURE_MAX = 20;
const BACK_REST = 'operation/pgbackrest';
const shipped = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The words of the tool, warnings too. @throws Error when it is not content */
function analyze(...args: string[]): string {
  const env = { ...process.env, TZ: 'UTC' };
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`systemd-analyze ${args[0]} ends with ${status}: ${stdout}${stderr}`);
  return stdout + stderr;
}

/** Whether systemd takes the files as they would be installed, with the account of this test in them. */
function verify(files: readonly string[], look: (folder: string) => void = () => {}): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-unit-'));
  // The tool looks whether the program and the account exist; here they are these. A unit splits a path at its spaces,
  // and this project may lie anywhere.
  const home = path.join(folder, 'home');
  symlinkSync(ROOT, home);
  for (const file of files) {
    const here = shipped(file)
      .replaceAll('/opt/sathi', home)
      .replaceAll('/usr/bin/pgbackrest', '/bin/true')
      .replace(/^User=.*(\nGroup=.*)?$/m, `User=${os.userInfo().username}`);
    writeFileSync(path.join(folder, path.basename(file)), here);
  }
  try {
    // A template is judged by one of its units.
    const units = files.map((file) => path.join(folder, path.basename(file).replace('@.', '@full.')));
    expect(analyze('verify', '--man=no', ...units)).toBe('');
    look(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.skipIf(!NEEDS.systemd.isMet())('systemd takes the units of the product, and calls them well shut in', () => {
  const names = ['sathi.service', 'sathi-files-backup.service', 'sathi-files-backup.timer'];
  verify(
    names.map((name) => `operation/systemd/${name}`),
    (folder) => {
      for (const name of names.slice(0, 2)) {
        const said = analyze('security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, path.join(folder, name));
        expect(said).toContain('exposure level');
      }
    },
  );
});

test.skipIf(!NEEDS.systemd.isMet())(
  'systemd takes the units of pgBackRest, which back up each night, on Sundays all of it',
  () => {
    verify(
      ['sathi-backup@.service', 'sathi-backup@full.timer', 'sathi-backup@diff.timer'].map(
        (name) => `${BACK_REST}/${name}`,
      ),
    );
    const nights = ['full', 'diff'].flatMap((type) => {
      const [, when = ''] = /^OnCalendar=(.*)$/m.exec(shipped(`${BACK_REST}/sathi-backup@${type}.timer`)) ?? [];
      const said = analyze('calendar', '--base-time=2026-11-29 00:00:00 UTC', '--iterations=12', when);
      return [...said.matchAll(/(\w{3}) (\d{4}-\d\d-\d\d) [\d:]+ UTC$/gm)].map(([, day, date]) => ({
        type,
        day,
        date,
      }));
    });
    const week = nights
      .filter(({ date = '' }) => date < '2026-12-13')
      .toSorted((one, other) => (one.date! < other.date! ? -1 : 1));
    const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
    expect(week.map(({ type, day }) => `${day} ${type}`)).toEqual(
      [...days, ...days].map((day) => `${day} ${day === 'Sun' ? 'full' : 'diff'}`),
    );
  },
);

test('a backup is passed over on a machine in recovery, and on no other, also when PostgreSQL does not answer', () => {
  const [, condition = ''] =
    /^ExecCondition=\/bin\/sh -c '(.*)'$/m.exec(shipped(`${BACK_REST}/sathi-backup@.service`)) ?? [];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-unit-'));
  const ends = (psql: string): number | null => {
    writeFileSync(path.join(folder, 'psql'), `#!/bin/sh\n${psql}\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    // systemd makes one sign of two.
    return spawnSync('/bin/sh', ['-c', condition.replaceAll('$$', '$')], { env }).status;
  };
  expect(ends('echo t')).toBe(1);
  expect(ends('echo f')).toBe(0);
  expect(ends('echo "could not connect" >&2; exit 2')).toBe(0);
  rmSync(folder, { recursive: true });
});
