import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { listProposals } from '../apps/server/src/features/proposals/proposal-lists.repository.ts';
import { type Books, type Person, ROI } from './books.ts';
import type { Crowd } from './investing.ts';
import { type HttpRequest, loadOverHttp } from './http-load.ts';
import { type Claim, ratePerSecond, type Side } from './measure.ts';
import { withBareServer } from './server.ts';

const PROPOSALS = 10_000;
const PAGE = 50;
const LATE_PAGE = 200;
export const CONNECTIONS = 64;
const READERS_AT_ONCE = 4;

/** 10,000 published proposals of many owners, a second apart. */
export async function addManyProposals({ db }: Books, owners: readonly Person[]): Promise<void> {
  const ids = owners.map(({ id }) => id);
  await sql`
    insert into proposals (owner_id, mfi_id, title, description, amount_cents, months_to_repay, needed_on, published_at,
      funding_deadline, created_at)
    select (${ids}::bigint[])[1 + n % ${ids.length}::int], ${ROI}::bigint, 'A sewing machine ' || n,
      'To sew school uniforms for the children of the village', 10000 + n, 1 + n % 60, date '2030-01-01',
      now() - n * interval '1 second', now() + interval '20 days', now() - n * interval '1 second'
    from generate_series(1, ${PROPOSALS}::int) as n`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

type Bar = Pick<Claim, 'required' | 'aim'>;
type Report = (claim: Claim) => Promise<void>;

/** Reads of visitors, from memory and not, and of people signed in. */
export async function reportReading({ books, owner, people }: Crowd, url: string, report: Report): Promise<void> {
  const pages = await pageRequests(books, PROPOSALS);
  const list = `a page of ${PAGE} of ${PROPOSALS.toLocaleString('en')} open proposals`;
  const [stranger, part] = [listRequest(owner), listRequest(people[1] as Person)];
  const [loose, strict] = books.kind === 'postgres' ? [0.08, 0.2] : [0.02, 0.05];
  const claims: ReadonlyArray<readonly [string, readonly HttpRequest[], Bar]> = [
    ['one proposal for visitors, hot', pages.slice(0, 1), { required: 0.5, aim: 0.8 }],
    ['one proposal for visitors, each of 10,000 in turn', pages, { required: 0.12, aim: 0.3 }],
    [`${list} for visitors, hot`, [visitorsListRequest], { required: 0.5, aim: 0.9 }],
    [`${list} for somebody signed in`, [stranger], { required: loose, aim: strict }],
    // The embedded database cannot answer so many in time, and the server refuses them.
    ...(books.kind === 'postgres' ? [[`${list} for somebody who owns one of them`, [part], {}] as const] : []),
  ];
  for (const [title, requests, bar] of claims) {
    await reportRead(`${title}, ${CONNECTIONS} connections, ${books.kind}`, url, requests, { report, bar });
  }
}

/** The product's answers, in turn, and a bare one with the bytes of the first, by turns. */
async function reportRead(
  title: string,
  url: string,
  requests: readonly HttpRequest[],
  { report, bar }: { readonly report: Report; readonly bar: Bar },
): Promise<void> {
  const [request] = requests as readonly [HttpRequest, ...HttpRequest[]];
  const answer = await fetch(new URL(request.path, url), { headers: request.headers ?? {} });
  if (!answer.ok) throw new Error(`${request.path} was answered ${answer.status}`);
  const file = path.join(os.tmpdir(), `sathi-bench-answer-${process.pid}`);
  const bytes = await answer.bytes();
  fs.writeFileSync(file, bytes);
  const side = (name: string, at: string): Side => ({
    name,
    measure: (seconds) => loadOverHttp({ url: at, connections: CONNECTIONS, seconds, requests }),
  });
  try {
    await withBareServer([file], (bare) =>
      report({
        title: `${title}, ${(bytes.length / 1024).toFixed(1)} KB`,
        unit: 'answers/s',
        above: side('product', url),
        below: side('bare node:http', bare),
        ...bar,
      }),
    );
  } finally {
    fs.rmSync(file);
  }
}

const listRequest = ({ token }: Person): HttpRequest => ({
  method: 'GET',
  path: `/api/borrow/proposalsNotByUserAddress?limit=${PAGE}`,
  headers: { authorization: `Bearer ${token}` },
});

/** A visitor asks for 50 open proposals, on which the memory of the process may be hot. */
const visitorsListRequest: HttpRequest = { method: 'GET', path: `/api/borrow/openProposals?limit=${PAGE}` };

/** The pages of so many proposals, the newest first. */
async function pageRequests({ db }: Books, count: number): Promise<HttpRequest[]> {
  const rows = await db.selectFrom('proposals').select('id').orderBy('id', 'desc').limit(count).execute();
  return rows.map(({ id }) => ({ method: 'GET', path: `/api/borrow/findOne?id=${id}` }));
}

/** Keyset paging costs the same however far one has read. */
export async function pagingClaim({ db }: Books, reader: Person): Promise<Claim> {
  const page = (cursor?: string) =>
    listProposals(db, { kind: 'others', readerId: reader.id }, { limit: PAGE, ...(cursor && { cursor }) }, new Date());
  let late = await page();
  for (let number = 2; number < LATE_PAGE; number += 1) late = await page(late.nextCursor ?? undefined);
  const cursor = late.nextCursor ?? undefined;
  if (cursor === undefined) throw new Error(`there is no page ${LATE_PAGE}`);
  const side = (name: string, at?: string): Side => ({
    name,
    measure: (seconds) => ratePerSecond(READERS_AT_ONCE, seconds, () => page(at)),
  });
  return {
    title: `one page of ${PAGE} out of ${PROPOSALS.toLocaleString('en')} proposals, postgres`,
    unit: 'pages/s',
    above: side(`page ${LATE_PAGE}`, cursor),
    below: side('page 1'),
    required: 0.7,
    rounds: 3,
    seconds: 1,
  };
}
