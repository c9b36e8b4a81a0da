import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect } from 'vitest';
import type { Db } from '../../db/db.ts';
import { listViolations } from '../../ledger/audit.ts';
import { type Read, watch, type Watched } from '../watchful-readers.ts';
import { addPerson, addProposal, type Place, type SignedInPerson } from './place.ts';
import type { Start } from './server-process.ts';

const BACKERS = 12;
/** They back a loan of their own and never take back, so that it only ever raises more. */
const STEADY_BACKERS = 2;
const READERS = 2;
const WAIT_MS = 60_000;
/** The pause between two tries of the same request, as of a client that was told to come again. */
const AGAIN_MS = 100;

export type Outcome = {
  /** Answers that are neither a success nor a 503 with a time to ask again, changes lost or doubled, and rows of the audit. */
  readonly wrong: unknown[];
  readonly acknowledged: number;
  /** The answers to readers, and how often they were shown less than before: never where replicas are read (decision 156). */
  readonly readers: Watched;
  /** The number of 503 answers on the way. */
  readonly refused: number;
  /** The longest time of each outage in which no change was acknowledged, in seconds. */
  readonly silences: number[];
  /** The longest that a request waited for its answer, in seconds. */
  readonly slowest: number;
};

/** The part of an outage that waits until changes are acknowledged again. */
export type Served = () => Promise<void>;

type Load = {
  readonly urls: readonly string[];
  /** The backing’s id for each key that was answered. */
  readonly backed: Map<string, string>;
  /** The ids of the backings that were taken back. */
  readonly takenBack: Set<string>;
  readonly readers: Watched;
  readonly wrong: string[];
  refused: number;
  slowestMs: number;
  acknowledgedAt: number;
  silenceMs: number;
};

type Options = {
  /** How long each of them waits between two requests. */
  readonly pauseMs?: number;
  /** How many servers there are; each request goes to any of them. */
  readonly processes?: number;
};
type Surroundings = Pick<Place, 'look'> & {
  readonly start: Start;
  /** The variables of one of the processes. */
  readonly env: (process: number) => Readonly<Record<string, string>>;
};

/**
 * Lets `outage` happen `times` times to the database of servers that people back at, take back at and read from; each asks
 * with the same key until there is an answer.
 */
