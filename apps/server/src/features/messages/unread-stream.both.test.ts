import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createParser } from 'eventsource-parser';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import type { Caller } from '../../http/call.ts';
import type { Outside } from '../../outside/outside.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { runJobs } from '../../test/accounts.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { createUnreadStreams, STREAMS_PER_PERSON } from './unread-streams.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

/** Two processes' worth of the application on one database, each listening at a port of its own. */
let first: FastifyInstance;
let second: FastifyInstance;
const opened: AbortController[] = [];

beforeAll(async () => {
  [first, second] = [await createApp(world.outside), await createApp(world.outside)];
  for (const app of [first, second]) await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const controller of opened.splice(0)) controller.abort();
});
afterAll(async () => {
  for (const app of [first, second]) {
    // A connection that `fetch` opened and never used would be waited for.
    app?.server.closeAllConnections();
    await app?.close();
  }
});

type Counts = { unreadMessagesCount: number; unreadNotificationsCount: number };
type Reader = {
  readonly response: Response;
  readonly next: () => Promise<Counts>;
  /** Reads on until this many messages are unread. */
  readonly until: (unreadMessagesCount: number) => Promise<void>;
  /** How often it was told that a loan changed; these events are none of `next`. */
  readonly loans: () => number;
  readonly ended: Promise<void>;
  readonly close: () => void;
};

/** Readers are told within two seconds, and a machine may have much other work. */
const BUSY = { timeout: 10_000 };

const originOf = (app: FastifyInstance) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

async function open(app: FastifyInstance, as: Person): Promise<Reader> {
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(`${originOf(app)}/api/messages/unread/stream`, {
    headers: { authorization: `Bearer ${as.token}` },
    signal: controller.signal,
  });
  const events: Counts[] = [];
  let loans = 0;
  let wake = (): void => {};
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'loan') {
        loans += 1;
        return;
      }
      events.push(JSON.parse(data) as Counts);
      wake();
    },
  });
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      parser.feed(decoder.decode(chunk, { stream: true }));
  })().catch(() => undefined);
  const next = async (): Promise<Counts> => {
    while (events.length === 0) {
      await Promise.race([
        new Promise<void>((resolve) => (wake = resolve)),
        ended.then(() => {
          if (events.length === 0) throw new Error('the stream has ended');
        }),
      ]);
    }
    return events.shift() as Counts;
  };
  const until = async (count: number): Promise<void> => {
    while ((await next()).unreadMessagesCount !== count);
  };
  return { response, next, until, loans: () => loans, ended, close: () => controller.abort() };
}

const say = async (loan: Loan, as: Person, text = 'Hello') =>
  done(await world.call('POST', '/api/messages/', { as, body: { proposalId: loan.id, text } }));
const read = (as: Person, messageId: string) => world.call('POST', '/api/messages/read', { as, body: { messageId } });

test('R15.4: one count at once, then one at each change, in every open page of every process', async () => {
  const loan = await newLoan({ status: 3 });
  await say(loan, loan.backers[0] as Person);
  const pages = await Promise.all([open(first, loan.owner), open(first, loan.owner), open(second, loan.owner)]);
  expect(await Promise.all(pages.map((page) => page.next()))).toEqual(
    Array(3).fill({ unreadMessagesCount: 1, unreadNotificationsCount: expect.any(Number) }),
  );
  const latest = await say(loan, loan.backers[0] as Person);
  await Promise.all(pages.map((page) => page.until(2)));
  done(await read(loan.owner, latest.id));
  await Promise.all(pages.map((page) => page.until(0)));
});

test('all readers of the conversation are told, and no other person', async () => {
  const loan = await newLoan({ status: 3 });
  const stranger = await world.newPerson();
  const [owner, backer, officer, other] = await Promise.all([
    open(first, loan.owner),
    open(second, loan.backers[0] as Person),
    open(second, loan.officer),
    open(first, stranger),
  ]);
  for (const page of [owner, backer, other]) await page.until(0);
  // Staff read every conversation of their institution.
  const { unreadMessagesCount } = await officer.next();
  await say(loan, loan.owner);
  await Promise.all([backer.until(1), officer.until(unreadMessagesCount + 1)]);
  // The next thing the stranger hears is about a loan of their own.
  const own = await newLoan({ owner: stranger });
  await say(own, await world.newPerson());
  expect((await other.next()).unreadMessagesCount).toBe(1);
});

