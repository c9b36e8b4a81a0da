import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NEEDS } from '../apps/server/src/test/needs.ts';
import { backupsOfRunbook } from './first-server/page.ts';

const RUNBOOK = path.resolve(import.meta.dirname, '../docs/runbook.md');
const DAY_MS = 86_400_000;

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-runbook-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** A program of this name that comes before that of the machine. */
function standIn(name: string, lines: string): void {
  fs.mkdirSync(path.join(folder, 'bin'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'bin', name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

/** The commands as a timer runs them. @returns their exit code */
function run(commands: string): number | null {
  const env = { PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}` };
  return spawnSync('sh', ['-c', commands], { cwd: folder, env }).status;
}

test('a dump of containers that fails leaves the dump of the day and the old ones, and says so by its exit code', () => {
  const copies = path.join(folder, 'copies');
  const today = path.join(copies, `${new Date().toISOString().slice(0, 10)}.dump`);
  const old = path.join(copies, 'old.dump');
  fs.mkdirSync(copies);
  fs.writeFileSync(today, 'whole');
  fs.writeFileSync(old, 'whole');
  fs.utimesSync(old, new Date(), new Date(Date.now() - 40 * DAY_MS));
  const backUp = backupsOfRunbook().backUp.replaceAll('/var/backups/sathi', copies);
  standIn('install', 'exit 0');

  standIn('docker', 'case "$*" in *pg_dump*) echo half; exit 1;; esac');
  expect(run(backUp)).not.toBe(0);
  expect(fs.readFileSync(today, 'utf8')).toBe('whole');
  expect(fs.existsSync(old)).toBe(true);

  standIn('docker', 'case "$*" in *pg_dump*) echo newer;; esac');
  expect(run(backUp)).toBe(0);
  expect(fs.readFileSync(today, 'utf8')).toBe('newer\n');
  expect(fs.readdirSync(copies)).toEqual([path.basename(today)]);
});

test.skipIf(!NEEDS.root.isMet())('a ring that root makes in DATA_DIR stays with the account of the server', () => {
  const [, rotate = ''] = /^```sh\n(.*secret\.new secret)\n```$/m.exec(fs.readFileSync(RUNBOOK, 'utf8')) ?? [];
  const secret = path.join(folder, 'secret');
  fs.writeFileSync(secret, Buffer.alloc(32, 1), { mode: 0o600 });
  fs.chownSync(secret, 10_001, 10_001);
  expect(run(rotate)).toBe(0);
  const { uid, gid, mode, size } = fs.statSync(secret);
  expect({ uid, gid, mode: mode & 0o777, size }).toEqual({ uid: 10_001, gid: 10_001, mode: 0o600, size: 64 });
  expect(fs.readFileSync(secret).subarray(32)).toEqual(Buffer.alloc(32, 1));
});