export async function loadThrough(
  { start, env, look }: Surroundings,
  times: number,
  outage: (served: Served, time: number) => Promise<void>,
  { pauseMs = 0, processes = 1 }: Options = {},
): Promise<Outcome> {
  const servers = Array.from({ length: processes }, (_, process) => start(env(process)));
  const load = newLoad(await Promise.all(servers.map(({ ready }) => ready)));
  const { loan, steadyLoan, people } = await look(addPeople);
  const served: Served = async () => {
    const [backed, takenBack, reads] = [load.backed.size + BACKERS, load.takenBack.size, load.readers.reads];
    const isServed = () =>
      load.backed.size > backed && load.takenBack.size > takenBack && load.readers.reads > reads + READERS;
    await expect.poll(isServed, { timeout: WAIT_MS }).toBe(true);
  };
  let isOver = false;
  const isDone = (): boolean => isOver;
  const running = Promise.all([
    ...people.map((person, place) => {
      const isSteady = place < STEADY_BACKERS;
      return backThrough({ proposalId: isSteady ? steadyLoan : loan, person, isSteady, pauseMs }, isDone, load);
    }),
    ...Array.from({ length: READERS }, () => readThrough({ loan, steadyLoan, pauseMs }, isDone, load)),
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
  for (const url of load.urls) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  for (const server of servers) expect(await server.signal('SIGTERM')).toMatchObject({ code: 0 });
  const wrong = [...load.wrong, ...(await look((db) => wrongIn(db, [loan, steadyLoan], load)))];
  const acknowledged = load.backed.size + load.takenBack.size;
  return {
    wrong,
    acknowledged,
    readers: load.readers,
    refused: load.refused,
    silences,
    slowest: load.slowestMs / 1000,
  };
}

async function addPeople(db: Db) {
  const owner = await addPerson(db);
  const people = await Promise.all(Array.from({ length: BACKERS + STEADY_BACKERS }, () => addPerson(db)));
  return { loan: await addProposal(db, owner.id), steadyLoan: await addProposal(db, owner.id), people };
}

function newLoad(urls: readonly string[]): Load {
  const counts = { refused: 0, slowestMs: 0, acknowledgedAt: performance.now(), silenceMs: 0 };
  const readers = { reads: 0, rose: 0, wentBack: 0 };
  return { urls, backed: new Map(), takenBack: new Set(), readers, wrong: [], ...counts };
}

type Backing = {
  readonly proposalId: ProposalId;
  readonly person: SignedInPerson;
  readonly isSteady: boolean;
  readonly pauseMs: number;
};

/** Backs again and again until it is over; a backer who is not steady takes each fourth backing back. */
async function backThrough(
  { proposalId, person, isSteady, pauseMs }: Backing,
  isOver: () => boolean,
  load: Load,
): Promise<void> {
  const change = async (call: string, key: string, body: object): Promise<string | null> => {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body: JSON.stringify(body) };
    const answered = await askThrough(`/api/borrow/${call}`, request, load);
    if (answered === null) return null;
    const now = performance.now();
    load.silenceMs = Math.max(load.silenceMs, now - load.acknowledgedAt);
    load.acknowledgedAt = now;
    return (answered.data as { readonly id: string }).id;
  };
  for (let count = 1; !isOver(); count += 1) {
    const key = randomUUID();
    const id = await change('backProposal', key, { proposalId: String(proposalId), amount: 1 });
    if (id !== null) load.backed.set(key, id);
    if (id !== null && !isSteady && count % 4 === 0) {
      const taken = await change('cancelBacking', randomUUID(), { proposalId: String(proposalId), id });
      if (taken !== null) load.takenBack.add(id);
    }
    await sleep(pauseMs);
  }
}

type Reading = { readonly loan: ProposalId; readonly steadyLoan: ProposalId; readonly pauseMs: number };

/** Reads the list and both loans as a visitor does, and notices when it is less than before. */
async function readThrough({ loan, steadyLoan, pauseMs }: Reading, isDone: () => boolean, load: Load): Promise<void> {
  const ask = async (address: string, cookie: string): Promise<Read> => {
    await sleep(pauseMs);
    const answered = await askThrough(address, { headers: { cookie } }, load);
    return answered ?? { data: [], setCookie: undefined };
  };
  const isRising = (id: string): boolean => id === String(steadyLoan);
  const eitherLoan = (): string => String(Math.random() < 0.5 ? loan : steadyLoan);
  await watch(load.readers, { ask, loan: eitherLoan, isRising, isDone });
}

/** Asks any of the servers until the answer is no 503. @returns null after an answer that is wrong */
async function askThrough(address: string, request: RequestInit, load: Load): Promise<Read | null> {
  for (;;) {
    const from = performance.now();
    const answer = await fetch(`${load.urls[randomInt(load.urls.length)]}${address}`, request);
    const body = (await answer.json()) as { data?: unknown };
    load.slowestMs = Math.max(load.slowestMs, performance.now() - from);
    if (answer.ok && body.data) return { data: body.data, setCookie: answer.headers.getSetCookie()[0] };
    if (answer.status !== 503 || !answer.headers.has('retry-after')) {
      load.wrong.push(`${answer.status} ${JSON.stringify(body)}`);
      return null;
    }
    load.refused += 1;
    await sleep(AGAIN_MS);
  }
}

/** Changes that were acknowledged and are not kept, or the other way round, and rows of the audit. */
async function wrongIn(db: Db, loans: readonly ProposalId[], load: Load): Promise<unknown[]> {
  const rows = await db
    .selectFrom('investments')
    .select(['id', 'releasedAt'])
    .where('proposalId', 'in', loans)
    .execute();
  const kept = new Set(rows.map(({ id }) => String(id)));
  const released = new Set(rows.filter(({ releasedAt }) => releasedAt !== null).map(({ id }) => String(id)));
  return [
    ...new Set(load.backed.values()).symmetricDifference(kept),
    ...load.takenBack.symmetricDifference(released),
    ...(await listViolations(db)),
  ];
}
