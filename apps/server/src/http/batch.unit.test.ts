import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DatabaseBusyError } from '../db/errors.ts';
import { createBatcher, createKeyedBatcher } from './batch.ts';

/** A run that records its batches and ends when told. */
function heldRun() {
  const batches: number[][] = [];
  const releases: Array<() => void> = [];
  const run = async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => releases.push(resolve));
    return items.map((item) => item * 10);
  };
  return { batches, run, release: () => releases.shift()?.() };
}

test('an item that arrives while no batch runs starts in the next turn of the event loop, without waiting for a timer', async () => {
  const { batches, run, release } = heldRun();
  const add = createBatcher(run);
  const answer = add(1);
  await nextTurn();
  expect(batches).toEqual([[1]]);
  release();
  expect(await answer).toBe(10);
});

test('items of requests that are read in the same turn of the event loop form one batch', async () => {
  const { batches, run, release } = heldRun();
  const add = createBatcher(run);
  const answers: Array<Promise<number>> = [];
  // Node runs all microtasks between two callbacks of a turn, as between two sockets that it reads.
  for (const item of [1, 2, 3]) setImmediate(() => answers.push(add(item)));
  await nextTurn();
  await nextTurn();
  expect(batches).toEqual([[1, 2, 3]]);
  release();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});

test('items that arrive while a batch runs form the next one, in order', async () => {
  const { batches, run, release } = heldRun();
  const add = createBatcher(run);
  const first = add(1);
  await nextTurn();
  const rest = [add(2), add(3), add(4)];
  await nextTurn();
  expect(batches).toEqual([[1]]);
  release();
  await first;
  await nextTurn();
  await nextTurn();
  expect(batches).toEqual([[1], [2, 3, 4]]);
  release();
  expect(await Promise.all(rest)).toEqual([20, 30, 40]);
});

test('a batch is never larger than its maximum', async () => {
  const sizes: number[] = [];
  const add = createBatcher(
    async (items: readonly number[]) => {
      sizes.push(items.length);
      return items;
    },
    { batchMax: 4 },
  );
  expect(await Promise.all(Array.from({ length: 10 }, (_, index) => add(index)))).toHaveLength(10);
  expect(sizes).toEqual([4, 4, 2]);
});

test('a batch has begun before the answers of the one before it are told, and these come first', async () => {
  const { batches, run, release } = heldRun();
  const add = createBatcher(run, { batchMax: 2 });
  const begunAtAnswer: number[] = [];
  const answers = [1, 2, 3, 4].map(async (item) => {
    await add(item);
    begunAtAnswer.push(batches.length);
    return item;
  });
  await nextTurn();
  release();
  await Promise.all(answers.slice(0, 2));
  expect(begunAtAnswer).toEqual([2, 2]);
  release();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4]);
});

/** Two batches of one item each, where the second says when its longest statement is on its way, and ends, as told. */
function heldSecond(answersWaitMs: number) {
  const first = Promise.withResolvers<void>();
  const posting = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const add = createBatcher<number, number>(
    async (items, meanwhile) => {
      if (items.includes(1)) await first.promise;
      else {
        await posting.promise;
        meanwhile();
        await second.promise;
      }
      return items;
    },
    { batchMax: 1, answersWaitMs },
  );
  let answered = 0;
  const answers = [1, 2].map(async (item) => {
    answered = await add(item);
  });
  first.resolve();
  return { post: posting.resolve, end: second.resolve, answers, answered: () => answered };
}

test('answers wait until the longest statement of the next batch is on its way', async () => {
  const { post, end, answers, answered } = heldSecond(60_000);
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(answered()).toBe(0);
  post();
  await answers[0];
  expect(answered()).toBe(1);
  end();
  await Promise.all(answers);
});

test('answers wait only so long for a batch that waits for a lock', async () => {
  const { post, end, answers, answered } = heldSecond(10);
  await answers[0];
  expect(answered()).toBe(1);
  post();
  end();
  await Promise.all(answers);
});

