import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKeys, readAppSecret } from './secret.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-secret-'));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

test('the secrets of APP_SECRET are used when it is set, newest first, and no file is made', () => {
  expect(readAppSecret({ appSecret: ['s'.repeat(40), 'o'.repeat(32)], dataDir })).toEqual([
    Buffer.from('s'.repeat(40)),
    Buffer.from('o'.repeat(32)),
  ]);
  expect(fs.readdirSync(dataDir)).toEqual([]);
});

test('the secrets of the file follow those of APP_SECRET, so that what they sealed still opens', () => {
  const [newest, older] = [Buffer.alloc(32, 2), Buffer.alloc(32, 1)];
  fs.writeFileSync(path.join(dataDir, 'secret'), Buffer.concat([newest, older]));
  expect(readAppSecret({ appSecret: ['s'.repeat(40)], dataDir })).toEqual([Buffer.from('s'.repeat(40)), newest, older]);
});

test('without it, 32 random bytes are made once, for the owner only', () => {
  const first = readAppSecret({ appSecret: null, dataDir: path.join(dataDir, 'new') });
  expect(first.map((secret) => secret.length)).toEqual([32]);
  expect(readAppSecret({ appSecret: null, dataDir: path.join(dataDir, 'new') })).toEqual(first);
  expect(fs.statSync(path.join(dataDir, 'new', 'secret')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(path.join(dataDir, 'new'))).toEqual(['secret']);
});

test('processes that start together share one secret', async () => {
  const program = `
    import { readAppSecret } from ${JSON.stringify(new URL('./secret.ts', import.meta.url).href)};
    process.stdout.write(readAppSecret({ appSecret: null, dataDir: ${JSON.stringify(dataDir)} })[0].toString('hex'));`;
  const starts = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]),
  );
  const secrets = (await Promise.all(starts)).map(({ stdout }) => stdout);
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toHaveLength(64);
});

test('the file holds several secrets one after the other, the newest first', () => {
  const [newest, older] = [Buffer.alloc(32, 2), Buffer.alloc(32, 1)];
  fs.writeFileSync(path.join(dataDir, 'secret'), Buffer.concat([newest, older]));
  expect(readAppSecret({ appSecret: null, dataDir })).toEqual([newest, older]);
});

test('a damaged file is refused instead of replaced', () => {
  for (const damaged of ['half', '', 'x'.repeat(33)]) {
    fs.writeFileSync(path.join(dataDir, 'secret'), damaged);
    for (const appSecret of [null, ['s'.repeat(40)]]) {
      expect(() => readAppSecret({ appSecret, dataDir })).toThrow(/does not hold 32 bytes/);
    }
  }
});

test('keys for different purposes differ, and the same purpose gives the same key', () => {
  const secret = [Buffer.alloc(32, 7)] as const;
  expect(deriveKeys(secret, 'codes')).toEqual(deriveKeys(secret, 'codes'));
  const bytesFor = (purpose: string) => deriveKeys(secret, purpose)[0].secret.export();
  expect(bytesFor('codes')).not.toEqual(bytesFor('cursors'));
  expect(bytesFor('codes')).toHaveLength(32);
  expect(deriveKeys(secret, 'codes')[0].id).toMatch(/^[\w-]{8}$/);
});
