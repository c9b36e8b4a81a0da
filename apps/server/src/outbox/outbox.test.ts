import { afterEach, expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { TryLaterError, UndeliverableError } from '../errors/delivery-errors.ts';
import { useWorld } from '../test/world.ts';
import { drainOutbox, enqueue, enqueueAgain, type JobHandler, OUTBOX_CHANNEL } from './outbox.ts';

const world = useWorld();

afterEach(() => {
  world.daysAhead = 0;
});

const add = (count: number, prefix: string) =>
  transaction(world.db, (tx) =>
    enqueue(
      tx,
      Array.from({ length: count }, (_, index) => ({ kind: 'test', dedupeKey: `${prefix}:${index}`, payload: {} })),
      world.now,
    ),
  );
const drain = (test: JobHandler) => drainOutbox(world.outside, { test });
const rowOf = (dedupeKey: string) =>
  world.db.selectFrom('outbox').selectAll().where('dedupeKey', '=', dedupeKey).executeTakeFirstOrThrow();
const wait = (seconds: number): void => {
  world.now = new Date(world.now.getTime() + seconds * 1000);
};

test('processes that drain side by side do each job once', async () => {
  await add(100, 'beside');
  const done: string[] = [];
  const work: JobHandler = async ({ dedupeKey }) => void done.push(dedupeKey);
  await Promise.all([drain(work), drain(work), drain(work)]);
  expect(done).toHaveLength(100);
  expect(new Set(done).size).toBe(100);
});

test('a job that fails is tried again later, holds up no other, and is given up in the end', async () => {
  await add(1, 'poison');
  let tries = 0;
  const poisoned: JobHandler = async ({ dedupeKey }) => {
    if (dedupeKey !== 'poison:0') return;
    tries += 1;
    throw new Error('poison');
  };
  await drain(poisoned);
  await drain(poisoned);
  expect(tries).toBe(1);
  for (let round = 0; round < 20; round += 1) {
    wait(3601);
    await add(1, `beside the poison ${round}`);
    await drain(poisoned);
    expect((await rowOf(`beside the poison ${round}:0`)).doneAt).not.toBeNull();
  }
  expect(tries).toBe(12);
  expect(await rowOf('poison:0')).toMatchObject({ doneAt: null, lastError: 'poison', failedAt: expect.any(Date) });
});

test('a job whose process died is taken up when its lease has run out, but not for ever', async () => {
  await add(1, 'deadly');
  const die = () => void drain(() => new Promise(() => {}));
  for (let round = 0; round < 12; round += 1) {
    die();
    await expect.poll(async () => (await rowOf('deadly:0')).attempts).toBe(round + 1);
    wait(30);
    expect(await drain(async () => {})).toBe(0);
    wait(31);
  }
  let done = 0;
  await drain(async () => void (done += 1));
  expect(done).toBe(0);
  expect((await rowOf('deadly:0')).failedAt).not.toBeNull();
});

test('a listener hears once which kinds of jobs were written', async () => {
  const heard: string[] = [];
  const kinds = ['one', 'two', 'one', 'one'];
  // A hint of the test before may come late.
  const unlisten = await world.outside.listen(OUTBOX_CHANNEL, (kind) => kinds.includes(kind) && heard.push(kind));
  await transaction(world.db, (tx) =>
    enqueue(
      tx,
      kinds.map((kind, index) => ({ kind, dedupeKey: `heard:${index}`, payload: {} })),
      world.now,
    ),
  );
  await expect.poll(() => heard.toSorted((a, b) => a.localeCompare(b))).toEqual(['one', 'two']);
  await unlisten();
});

test('a kind unknown to this process waits for a process that knows it', async () => {
  await transaction(world.db, (tx) => enqueue(tx, [{ kind: 'new', dedupeKey: 'new:1', payload: {} }], world.now));
  await drain(async () => {});
  expect(await rowOf('new:1')).toMatchObject({ attempts: 0, doneAt: null, failedAt: null });
});

test('no more than ten of a kind are done at once', async () => {
  await add(50, 'narrow');
  let now = 0;
  let most = 0;
  await drain(async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
  });
  expect(most).toBe(10);
});

test('a job that can never succeed is given up at once', async () => {
  await add(1, 'never');
  await drain(async () => {
    throw new UndeliverableError('no');
  });
  expect(await rowOf('never:0')).toMatchObject({ attempts: 1, failedAt: world.now, lastError: 'no' });
});

test('a job that is held waits for the clock of the rules, its retries and leases for the real one', async () => {
  const job = { kind: 'held', dedupeKey: 'held', payload: {}, delayMs: 9 * 3_600_000 };
  const drainHeld = (held: JobHandler) => drainOutbox(world.outside, { held });
  const fail: JobHandler = async () => {
    throw new TryLaterError('later');
  };
  await transaction(world.db, (tx) => enqueue(tx, [job], world.now));
  world.daysAhead = 8.9 / 24;
  expect(await drainHeld(fail)).toBe(0);
  world.daysAhead = 9 / 24;
  expect(await drainHeld(fail)).toBe(1);
  world.daysAhead = 40;
  expect(await drainHeld(fail)).toBe(0);
  wait(6);
  void drainHeld(() => new Promise(() => {}));
  await expect.poll(async () => (await rowOf('held')).attempts).toBe(1);
  world.daysAhead = 80;
  expect(await drainHeld(async () => {})).toBe(0);
  wait(61);
  expect(await drainHeld(async () => {})).toBe(1);
  for (world.daysAhead of [0, 120]) expect(await drainHeld(async () => {})).toBe(0);
});

const addAgain = (dedupeKey: string) =>
  transaction(world.db, (tx) => enqueueAgain(tx, { kind: 'test', dedupeKey, payload: {} }, world.now));

test('a job that is wanted again while it waits is done once, and after it was done once more within five seconds', async () => {
  for (let times = 0; times < 3; times += 1) await addAgain('again');
  expect(await drain(async () => {})).toBe(1);
  for (let times = 0; times < 3; times += 1) await addAgain('again');
  expect(await drain(async () => {})).toBe(0);
  wait(5);
  expect(await drain(async () => {})).toBe(1);
  expect(await rowOf('again')).toMatchObject({ attempts: 1, doneAt: world.now, failedAt: null });
});

test('a job that is wanted again while it is done is done once more, whatever becomes of the try under way', async () => {
  const failing = async () => {
    throw new UndeliverableError('no');
  };
  for (const end of [async () => {}, failing]) {
    await addAgain('meanwhile');
    wait(5);
    const work: JobHandler = async () => {
      await addAgain('meanwhile');
      await end();
    };
    expect(await drain(work)).toBe(1);
    expect(await rowOf('meanwhile')).toMatchObject({ attempts: 0, doneAt: null, failedAt: null });
    wait(5);
    expect(await drain(async () => {})).toBe(1);
  }
});

test('a job that was given up is tried anew when it is wanted again', async () => {
  await addAgain('given up');
  await drain(async () => {
    throw new UndeliverableError('no');
  });
  await addAgain('given up');
  wait(5);
  expect(await drain(async () => {})).toBe(1);
});

// The last one: the tests before it would drain its jobs.
test('as many jobs as a loan has backers can be written at once', async () => {
  await add(14_000, 'many');
  const { count } = await world.db
    .selectFrom('outbox')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('dedupeKey', 'like', 'many:%')
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(14_000);
});