/** The sizes of the batches of `count` people who ask at once, each of whom asks `times` times, again as soon as they are answered. */
async function sizesFor(count: number, times: number, options?: { readonly answersWaitMs: number }): Promise<number[]> {
  const sizes: number[] = [];
  const add = createBatcher(async (items: readonly number[], meanwhile) => {
    sizes.push(items.length);
    meanwhile();
    await nextTurn();
    await nextTurn();
    await nextTurn();
    return items;
  }, options);
  const askAgain = async (item: number): Promise<void> => {
    for (let asked = 0; asked < times; asked += 1) await add(item);
  };
  await Promise.all(Array.from({ length: count }, (_, index) => askAgain(index)));
  return sizes;
}

test('R18.6: a crowd is halved where answers wait, so that one half is written while the other is answered', async () => {
  expect(await sizesFor(200, 3, { answersWaitMs: 60_000 })).toEqual([100, 100, 100, 100, 100, 100]);
  expect(await sizesFor(200, 3)).toEqual([200, 200, 200]);
});

test('a crowd that is small forms one batch', async () => {
  expect(await sizesFor(64, 2, { answersWaitMs: 60_000 })).toEqual([64, 64]);
});

test('R18.6: a batch begins only after the items of a failed one were tried alone', async () => {
  const calls: number[][] = [];
  const run = async (items: readonly number[]) => {
    calls.push([...items]);
    await nextTurn();
    if (items.includes(2)) throw new Error('poison');
    return items;
  };
  const add = createBatcher(run, { retriesAlone: true, batchMax: 2 });
  const answers = await Promise.allSettled([add(1), add(2), add(3)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(calls).toEqual([[1, 2], [1], [2], [3]]);
});

test('an error in a place refuses that item only', async () => {
  const add = createBatcher(async (items: readonly number[]) =>
    items.map((item) => (item === 2 ? new Error('two') : item)),
  );
  const answers = await Promise.allSettled([add(1), add(2), add(3)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('R18.6: a bad item harms only itself when items are tried alone', async () => {
  const calls: number[][] = [];
  const add = createBatcher(
    async (items: readonly number[]) => {
      calls.push([...items]);
      if (items.includes(2)) throw new Error('poison');
      return items;
    },
    { retriesAlone: true },
  );
  const answers = await Promise.allSettled([add(1), add(2), add(3)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(calls).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test.each([
  ['busy', new DatabaseBusyError('no database connection came free')],
  ['away', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
])('items are not tried alone on a database that is %s, where each would wait after the other', async (_, error) => {
  let calls = 0;
  const add = createBatcher<number, number>(
    async () => {
      calls += 1;
      throw error;
    },
    { retriesAlone: true },
  );
  expect(await Promise.allSettled([add(1), add(2), add(3)])).toEqual(
    Array(3).fill({ status: 'rejected', reason: error }),
  );
  expect(calls).toBe(1);
});

test('without trying alone, every item of a failed batch hears of the failure, and the next batch runs', async () => {
  let fails = true;
  const add = createBatcher(async (items: readonly number[]) => {
    if (fails) throw new Error('down');
    return items;
  });
  const answers = await Promise.allSettled([add(1), add(2)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await add(3)).toBe(3);
});

test('a run that loses an answer is a failure, not a wrong answer', async () => {
  const add = createBatcher(async () => [1]);
  await expect(Promise.all([add('a'), add('b')])).rejects.toThrow('a batch of 2 got 1 results');
});

test('keys run side by side, each in its own line', async () => {
  const running = { now: 0, most: 0 };
  const seen: Array<[string, number[]]> = [];
  const add = createKeyedBatcher(async (key: string, items: readonly number[]) => {
    seen.push([key, [...items]]);
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await nextTurn();
    running.now -= 1;
    return items.map((item) => `${key}${item}`);
  });
  expect(await Promise.all([add('a', 1), add('b', 1), add('a', 2), add('b', 2)])).toEqual(['a1', 'b1', 'a2', 'b2']);
  expect(seen).toEqual([
    ['a', [1, 2]],
    ['b', [1, 2]],
  ]);
  expect(running.most).toBe(2);
});
