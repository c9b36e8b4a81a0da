import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const DEMO = fileURLToPath(new URL('./demo.ts', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-demo-test-'));
let end = (): unknown => undefined;

afterEach(async () => {
  await end();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('the demo plays its day to the end on a folder of its own, whatever the environment names, and leaves nothing', async () => {
  const elsewhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SMTP_URL: 'smtp://127.0.0.1:1' };
  const own = { PATH: process.env['PATH'], TMPDIR: folder, PORT: '0', CHAIN: 'off' };
  const demo = spawn(process.execPath, [DEMO, '--pause', '0'], { stdio: 'pipe', env: { ...own, ...elsewhere } });
  const ended = once(demo, 'exit');
  end = async () => {
    demo.kill('SIGTERM');
    await ended;
  };
  let said = '';
  for (const output of [demo.stdout, demo.stderr]) output.on('data', (chunk: Buffer) => (said += String(chunk)));
  await expect.poll(() => said, { timeout: 240_000 }).toContain('The day is over.');
  demo.kill('SIGTERM');
  expect((await ended)[0], said).toBe(0);
  expect(said).toMatch(/ 7:40 {2}Malati signs up[^]*12:20 {2}Priya[^]*18:05 {2}Her officer/);
  expect(said).not.toContain('"level"');
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('sathi-demo-'))).toEqual([]);
}, 300_000);
