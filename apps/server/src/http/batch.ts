import { AsyncResource } from 'node:async_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isOverloaded } from '../db/errors.ts';

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** The request that brought the item. */
  readonly request: AsyncResource;
};

type BatchOptions = {
  /** Items beyond this wait for the batch after. */
  readonly batchMax?: number;
  /** Tries each item alone after a batch failed, unless the database took no work: a bad one harms no other (R18.6). */
  readonly retriesAlone?: boolean;
  /**
   * Results wait until the next batch says that its longest statement is on its way, so that the database works while the answers are
   * made: for this long at most, in ms, since that batch may wait for a lock. Left out, they are told as soon as it has begun.
   *
   * With it a crowd is halved: one batch takes half of those who wait and of those who are not told yet. All in one, it would leave the
   * database idle while their answers are made and they ask again.
   */
  readonly answersWaitMs?: number;
};

/** Answers every item in its place; an `Error` in a place refuses that item only. `meanwhile` says that the longest statement is on its way. */
type RunBatch<Item, Result> = (items: readonly Item[], meanwhile: () => void) => Promise<ReadonlyArray<Result | Error>>;

/** Gives each item of a batch that has ended its result. */
type Tell = () => void;

const BATCH_MAX = 500;
/** A smaller half is not worth a commit of its own. */
const HALF_MIN = 64;

/**
 * Gathers the items that arrive while one batch is running into the next one: under load the work is shared, and an
 * item that arrives while no batch runs starts with those of the same turn of the event loop. An item is never added to a batch that has already started. A
 * batch is run for the request that brought its first item, and has begun when the results of the one before it are told, so that the
 * database works on it while the answers are made.
 */
export function createBatcher<Item, Result>(
  run: RunBatch<Item, Result>,
  options: BatchOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  const runAll = async (): Promise<void> => {
    let tell: Tell = () => {};
    let untold = 0;
    while (waiting.length > 0) {
      // Requests that arrived together are read one by one within one turn of the event loop.
      await setImmediate();
      const onItsWay = Promise.withResolvers<void>();
      const batch = waiting.splice(0, sizeMax(waiting.length + untold, options));
      const settled = settle((items) => run(items, onItsWay.resolve), batch, options);
      if (options.answersWaitMs !== undefined)
        await Promise.race([onItsWay.promise, settled, setTimeout(options.answersWaitMs)]);
      // A statement takes some microtasks to leave; the answers, which are microtasks too, would overtake it.
      await setImmediate();
      tell();
      tell = await settled;
      untold = batch.length;
    }
    isRunning = false;
    tell();
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject, request: new AsyncResource('batched') });
      if (isRunning) return;
      isRunning = true;
      void runAll();
    });
}

/** `crowd` is how many wait or are not told yet. */
function sizeMax(crowd: number, { batchMax = BATCH_MAX, answersWaitMs }: BatchOptions): number {
  return answersWaitMs === undefined ? batchMax : Math.min(batchMax, Math.max(HALF_MIN, Math.ceil(crowd / 2)));
}

/** As {@link createBatcher}, with one line for each key: the batches of different keys run side by side. */
export function createKeyedBatcher<Key, Item, Result>(
  run: (key: Key, ...batch: Parameters<RunBatch<Item, Result>>) => ReturnType<RunBatch<Item, Result>>,
  options: BatchOptions = {},
): (key: Key, item: Item) => Promise<Result> {
  const lines = new Map<Key, { add: (item: Item) => Promise<Result>; unsettled: number }>();

  return async (key, item) => {
    const line = lines.get(key) ?? {
      add: createBatcher<Item, Result>((...batch) => run(key, ...batch), options),
      unsettled: 0,
    };
    lines.set(key, line);
    line.unsettled += 1;
    try {
      return await line.add(item);
    } finally {
      line.unsettled -= 1;
      if (line.unsettled === 0) lines.delete(key);
    }
  };
}

async function settle<Item, Result>(
  run: (items: readonly Item[]) => ReturnType<RunBatch<Item, Result>>,
  batch: ReadonlyArray<Waiting<Item, Result>>,
  options: BatchOptions,
): Promise<Tell> {
  try {
    const items = batch.map(({ item }) => item);
    const results = await (batch[0]?.request.runInAsyncScope(run, null, items) ?? []);
    if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} got ${results.length} results`);
    return () => {
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index] as Result | Error;
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    };
  } catch (error) {
    // While the database takes no work, each item would wait as long as all of them did, one after the other.
    if (options.retriesAlone && batch.length > 1 && !isOverloaded(error)) {
      for (const one of batch) (await settle(run, [one], options))();
      return () => {};
    }
    return () => {
      for (const { reject } of batch) reject(error);
    };
  }
}
