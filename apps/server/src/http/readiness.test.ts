import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isUnavailable } from '../db/errors.ts';
import { useWorld } from '../test/world.ts';
import { createReadiness } from './readiness.ts';

const world = useWorld();
const second = (): void => {
  world.now = new Date(world.now.getTime() + 1_000);
};

test('a full disk of DATA_DIR takes the readiness away, and its room brings it back', async () => {
  let free = 15 * 1024 * 1024;
  const ready = createReadiness(world.outside, async () => free);
  await expect(ready()).rejects.toThrow('the disk of DATA_DIR is full');
  free = 17 * 1024 * 1024;
  await expect(ready()).resolves.toBeUndefined();
});

test('the room of this disk does not matter when neither database nor pictures are on it', async () => {
  const config = { ...world.outside.config, databaseUrl: 'postgres://elsewhere', storage: {} as never };
  await expect(createReadiness({ ...world.outside, config }, async () => 0)()).resolves.toBeUndefined();
});

test('a migration that an update brings does not take the readiness from the process that ran before', async () => {
  const folder = pathToFileURL(`${await fs.mkdtemp(path.join(os.tmpdir(), 'sathi-migrations-'))}/`);
  const readyWith = () => createReadiness(world.outside, async () => Number.POSITIVE_INFINITY, folder);
  const running = readyWith();
  await fs.writeFile(new URL('9999_next_version.sql', folder), '');
  await expect(running()).resolves.toBeUndefined();
  await expect(readyWith()()).rejects.toThrow('migrations are pending');
  await fs.rm(folder, { recursive: true });
});

test('many who ask within a second are answered by one look', async () => {
  let looks = 0;
  const ready = createReadiness(world.outside, async () => {
    looks += 1;
    return Number.POSITIVE_INFINITY;
  });
  await Promise.all(Array.from({ length: 50 }, ready));
  expect(looks).toBe(1);
  second();
  await ready();
  expect(looks).toBe(2);
});

test('each look at the readiness writes the same row, which is in nobody’s way', async () => {
  for (let look = 0; look < 3; look += 1) {
    second();
    expect((await world.call('GET', '/readyz')).status).toBe(200);
  }
  const rows = await world.db.selectFrom('rateCounters').select('count').where('key', '=', 'once:ready').execute();
  expect(rows).toEqual([{ count: 1 }]);
});

test('a process that leaves says so at /readyz, answers all else, and asks for a new connection', async () => {
  world.app.isLeaving = true;
  const [ready, home] = [await world.call('GET', '/readyz'), await world.call('GET', '/healthz')];
  world.app.isLeaving = false;
  expect(ready).toMatchObject({ status: 503, body: { success: false, data: { status: 'leaving' } } });
  expect(home).toMatchObject({ status: 200, headers: { connection: 'close' } });
  expect((await world.call('GET', '/healthz')).headers).not.toHaveProperty('connection', 'close');
});

test.each(['53100', '53200', '53400', '58030', '25006', '53300', '55P03'])(
  'the database’s %s means not now, not never',
  (code) => {
    expect(isUnavailable(Object.assign(new Error('no'), { code }))).toBe(true);
  },
);
