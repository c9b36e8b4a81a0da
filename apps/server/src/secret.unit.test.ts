import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKey, readAppSecret } from './secret.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-secret-'));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

test('APP_SECRET is used when it is set, and no file is made', () => {
  expect(readAppSecret({ appSecret: 's'.repeat(40), dataDir }).toString()).toBe('s'.repeat(40));
  expect(fs.readdirSync(dataDir)).toEqual([]);
});

test('without it, 32 random bytes are made once, for the owner only', () => {
  const first = readAppSecret({ appSecret: null, dataDir: path.join(dataDir, 'new') });
  expect(first).toHaveLength(32);
  expect(readAppSecret({ appSecret: null, dataDir: path.join(dataDir, 'new') })).toEqual(first);
  expect(fs.statSync(path.join(dataDir, 'new', 'secret')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(path.join(dataDir, 'new'))).toEqual(['secret']);
});

test('processes that start together share one secret', async () => {
  const program = `
    import { readAppSecret } from ${JSON.stringify(new URL('./secret.ts', import.meta.url).href)};
    process.stdout.write(readAppSecret({ appSecret: null, dataDir: ${JSON.stringify(dataDir)} }).toString('hex'));`;
  const starts = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]),
  );
  const secrets = (await Promise.all(starts)).map(({ stdout }) => stdout);
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toHaveLength(64);
});

test('a damaged file is refused instead of replaced', () => {
  fs.writeFileSync(path.join(dataDir, 'secret'), 'half');
  expect(() => readAppSecret({ appSecret: null, dataDir })).toThrow(/does not hold 32 bytes/);
});

test('keys for different purposes differ, and the same purpose gives the same key', () => {
  const secret = Buffer.alloc(32, 7);
  expect(deriveKey(secret, 'codes')).toEqual(deriveKey(secret, 'codes'));
  expect(deriveKey(secret, 'codes')).not.toEqual(deriveKey(secret, 'cursors'));
  expect(deriveKey(secret, 'codes')).toHaveLength(32);
});
