import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

/** A server that answers `carries` requests a second, one after the other, and `offered` that arrive in each. */
function serve({ carries, offered, seconds }: { carries: number; offered: number; seconds: number }) {
  let nowMs = 0;
  const admission = createAdmission(() => nowMs);
  const queue: { leave: () => void; arrivedAtMs: number; isCounted: boolean }[] = [];
  let good = 0;
  let slowestMs = 0;
  let [arrivals, answers] = [0, 0];
  for (; nowMs < seconds * 1000; nowMs += 1) {
    // The first seconds are those in which the room finds its size.
    const isCounted = nowMs > (seconds * 1000) / 2;
    for (arrivals += offered / 1000; arrivals >= 1; arrivals -= 1) {
      const leave = admission.enter('change');
      if (leave) queue.push({ leave, arrivedAtMs: nowMs, isCounted });
    }
    answers = Math.min(answers + carries / 1000, 1 + carries / 1000);
    for (; answers >= 1 && queue.length > 0; answers -= 1) {
      const { leave, arrivedAtMs, isCounted: counts } = queue.shift()!;
      leave();
      if (!counts) continue;
      slowestMs = Math.max(slowestMs, nowMs - arrivedAtMs);
      if (nowMs - arrivedAtMs <= 1000) good += 1;
    }
  }
  return { good: good / (carries * (seconds / 2)), slowestMs };
}

test.each([
  [50, 2],
  [50, 4],
  [300, 2],
  [300, 4],
  [3_000, 4],
])('a server that carries %i a second and is offered %i times that answers in time what it can', (carries, times) => {
  const { good, slowestMs } = serve({ carries, offered: carries * times, seconds: 40 });
  expect(good).toBeGreaterThan(0.95);
  expect(slowestMs).toBeLessThan(1_000);
});

test('a server that is offered less than it carries refuses nothing', () => {
  const { good } = serve({ carries: 300, offered: 240, seconds: 20 });
  expect(good).toBeGreaterThan(0.79);
});

test('reads are refused while there is still room for changes', () => {
  const admission = createAdmission(() => 0);
  let reads = 0;
  while (admission.enter('read')) reads += 1;
  let changes = 0;
  while (admission.enter('change')) changes += 1;
  expect(reads).toBeLessThan(admission.room());
  expect(reads + changes).toBe(Math.ceil(admission.room()));
});

test('a request that ends gives its room back once, however often it is told', () => {
  const admission = createAdmission(() => 0);
  const leaves = Array.from({ length: 300 }, () => admission.enter('change')).filter((leave) => leave !== null);
  expect(admission.enter('change')).toBeNull();
  for (let time = 0; time < 3; time += 1) leaves[0]?.();
  expect(admission.enter('change')).not.toBeNull();
  expect(admission.enter('change')).toBeNull();
});
