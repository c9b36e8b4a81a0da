import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChanges, rememberChanges } from '../db/changes.ts';
import type { Outside } from '../outside/outside.ts';
import { keepAnswers, type KeptAnswers, keptText } from './kept-answers.ts';

const changes = createChanges();
let kept: KeptAnswers;
let made: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const db = {} as Outside['db'];
  rememberChanges(db, changes);
  made = 0;
  const outside = { db, replica: null, now: () => new Date(performance.now()), listen: async () => async () => {} };
  kept = await keepAnswers(outside as unknown as Outside);
});
afterEach(() => vi.useRealTimers());

const read = () =>
  kept.read('/page', 0n, async () => {
    made += 1;
    return keptText(String(changes.count()), 'text/plain');
  });
/** Reads after so many changes, so many milliseconds apart. @returns how many of the answers showed the latest change */
async function readAtChanges(count: number, apartMs: number): Promise<number> {
  let latest = 0;
  for (let number = 0; number < count; number += 1) {
    vi.advanceTimersByTime(apartMs);
    changes.add();
    if ((await read()).body.toString() === String(changes.count())) latest += 1;
  }
  return latest;
}

test('an answer is made anew after each change that comes alone', async () => {
  expect(await readAtChanges(40, 500)).toBe(40);
  await readAtChanges(8, 10);
  vi.advanceTimersByTime(500);
  expect(await readAtChanges(8, 10)).toBe(8);
});

test('an answer stands for a quarter of a second once changes keep coming, and never longer', async () => {
  await readAtChanges(9, 10);
  made = 0;
  const beganAtMs = performance.now();
  await readAtChanges(100, 10);
  expect(performance.now() - beganAtMs).toBe(1_000);
  expect(made).toBe(4);
  vi.advanceTimersByTime(250);
  expect((await read()).body.toString()).toBe(String(changes.count()));
});
