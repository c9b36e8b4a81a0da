import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readCommandLine, UsageError } from './command-line.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'devnet-command-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const KEY = `01${'ab'.repeat(32)}`;
const command = fileURLToPath(new URL('../bin/casper-devnet.js', import.meta.url));

test('the options given are taken', () => {
  const args = [
    '--port',
    '0',
    '--data-dir',
    folder,
    '--chain-name',
    'mine',
    '--genesis',
    `${KEY}=5`,
    '--block-time',
    '50',
  ];
  expect(readCommandLine(args)).toEqual({
    port: 0,
    devnet: { dataDir: folder, chainName: 'mine', genesis: [{ publicKeyHex: KEY, motes: 5n }], blockTimeMs: 50 },
  });
  expect(readCommandLine(['--help'])).toBeNull();
});

test('without an account a key is made once, which only its owner can read', () => {
  const first = readCommandLine(['--data-dir', folder]);
  expect(readCommandLine(['--data-dir', folder])).toEqual(first);
  expect(first?.devnet.genesis).toMatchObject([{ publicKeyHex: expect.stringMatching(/^01[0-9a-f]{64}$/) }]);
  expect(fs.statSync(path.join(folder, 'genesis-key.pem')).mode & 0o777).toBe(0o600);
});

describe('wrong options are told', () => {
  test.each([
    [['--port', 'x'], /--port/],
    [['--port', '65536'], /--port/],
    [['--block-time', '0'], /--block-time/],
    [['--genesis', 'me=5'], /--genesis/],
    [['--genesis', KEY], /--genesis/],
    [['--unknown'], /unknown/],
  ])('%j', (args, message) => {
    expect(() => readCommandLine(['--data-dir', folder, ...args])).toThrow(UsageError);
    expect(() => readCommandLine(['--data-dir', folder, ...args])).toThrow(message);
  });
});

test('the command runs a chain that answers, and ends when it is asked to', async () => {
  const child = spawn(process.execPath, [command, '--port', '0', '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    const [url] = /http:\S+rpc/.exec(line) ?? [];
    if (!url) continue;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ id: 1, method: 'info_get_status' }) });
    expect(await answer.json()).toMatchObject({ result: { chainspec_name: 'casper-dev' } });
    child.kill('SIGTERM');
  }
  expect(said[0]).toContain('block 0');
});
