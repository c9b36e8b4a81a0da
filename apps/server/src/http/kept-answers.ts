import { hash, randomUUID } from 'node:crypto';
import type { ProposalId } from '@sathi/domain/ids.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Changes, changesOf } from '../db/changes.ts';
import type { Db } from '../db/db.ts';
import { hint } from '../db/hints.ts';
import type { Moment } from '../db/moments.ts';
import { createPlaces, type Places } from '../db/places.ts';
import type { Outside } from '../outside/outside.ts';

declare module 'fastify' {
  interface FastifyInstance {
    keptAnswers: KeptAnswers;
  }
}

/**
 * The most milliseconds that an answer is old when it is sent, counted from before its first query. This limit holds
 * without any word from another process, and for what the clock changes: a deadline that passes, a day that ends.
 */
const KEPT_MS = 800;
/**
 * The least milliseconds between two makings of an answer while changes keep coming. A person who changes something is
 * answered from the database (`strangers.ts`), so the readers of a kept answer have changed nothing in it.
 */
const STEADY_MS = 250;
/** Changes keep coming once they have ended so many answers under one key, each begun within two `STEADY_MS` of the one before. */
const STEADY_AFTER = 8;
const KEPT_BYTES_MAX = 32 * 1024 * 1024;
const CHANGES_CHANNEL = 'visible_changes';

export type KeptAnswer = {
  readonly status: number;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** The loans that it shows, where they say for whom it is (`strangers.ts`). */
  readonly shown?: readonly ProposalId[];
  /** The number of transactions that had ended when the primary showed all of it (`moments.ts`); only where there is a replica. */
  readonly position?: bigint;
};
type Entry = {
  readonly answer: Promise<KeptAnswer>;
  /** The position that the answer shows at least. */
  readonly floor: Promise<bigint>;
  changes: number;
  beganAtMs: number;
  readonly nowMs: number;
  /** How many answers were made before it, each within two {@link STEADY_MS} of the next. */
  row: number;
  bytes: number;
};

export type KeptAnswers = {
  readonly primary: Db;
  /** Null without a replica. */
  readonly places: Places | null;
  /**
   * The answer under this key, made anew when what is kept may be old or shows less than the reader has `seen`. The key has
   * to name everything that the answer depends on. A failure is told to all who wait for it and is not kept.
   */
  readonly read: (key: string, seen: bigint, make: (db: Db) => Promise<KeptAnswer>) => Promise<KeptAnswer>;
  readonly close: () => Promise<void>;
};

/**
 * The answers that all visitors get alike, in the memory of this process. An answer counts while this process has committed nothing since it
 * was begun, no other has told of a change, and it is younger than {@link KEPT_MS}; under a stream of changes for {@link STEADY_MS} whatever
 * changes. One that a replica was read for counts from the moment of the primary that the replica had come to.
 */
export async function keepAnswers(
  outside: Pick<Outside, 'db' | 'replica' | 'now' | 'listen' | 'metrics'>,
): Promise<KeptAnswers> {
  const { db, replica, now, listen, metrics } = outside;
  const places = replica && createPlaces({ db, replica, count: (labels) => metrics.readings.inc(labels) });
  const changes = changesOf(db);
  const begin = createBeginning({ db, places, changes, now });
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const drop = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  const isUsable = ({ changes: count, beganAtMs, nowMs, row }: Entry): boolean => {
    const keptMs = count === changes.count() ? KEPT_MS : row < STEADY_AFTER ? 0 : STEADY_MS;
    return performance.now() - beganAtMs < keptMs && Math.abs(now().getTime() - nowMs) < KEPT_MS;
  };
  /** The oldest stand first; those that are too old go whenever one comes. */
  const makeRoom = (): void => {
    for (const [key, entry] of entries) {
      if (bytes <= KEPT_BYTES_MAX && performance.now() - entry.beganAtMs < KEPT_MS) return;
      drop(key);
    }
  };

  const read: KeptAnswers['read'] = async (key, seen, make) => {
    for (let known = entries.get(key); known !== undefined && isUsable(known); ) {
      if (places === null || seen === 0n || (await known.floor) >= seen) return known.answer;
      // Another reader may have had a newer one begun meanwhile.
      const newer = entries.get(key);
      if (newer === known) break;
      known = newer;
    }
    const before = entries.get(key);
    drop(key);
    const entry = begin(seen, make);
    if (before && performance.now() - before.beganAtMs < 2 * STEADY_MS) entry.row = before.row + 1;
    entries.set(key, entry);
    entry.answer.then(
      ({ status, body }) => {
        if (entries.get(key) !== entry) return;
        if (status >= 500) return drop(key);
        entry.bytes = body.length + key.length;
        bytes += entry.bytes;
        makeRoom();
      },
      () => {
        if (entries.get(key) === entry) drop(key);
      },
    );
    return entry.answer;
  };

  const stop = await tellOthers({ db, listen });
  return { primary: db, places, read, close: stop };
}

