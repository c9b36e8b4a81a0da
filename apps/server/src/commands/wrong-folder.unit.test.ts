import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-wrong-folder-'));
afterAll(() => fs.rmSync(place, { recursive: true }));
const [dataDir, backupDir] = [path.join(place, 'data'), path.join(place, 'backups')];

/** The command as an operator runs it, on the embedded database. @returns its exit code and what it says on standard error */
function run(name: string, ...args: readonly string[]) {
  return runOn({}, name, ...args);
}

function runOn(more: Record<string, string>, name: string, ...args: readonly string[]) {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: dataDir, BACKUP_DIR: backupDir, ...more };
  const program = path.join(import.meta.dirname, `${name}.ts`);
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env });
  return { status, said: stderr.trim() };
}

test.each(['audit-verify', 'doctor', 'analytics', 'backup'])(
  'the command %s makes no database where there is none and says so in one sentence',
  (name) => {
    expect(run(name)).toEqual({
      status: 1,
      said: `The folder ${dataDir} of DATA_DIR has no database: name the right one, or start the server on it first.`,
    });
    expect(fs.existsSync(path.join(dataDir, 'database'))).toBe(false);
    expect(fs.existsSync(backupDir)).toBe(false);
  },
);

test.each([
  ['add-staff', '--mfi', 'ROI', '--phone', '+8801712345678', '--name', 'Amina'],
  ['reset-factor', '--phone', '+8801712345678'],
  ['change-phone', '--old', '+8801712345678', '--new', '+8801812345678', '--reason', 'Lost'],
  ['rotate-secrets'],
  ['audit-verify'],
] as const)('the command %s makes no secret for a database that servers have one for', (name, ...args) => {
  const DATABASE_URL = 'postgres://sathi@127.0.0.1:9/sathi';
  expect(runOn({ DATABASE_URL }, name, ...args)).toEqual({
    status: 1,
    said: `Neither APP_SECRET nor the file ${path.join(dataDir, 'secret')} is there: name the secret of the servers of this database.`,
  });
  expect(fs.existsSync(path.join(dataDir, 'secret'))).toBe(false);
});

test.each([
  [['--verify', '--before', 'yesterday'], /^--before must be a moment, such as 2026-03-01T12:00:00Z\.$/],
  [['--verify', '--befor', '2026-03-01'], /^Usage: npm run restore [^\n]*$/],
  [['--verify', '--into', 'somewhere'], /^Usage: npm run restore [^\n]*$/],
  [[], /^Usage: npm run restore [^\n]*$/],
] as const)('restore with wrong options ends with one sentence: %j', (args, sentence) => {
  expect(run('restore', ...args)).toEqual({ status: 1, said: expect.stringMatching(sentence) });
});
