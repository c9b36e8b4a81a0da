import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect } from 'vitest';
import type { Db } from '../../db/db.ts';
import { listViolations } from '../../ledger/audit.ts';
import { addPerson, addProposal, type Place, type SignedInPerson } from './place.ts';
import type { Start } from './server-process.ts';

const BACKERS = 12;
const READERS = 2;
const WAIT_MS = 60_000;
/** Between two tries of the same request, as a client waits that was told to come again. */
const AGAIN_MS = 100;

export type Outcome = {
  /** Answers that are neither a success nor a 503 with a time to ask again, changes lost or doubled, and rows of the audit. */
  readonly wrong: unknown[];
  readonly acknowledged: number;
  /** The 503 on the way. */
  readonly refused: number;
  /** Of each outage the longest time in seconds in which no change was acknowledged. */
  readonly silences: number[];
  /** The longest that a request waited for its answer, in seconds. */
  readonly slowest: number;
};

/** The part of an outage that waits until changes are acknowledged again. */
export type Served = () => Promise<void>;

type Load = {
  /** The backing’s id for each key that was answered. */
  readonly backed: Map<string, string>;
  /** The ids of the backings that were taken back. */
  readonly takenBack: Set<string>;
  readonly wrong: string[];
  reads: number;
  refused: number;
  slowestMs: number;
  acknowledgedAt: number;
  silenceMs: number;
};

/**
 * Lets `outage` happen `times` times to the database of a server that people back at, take back at and read from; each asks
 * with the same key until there is an answer.
 * @param pauseMs how long each of them waits between two requests
 */
export async function loadThrough(
  { start, env, look }: Place & { readonly start: Start },
  times: number,
  outage: (served: Served, time: number) => Promise<void>,
  { pauseMs = 0 } = {},
): Promise<Outcome> {
  const server = start(env());
  const url = await server.ready;
  const { proposalId, people } = await look(async (db) => {
    const owner = await addPerson(db);
    const backers = await Promise.all(Array.from({ length: BACKERS }, () => addPerson(db)));
    return { proposalId: await addProposal(db, owner.id), people: backers };
  });
  const load = newLoad();
  const served: Served = async () => {
    const [backed, takenBack, reads] = [load.backed.size + BACKERS, load.takenBack.size, load.reads];
    const isServed = () => load.backed.size > backed && load.takenBack.size > takenBack && load.reads > reads;
    await expect.poll(isServed, { timeout: WAIT_MS }).toBe(true);
  };
  let isOver = false;
  const running = Promise.all([
    ...people.map((person) => backThrough(url, { proposalId, person, pauseMs }, () => isOver, load)),
    ...Array.from({ length: READERS }, () => readThrough(url, { proposalId, pauseMs }, () => isOver, load)),
  ]);
  // A test that fails ends the server under them.
  running.catch(() => {});
  const silences: number[] = [];
  try {
    await served();
    for (let time = 0; time < times; time += 1) {
      load.silenceMs = 0;
      await outage(served, time);
      await served();
      silences.push(load.silenceMs / 1000);
    }
  } finally {
    isOver = true;
  }
  await running;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await server.signal('SIGTERM')).toMatchObject({ code: 0 });
  const wrong = [...load.wrong, ...(await look((db) => wrongIn(db, proposalId, load)))];
  const acknowledged = load.backed.size + load.takenBack.size;
  return { wrong, acknowledged, refused: load.refused, silences, slowest: load.slowestMs / 1000 };
}

function newLoad(): Load {
  const counts = { reads: 0, refused: 0, slowestMs: 0, acknowledgedAt: performance.now(), silenceMs: 0 };
  return { backed: new Map(), takenBack: new Set(), wrong: [], ...counts };
}

type Ask = { readonly proposalId: ProposalId; readonly pauseMs: number };

/** Backs again and again until `isOver`, and takes each fourth backing back. */
async function backThrough(
  url: string,
  { proposalId, person, pauseMs }: Ask & { readonly person: SignedInPerson },
  isOver: () => boolean,
  load: Load,
): Promise<void> {
  const change = async (call: string, key: string, body: object): Promise<{ readonly id: string } | null> => {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body: JSON.stringify(body) };
    const data = await askThrough<{ id: string }>(`${url}/api/borrow/${call}`, request, load);
    if (data === null) return null;
    const now = performance.now();
    load.silenceMs = Math.max(load.silenceMs, now - load.acknowledgedAt);
    load.acknowledgedAt = now;
    return data;
  };
  for (let count = 1; !isOver(); count += 1) {
    const key = randomUUID();
    const backing = await change('backProposal', key, { proposalId: String(proposalId), amount: 1 });
    if (backing !== null) load.backed.set(key, backing.id);
    if (backing !== null && count % 4 === 0) {
      const taken = await change('cancelBacking', randomUUID(), { proposalId: String(proposalId), id: backing.id });
      if (taken !== null) load.takenBack.add(backing.id);
    }
    await sleep(pauseMs);
  }
}

/** Reads the proposal as a visitor does. */
async function readThrough(
  url: string,
  { proposalId, pauseMs }: Ask,
  isOver: () => boolean,
  load: Load,
): Promise<void> {
  while (!isOver()) {
    if ((await askThrough(`${url}/api/borrow/findOne?id=${proposalId}`, {}, load)) !== null) load.reads += 1;
    await sleep(pauseMs);
  }
}

/** Asks until the answer is no 503. @returns null after an answer that is wrong */
async function askThrough<Data>(url: string, request: RequestInit, load: Load): Promise<Data | null> {
  for (;;) {
    const from = performance.now();
    const answer = await fetch(url, request);
    const body = (await answer.json()) as { data?: Data };
    load.slowestMs = Math.max(load.slowestMs, performance.now() - from);
    if (answer.ok && body.data) return body.data;
    if (answer.status !== 503 || !answer.headers.has('retry-after')) {
      load.wrong.push(`${answer.status} ${JSON.stringify(body)}`);
      return null;
    }
    load.refused += 1;
    await sleep(AGAIN_MS);
  }
}

/** Changes that were acknowledged and are not kept, or the other way round, and rows of the audit. */
async function wrongIn(db: Db, proposalId: ProposalId, load: Load): Promise<unknown[]> {
  const rows = await db
    .selectFrom('investments')
    .select(['id', 'releasedAt'])
    .where('proposalId', '=', proposalId)
    .execute();
  const kept = new Set(rows.map(({ id }) => String(id)));
  const released = new Set(rows.filter(({ releasedAt }) => releasedAt !== null).map(({ id }) => String(id)));
  return [
    ...new Set(load.backed.values()).symmetricDifference(kept),
    ...load.takenBack.symmetricDifference(released),
    ...(await listViolations(db)),
  ];
}
