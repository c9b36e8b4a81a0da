import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startupSentence } from './startup-sentence.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

test.each([
  [{ code: 'ENOSPC', path: '/data/secret' }, '/data/secret cannot be used: the disk is full (ENOSPC).'],
  [{ code: 'EACCES', path: '/data' }, '/data cannot be used: this account may not write there (EACCES).'],
  [{ name: 'ErrnoError', errno: 51 }, 'DATA_DIR cannot be used: the disk is full (ENOSPC).'],
  [{ name: 'ErrnoError', errno: 69 }, 'DATA_DIR cannot be used: the file system is read-only (EROFS).'],
  [{ code: '53100' }, 'The database cannot be used: its disk is full (53100).'],
  [{ code: '40P01' }, /^The database cannot be used: another process .* \(40P01\)\.$/],
  [{ code: '25006' }, 'The database cannot be used: it is read-only (25006).'],
])('%j at the start is one sentence (security 21)', (error, sentence) => {
  expect(startupSentence(Object.assign(new Error('raw'), error))).toMatch(sentence);
});

test('a fault of ours keeps its stack', () => {
  for (const error of [new TypeError('x is not a function'), 'text', null, { code: 'ENOENT', syscall: 'open' }]) {
    expect(startupSentence(error)).toBeNull();
  }
});

test('a DATA_DIR that cannot be made ends the start with one sentence and code 1 (security 21)', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-start-'));
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, '');
  const start = promisify(execFile)(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', CHAIN: 'off', DATA_DIR: path.join(file, 'data') },
  });
  await expect(start).rejects.toMatchObject({
    code: 1,
    stderr: `${path.join(file, 'data')} cannot be used: a part of the path is no folder (ENOTDIR).\n`,
  });
  fs.rmSync(folder, { recursive: true });
});
