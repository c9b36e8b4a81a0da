import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

export type Hint = { readonly channel: string; readonly payload: string };

/** A process tells at most one bundle in this time. */
const BUNDLE_EVERY_MS = 50;
/** The most hints of one bundle; the others go with the next. */
const BUNDLE_MAX = 1_000;

/**
 * Hints to all listeners, told after the commit, in bundles: a NOTIFY inside a transaction takes a lock that every other such
 * commit of the whole server waits for. A process that dies in between takes its hints along, so nothing may depend on
 * their arrival.
 */
export type Hints = { readonly add: (hints: readonly Hint[]) => void; readonly close: () => Promise<void> };

const ofDatabase = new WeakMap<object, Hints>();
const ofTransaction = new WeakMap<object, Hint[]>();

export function createHints(db: Kysely<Schema>): Hints {
  const waiting = new Map<string, Hint>();
  let timer: NodeJS.Timeout | undefined;
  let toldAtMs = -BUNDLE_EVERY_MS;
  let telling: Promise<void> = Promise.resolve();

  const tell = (): void => {
    timer = undefined;
    toldAtMs = performance.now();
    const bundle = [...waiting].slice(0, BUNDLE_MAX);
    for (const [name] of bundle) waiting.delete(name);
    // Hints are lost without a database; all who listen look by themselves when it is back.
    telling = tellNow(
      db,
      bundle.map(([, hint]) => hint),
    ).catch(() => {});
    if (waiting.size > 0) soon();
  };
  const soon = (): void => {
    timer ??= setTimeout(tell, Math.max(0, toldAtMs + BUNDLE_EVERY_MS - performance.now())).unref();
  };

  const hints: Hints = {
    add: (more) => {
      for (const hint of more) waiting.set(`${hint.channel} ${hint.payload}`, hint);
      if (waiting.size > 0) soon();
    },
    close: async () => {
      while (waiting.size > 0) {
        clearTimeout(timer);
        tell();
        await telling;
      }
      clearTimeout(timer);
      await telling;
    },
  };
  ofDatabase.set(db, hints);
  return hints;
}

/** The hints of a database that `openDatabase` opened. */
export function hintsOf(db: Kysely<Schema>): Hints | undefined {
  return ofDatabase.get(db);
}

/** Gathers the hints of a transaction in `gathered`, to be told when it has committed. */
export function gatherHints(tx: Kysely<Schema>, gathered: Hint[]): void {
  ofTransaction.set(tx, gathered);
}

/** Tells all listeners of the channel once what was done is committed. At most 7,999 bytes. */
export async function hint(db: Kysely<Schema>, channel: string, payload: string): Promise<void> {
  const told = { channel, payload };
  const gathered = ofTransaction.get(db);
  if (gathered) gathered.push(told);
  else if (ofDatabase.has(db)) ofDatabase.get(db)?.add([told]);
  // A transaction that was begun elsewhere tells by itself at its commit.
  else await tellNow(db, [told]);
}

async function tellNow(db: Kysely<Schema>, hints: readonly Hint[]): Promise<void> {
  await sql`
    select pg_notify(channel, payload)
    from unnest(${hints.map(({ channel }) => channel)}::text[], ${hints.map(({ payload }) => payload)}::text[])
      as told (channel, payload)`.execute(db);
}
