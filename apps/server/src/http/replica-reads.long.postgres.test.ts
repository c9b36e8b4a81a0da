import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Db, openReplica } from '../db/db.ts';
import { askAsVisitor } from '../rendering/serve-pages.ts';
import { query } from '../test/durable-cluster.ts';
import { type Loan, useLoans } from '../test/loans.ts';
import { NEEDS } from '../test/needs.ts';
import { openOtherProcess, type OtherProcess } from '../test/other-process.ts';
import { type Replica, startReplica } from '../test/replica.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

let replica: Replica;
let writer: OtherProcess;
let reader: OtherProcess;
const isPossible = NEEDS.replica.isMet();
beforeAll(async () => {
  if (!isPossible) return;
  replica = await startReplica(String(world.database.url));
  writer = await openOtherProcess(world, { replicaUrl: replica.url });
  reader = await openOtherProcess(world, { replicaUrl: replica.url, isDeaf: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await replica?.resume().catch(() => {});
});
afterAll(async () => {
  await writer?.close();
  await reader?.close();
  await replica?.remove();
});

const pageOf = ({ id }: Loan) => `/api/borrow/findOne?id=${id}`;
const ask = (app: FastifyInstance, loan: Loan, cookie?: string) =>
  app.inject({ url: pageOf(loan), headers: cookie === undefined ? {} : { cookie } });
const titleIn = async ({ app }: OtherProcess, loan: Loan, cookie?: string): Promise<string> =>
  (await ask(app, loan, cookie)).json().data.title;
const edit = async ({ app }: OtherProcess, loan: Loan, title: string): Promise<string> => {
  const headers = { authorization: `Bearer ${loan.owner.token}` };
  const answer = await app.inject({
    method: 'PATCH',
    url: `/api/borrow/update?id=${loan.id}`,
    headers,
    payload: { title },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return cookieOf(answer.headers['set-cookie']);
};
/** The titles read until one more reading counts under `why`; each reading asks in a way that was not kept. */
const titlesUntil = async (why: string, loan: Loan): Promise<Set<string>> => {
  const titles = new Set<string>();
  const count = async (): Promise<number> => (await reader.readings())[why] ?? 0;
  const before = await count();
  for (let asked = 1; (await count()) === before; asked += 1) {
    expect(asked, JSON.stringify(await reader.readings())).toBeLessThan(100);
    titles.add((await reader.app.inject(pageOf(loan) + '&'.repeat(asked))).json().data.title);
  }
  return titles;
};
const cookieOf = (set: unknown): string => String(set).split(';')[0] ?? '';
const written = async (): Promise<Loan> => {
  const loan = await newLoan();
  // The process that made it leaves its log for later; the next commit of another takes it along.
  await edit(writer, loan, 'A sewing machine');
  await replica.caughtUp();
  return loan;
};

test.skipIf(!isPossible)('a replica that shows all that the primary shows is read instead of it', async () => {
  const loan = await written();
  expect(await titlesUntil('replica', loan)).toEqual(new Set(['A sewing machine']));
  const answer = await ask(reader.app, loan);
  expect(answer.json().data.title).toBe('A sewing machine');
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/^sathi_seen=\d+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Authorization' });
  const headers = { cookie: cookieOf(cookie), 'if-none-match': String(answer.headers['etag']) };
  const again = await reader.app.inject({ url: pageOf(loan), headers });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test.skipIf(!isPossible)(
  'a reader who has seen a change is nowhere answered without it, and others may be',
  async () => {
    const loan = await written();
    await replica.pause();
    // Time stands still, so that nothing but what the reader has seen ends what is kept.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    expect(await titleIn(reader, loan)).toBe('A sewing machine');
    const seen = await edit(writer, loan, 'A better sewing machine');
    expect(await titleIn(reader, loan)).toBe('A sewing machine');
    expect(await titleIn(reader, loan, seen)).toBe('A better sewing machine');
    expect(await titleIn(reader, loan)).toBe('A better sewing machine');
    expect((await reader.readings())['behind']).toBeGreaterThan(0);
  },
);

test.skipIf(!isPossible)(
  'a change is seen at once in the process that made it, however far the replica is behind',
  async () => {
    const loan = await written();
    await replica.pause();
    for (let round = 0; round < 5; round += 1) {
      await edit(writer, loan, `A sewing machine, ${round}`);
      expect(await titleIn(writer, loan)).toBe(`A sewing machine, ${round}`);
    }
  },
);

test.skipIf(!isPossible)(
  'a commit that the replica replays before the primary shows it is told by neither',
  async () => {
    const loan = await written();
    const url = String(world.database.url);
    // Without a standby that confirms, the commit stands in the log of both, and the primary does not show it.
    await query(url, "alter system set synchronous_standby_names = 'nobody'");
    await query(url, 'select pg_reload_conf()');
    const editing = edit(writer, loan, 'A better sewing machine');
    try {
      const titleThere = `select title from proposals where id = ${loan.id}`;
      await vi.waitFor(async () =>
        expect((await query(replica.url, titleThere)).rows[0].title).toBe('A better sewing machine'),
      );
      expect(await titlesUntil('ahead', loan)).toEqual(new Set(['A sewing machine']));
    } finally {
      await query(url, 'alter system reset synchronous_standby_names');
      await query(url, 'select pg_reload_conf()');
    }
    expect(await titleIn(reader, loan, await editing)).toBe('A better sewing machine');
  },
);

test.skipIf(!isPossible)('a page is made of the database that its reading was given', async () => {
  const loan = await written();
  await replica.pause();
  await edit(writer, loan, 'A better sewing machine');
  const copy = openReplica(replica.url);
  const titleFrom = async (db: Db) =>
    ((await askAsVisitor(reader.app, pageOf(loan), '198.51.100.1', db)) as { title: string }).title;
  expect(await titleFrom(copy.db)).toBe('A sewing machine');
  expect(await titleFrom(world.db)).toBe('A better sewing machine');
  await copy.close();
});

test.skipIf(!isPossible)(
  'a token that is none, or that no one was given, costs a reading and nothing else',
  async () => {
    const loan = await written();
    for (const token of ['', 'abc', '-1', '999999999999999999', '9'.repeat(4_000), '1;2', '%00']) {
      const answer = await ask(reader.app, loan, `sathi_seen=${token}`);
      expect([token, answer.statusCode]).toEqual([token, 200]);
    }
  },
);

test.skipIf(!isPossible)('a replica that takes changes of its own, or is gone, is not read', async () => {
  const loan = await written();
  await query(replica.url, 'select pg_promote()');
  await query(replica.url, `update proposals set title = 'Of another world' where id = ${loan.id}`);
  await edit(writer, loan, 'A better sewing machine');
  expect(await titleIn(writer, loan)).toBe('A better sewing machine');
  expect((await writer.readings())['unlike']).toBeGreaterThan(0);
  await replica.kill();
  for (let round = 0; round < 3; round += 1) {
    await edit(writer, loan, `A sewing machine, ${round}`);
    expect(await titleIn(writer, loan)).toBe(`A sewing machine, ${round}`);
  }
  expect((await writer.readings())['away']).toBe(3);
});
