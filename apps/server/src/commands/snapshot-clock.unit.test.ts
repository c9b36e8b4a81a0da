import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createMetrics } from '../outside/metrics.ts';
import { startSnapshots } from './snapshot-clock.ts';

const MINUTE_MS = 60_000;
const START = new Date('2026-03-01T12:00:00Z');
const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

let place: string;
let copies: number;
beforeEach(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-snapshot-clock-'));
  copies = 0;
  vi.useFakeTimers({ toFake: [...timers, 'Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
  fs.rmSync(place, { recursive: true });
});

/** A process that has just started, on a folder that others before it may have copied into. */
const begin = () =>
  startSnapshots({
    config: readConfig({ DATA_DIR: path.join(place, 'data'), BACKUP_DIR: path.join(place, 'backups') }),
    log: { info: () => (copies += 1), error: (facts: unknown) => expect.unreachable(String(facts)) } as never,
    realNow: () => new Date(),
    metrics: createMetrics(),
    dump: async () => Buffer.from('a database'),
  });
/** The timers of the process go, and time stays. */
function die(): void {
  const now = Date.now();
  vi.clearAllTimers();
  vi.setSystemTime(now);
}
/** Lets a copy that was begun come to its end: files are no timers. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  for (let turns = 0; turns < 2_000; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a process that is started again and again makes no more copies than one that stays, and loses no more', async () => {
  await begin();
  await pass(0);
  await expect.poll(() => copies).toBe(1);
  for (let starts = 0; starts < 4; starts += 1) {
    await pass(MINUTE_MS - 1);
    die();
    await begin();
    await settle();
  }
  await pass(MINUTE_MS - 1);
  expect(copies).toBe(1);
  await pass(5);
  await expect.poll(() => copies).toBe(2);
  await pass(5 * MINUTE_MS);
  await expect.poll(() => copies).toBe(3);
});

test('a stop makes its copy however young the newest is', async () => {
  const first = await begin();
  await pass(0);
  await expect.poll(() => copies).toBe(1);
  await pass(MINUTE_MS);
  await first.stop();
  expect(copies).toBe(2);
  await pass(10 * MINUTE_MS);
  expect(copies).toBe(2);
});

test('a copy of a time to come keeps a start from making none', async () => {
  const ahead = await begin();
  await ahead.stop();
  vi.setSystemTime(START.getTime() - 60 * MINUTE_MS);
  await begin();
  await pass(0);
  await expect.poll(() => copies).toBe(2);
});
