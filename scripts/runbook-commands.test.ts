import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('a ring that root changes in DATA_DIR', () => {
  const [rotate = '', drop = ''] = [
    ...fs.readFileSync(RUNBOOK, 'utf8').matchAll(/^```sh\n(.*secret\.new secret)\n```$/gm),
  ].map(([, line]) => line);
  const [newest, old] = [Buffer.alloc(32, 2), Buffer.alloc(32, 1)];
  const write = (...secrets: readonly Buffer[]): string => {
    const secret = path.join(folder, 'secret');
    fs.writeFileSync(secret, Buffer.concat(secrets), { mode: 0o600 });
    fs.chownSync(secret, 10_001, 10_001);
    return secret;
  };
  const look = (file: string) => {
    const { uid, gid, mode, size } = fs.statSync(file);
    return { uid, gid, mode: mode & 0o777, size };
  };

  test.skipIf(!NEEDS.root.isMet())('gets a new secret in front, and stays with the account of the server', () => {
    const secret = write(old);
    expect(run(rotate)).toBe(0);
    expect(look(secret)).toEqual({ uid: 10_001, gid: 10_001, mode: 0o600, size: 64 });
    expect(fs.readFileSync(secret).subarray(32)).toEqual(old);
  });

  test.skipIf(!NEEDS.root.isMet())('keeps the newest alone, once the copies have it in front', () => {
    const secret = write(newest, old);
    const copies = path.join(folder, 'copies');
    const dropHere = drop.replaceAll('/var/backups/sathi', copies);
    fs.mkdirSync(copies);
    expect(run(dropHere)).not.toBe(0);
    fs.writeFileSync(path.join(copies, 'secret'), old);
    expect(run(dropHere)).not.toBe(0);
    expect(fs.readFileSync(secret)).toEqual(Buffer.concat([newest, old]));

    fs.writeFileSync(path.join(copies, 'secret'), Buffer.concat([newest, old]));
    expect(run(dropHere)).toBe(0);
    expect(look(secret)).toEqual({ uid: 10_001, gid: 10_001, mode: 0o600, size: 32 });
    expect(fs.readFileSync(secret)).toEqual(newest);
  });
});

test('a folder that holds no fresh copy takes nothing from the other machine', () => {
  const [, guard = ''] =
    /^```sh\n([^`]*rsync --archive --delete [^`]*)^```$/m.exec(fs.readFileSync(RUNBOOK, 'utf8')) ?? [];
  const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')];
  fs.mkdirSync(there);
  fs.writeFileSync(path.join(there, 'database-old.tar.gz'), 'kept');
  standIn('rsync', 'echo "$@" >> asked; rm there/*; cp here/* there');
  const copy = guard.replaceAll('/var/backups/sathi', here);
  expect(copy).toContain(here);
  const isKept = (): boolean => fs.existsSync(path.join(there, 'database-old.tar.gz'));

  expect(run(copy)).not.toBe(0);
  fs.mkdirSync(here);
  expect(run(copy)).not.toBe(0);
  for (const name of ['database-2026-03-01T12-00-00Z.0a.tar.gz', 'copied-at']) {
    const file = path.join(here, name);
    fs.writeFileSync(file, '');
    fs.utimesSync(file, new Date(), new Date(Date.now() - DAY_MS));
    expect(run(copy)).not.toBe(0);
    expect(isKept()).toBe(true);
    fs.rmSync(file);
  }
  fs.writeFileSync(path.join(here, 'secret'), '');
  expect(run(copy)).not.toBe(0);
  expect(isKept()).toBe(true);

  for (const name of ['database-2026-03-01T12-00-00Z.0a.tar.gz', 'copied-at']) {
    fs.writeFileSync(path.join(here, name), '');
    expect(run(copy)).toBe(0);
    expect(fs.readdirSync(there)).toContain(name);
    fs.rmSync(path.join(here, name));
  }
  expect(fs.readFileSync(path.join(folder, 'asked'), 'utf8')).toMatch(/^--archive --delete \S+\/ \S+\n/);
});

test('each of two processes on one machine reads ports of its own after the settings of both', () => {
  const [, commands = ''] =
    /^```sh\n(sed [^`]*)systemctl disable --now sathi [^`]*^```$/m.exec(fs.readFileSync(RUNBOOK, 'utf8')) ?? [];
  const here = commands
    .replaceAll('/opt/sathi', path.resolve(import.meta.dirname, '..'))
    .replace('/etc/systemd/system', folder)
    .replace(/\/etc\/sathi\/(?!%i)/g, `${folder}/`);
  fs.writeFileSync(path.join(folder, 'env'), 'LAME_DUCK_SECONDS=0\nMETRICS_PORT=9464\n');
  expect(run(here)).toBe(0);
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');
  expect(read('sathi@.service')).toContain('\nEnvironmentFile=/etc/sathi/env\nEnvironmentFile=/etc/sathi/%i\n');
  const ports = ['one', 'two'].flatMap((name) => read(name).match(/^(PORT|METRICS_PORT)=\d+$/gm) ?? []);
  expect(new Set(ports).size).toBe(4);
  expect(read('env')).toBe('METRICS_PORT=9464\n');
});