type Beginning = Pick<Outside, 'db' | 'now'> & { readonly places: Places | null; readonly changes: Changes };

/** Begins to make an answer. With a replica it counts from the moment of the primary that it shows at least. */
function createBeginning({ db, now, places, changes }: Beginning) {
  return (seen: bigint, make: (db: Db) => Promise<KeptAnswer>): Entry => {
    const began = { changes: changes.count(), beganAtMs: performance.now(), nowMs: now().getTime() };
    if (places === null) return { answer: make(db), floor: NOTHING_SEEN, ...began, row: 0, bytes: 0 };
    const moment = places.recent(seen).catch(() => undefined);
    const readAt = async (at: Moment | undefined): Promise<KeptAnswer> => {
      if (at !== undefined) Object.assign(entry, { changes: at.changes, beganAtMs: at.beganAtMs });
      const { answer, shownAt } = await places.read(at, make);
      return { ...answer, ...(shownAt && { position: shownAt.ended }) };
    };
    const floor = moment.then((at) => at?.ended ?? 0n);
    const entry: Entry = { answer: moment.then(readAt), floor, ...began, row: 0, bytes: 0 };
    return entry;
  };
}

const NOTHING_SEEN = Promise.resolve(0n);

/** Hints between processes: they make a change seen sooner, and nothing depends on them. */
async function tellOthers({ db, listen }: Pick<Outside, 'db' | 'listen'>): Promise<() => Promise<void>> {
  const changes = changesOf(db);
  const self = randomUUID();
  const stopTelling = changes.onOwn(() => void hint(db, CHANGES_CHANNEL, self));
  const unlisten = await listen(
    CHANGES_CHANNEL,
    (from) => {
      if (from !== self) changes.add();
    },
    changes.add,
  );
  return async () => {
    stopTelling();
    await unlisten();
  };
}

/** An answer of JSON as it is kept, with the mark by which a browser asks whether it is still the same. */
export function keptJson(value: unknown): KeptAnswer {
  return keptText(JSON.stringify(value), 'application/json');
}

/** As {@link keptJson}, of a text of another type. */
export function keptText(text: string, type: string): KeptAnswer {
  const body = Buffer.from(text);
  const headers = { ...KEPT_HEADERS, 'content-type': `${type}; charset=utf-8`, etag: etagOf(body) };
  return { status: 200, body, headers };
}

/** A browser may keep what a visitor was answered, and asks at each use whether it is still right. */
const KEPT_HEADERS = { 'cache-control': 'no-cache', vary: 'Authorization' } as const;

export function etagOf(body: Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/** The answer, or 304 to somebody who has just this one. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  const { status, headers, body, position } = answer;
  reply.position = position;
  reply.headers(headers);
  const asked = request.headers['if-none-match'];
  if (status === 200 && asked !== undefined && namesTag(asked, headers['etag'])) {
    for (const name of ['content-type', 'content-encoding']) reply.removeHeader(name);
    return reply.code(304).send();
  }
  return reply.code(status).send(body);
}

/** Proxies that compress make a tag weak; the content is the same. */
function namesTag(asked: string, etag: string | undefined): boolean {
  return asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

export function decorateKept(app: FastifyInstance, kept: KeptAnswers): void {
  app.decorate('keptAnswers', kept);
  app.addHook('onClose', kept.close);
}