test('a loan that changes is told of to its owner, backers and officers in every process, once a second, and to no other person', async () => {
  const loan = await newLoan();
  const [backer, stranger] = [await world.newPerson(), await world.newPerson()];
  const back = async (amount: number) =>
    done(await world.call('POST', '/api/borrow/backProposal', { as: backer, body: { proposalId: loan.id, amount } }));
  await back(1);
  const other = await open(second, stranger);
  const pages = await Promise.all([open(first, loan.owner), open(second, backer), open(second, loan.officer)]);
  await Promise.all([other, ...pages].map((page) => page.next()));
  await back(1);
  await expect.poll(() => pages.map((page) => page.loans() > 0), BUSY).toEqual([true, true, true]);
  const before = pages.map((page) => page.loans());
  const startMs = performance.now();
  for (let count = 0; count < 10; count += 1) await back(1);
  for (const [index, page] of pages.entries()) {
    await expect.poll(page.loans, BUSY).toBeGreaterThan(before[index] ?? 0);
    const seconds = Math.ceil((performance.now() - startMs) / 1_000);
    expect(page.loans()).toBeLessThanOrEqual((before[index] ?? 0) + seconds + 1);
  }
  expect(other.loans()).toBe(0);
});

test('a process that lost its listening tells each page of what it may have missed, loans too', async () => {
  const { id, subject } = await world.newPerson();
  const lost: (() => void)[] = [];
  const listen: Outside['listen'] = async (_channel, _hear, onLost = () => {}) => {
    lost.push(onLost);
    return async () => {};
  };
  const streams = await createUnreadStreams({ ...world.outside, listen }, async () => null);
  const page = streams.open(id, { subject } as Caller, '');
  let text = '';
  page.on('data', (part: Buffer) => (text += part.toString()));
  await expect.poll(() => text, BUSY).toContain('data: ');
  expect(text).not.toContain('event: loan');
  lost[0]?.();
  await expect.poll(() => text, BUSY).toMatch(/event: loan\ndata: /);
  streams.endAll();
  await streams.close();
});

test('the bell is counted in the same stream', async () => {
  const loan = await newLoan();
  const page = await open(first, loan.owner);
  const { unreadNotificationsCount } = await page.next();
  await say(loan, await world.newPerson());
  await page.until(1);
  await runJobs(world);
  let counts = await page.next();
  while (counts.unreadNotificationsCount === unreadNotificationsCount) counts = await page.next();
  expect(counts).toEqual({ unreadMessagesCount: 1, unreadNotificationsCount: unreadNotificationsCount + 1 });
});

test('a refused message is told to no reader: a rolled-back one is not announced', async () => {
  const loan = await newLoan({ status: 4 });
  const page = await open(first, loan.owner);
  await page.until(0);
  const stranger = await world.newPerson();
  const body = { proposalId: loan.id, text: 'Hello' };
  expect(refusal(await world.call('POST', '/api/messages/', { as: stranger, body }))).toBe('403 not_permitted');
  await say(loan, loan.backers[0] as Person);
  expect((await page.next()).unreadMessagesCount).toBe(1);
});

test('its headers keep proxies from storing, gathering and holding it', async () => {
  const person = await world.newPerson();
  const { response } = await open(first, person);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
});

test('R6.7: no stream is opened in the name of another person', async () => {
  const [me, other] = [await world.newPerson(), await world.newPerson()];
  const controller = new AbortController();
  opened.push(controller);
  const ask = async (userId: number) =>
    fetch(`${originOf(first)}/api/messages/unread/stream?userId=${userId}`, {
      headers: { authorization: `Bearer ${me.token}` },
      signal: controller.signal,
    });
  expect([(await ask(me.id)).status, (await ask(other.id)).status]).toEqual([200, 403]);
});

test('security: a session that ends takes its streams along, and those of the same account stay with theirs', async () => {
  const loan = await newLoan();
  const page = await open(first, loan.owner);
  const elsewhere = await open(second, loan.owner);
  await Promise.all([page.next(), elsewhere.next()]);
  done(await world.call('POST', '/api/identity/sign-out', { as: loan.owner }));
  await Promise.all([page.ended, elsewhere.ended]);
  const again = await fetch(`${originOf(first)}/api/messages/unread/stream`, {
    headers: { authorization: `Bearer ${loan.owner.token}` },
  });
  expect(again.status).toBe(401);
});

test('so many pages of one person and no more; a closed one makes room', async () => {
  const person = await world.newPerson();
  const pages = [];
  for (let count = 0; count < STREAMS_PER_PERSON; count += 1) pages.push(await open(first, person));
  await Promise.all(pages.map((page) => page.next()));
  const refused = await open(first, person);
  expect(refused.response.status).toBe(429);
  expect(refused.response.headers.get('retry-after')).toBe('30');
  // Another process has room of its own.
  await (await open(second, person)).next();
  pages[0]?.close();
  for (;;) {
    const page = await open(first, person);
    if (page.response.status === 200) break;
  }
});

test('a server that stops ends its streams and does not wait for them', async () => {
  const person = await world.newPerson();
  const app = await createApp(world.outside);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${person.token}` };
  const request = http.get(`${originOf(app)}/api/messages/unread/stream`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const ended = once(response.resume(), 'end');
  await expect(Promise.all([app.close(), ended])).resolves.toBeDefined();
});
