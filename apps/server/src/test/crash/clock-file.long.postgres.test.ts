import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const place = usePlace();
const start = useServerProcesses();
const DAY_SECONDS = 86_400;

test('CLOCK_FILE set 60 days ahead has the schedules run at once, and signing in stays as it is', {
  timeout: 120_000,
}, async () => {
  const clockFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-clock-file-')), 'clock');
  fs.writeFileSync(clockFile, '0');
  const server = start({ ...place.env(), SEED: 'demo', CLOCK_FILE: clockFile });
  const origin = await server.ready;
  const read = async (url: string, init?: RequestInit) => (await fetch(`${origin}${url}`, init)).json() as any;
  const { data } = await read('/api/identity/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: '+12025550120', password: 'demo-password' }),
  });
  const headers = { authorization: `Bearer ${data.accessToken}` };
  const openCount = async () =>
    (await read('/api/borrow/proposalsNotByUserAddress?status=2,3', { headers })).data.length as number;
  expect(await openCount()).toBeGreaterThan(0);
  fs.writeFileSync(clockFile, String(60 * DAY_SECONDS));
  await expect.poll(openCount, { timeout: 30_000, interval: 100 }).toBe(0);
  expect((await read('/api/identity/current-user', { headers })).success).toBe(true);
  fs.rmSync(path.dirname(clockFile), { recursive: true });
});
