import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { listViolations } from '../apps/server/src/ledger/audit.ts';
import { addPeople, addProposal, type Books, type Person, withBooks } from './books.ts';
import { withServer } from './server.ts';

const BACKINGS = 3_000;
const ALONE = 200;
const AT_ONCE = 64;
const PAGES = 500;
const INSTITUTIONS = 300;
const AUDITS = 5;
const WATCHED_MS = 60_000;
const SETTLE_MS = 3_000;

/** Processor time of Linux is counted in hundredths of a second. */
const TICK_MS = 10;

type Reading = { readonly serverMs: number; readonly databaseMs: number; readonly bytes: number; readonly wal: number };
type Meter = { readonly read: () => Promise<Reading>; readonly memory: () => number };

/**
 * Prints the cost of one more backing, open page and institution, in processor time, memory and bytes. Unlike rates, these
 * change little with other work on the machine.
 */
export async function printCosts(): Promise<void> {
  await withBooks('postgres', async (books) => {
    if (books.url === null) throw new Error('costs are measured on PostgreSQL');
    const [owner, ...people] = (await addPeople(books, PAGES + 1)) as [Person, ...Person[]];
    const measure = async (url: string, pid: number): Promise<void> => {
      const meter = await meterOf(books, pid);
      const proposalId = await addProposal(books, owner.id);
      const back = (atOnce: number) => (count: number) => backAll(url, proposalId, people, count, atOnce);
      // The first ones open accounts, compile and plan.
      await back(AT_ONCE)(BACKINGS / 4);
      print(`a backing, ${AT_ONCE} at once`, await costOf(meter, BACKINGS, back(AT_ONCE)));
      print('a backing, alone', await costOf(meter, ALONE, back(1)));
      await printAudit(books, meter);
      await printPages(url, people, meter);
      await printInstitutions(books, meter);
    };
    await withServer({ DATABASE_URL: books.url }, measure, { CHAIN: 'off' });
  });
}

async function costOf(meter: Meter, count: number, work: (count: number) => Promise<void>): Promise<Reading> {
  const before = await meter.read();
  await work(count);
  await sleep(SETTLE_MS);
  return share(before, await meter.read(), count);
}

async function printAudit({ db }: Books, meter: Meter): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::float8 as count from transfers`.execute(db);
  const { databaseMs } = await costOf(meter, AUDITS, async (count) => {
    for (let run = 0; run < count; run += 1) await listViolations(db);
  });
  const thousands = (rows[0]?.count ?? 0) / 1000;
  console.log(`an audit: ${(databaseMs / thousands).toFixed(2)} ms of the database for 1,000 transfers, each minute`);
}

async function printPages(url: string, people: readonly Person[], meter: Meter): Promise<void> {
  const idle = await costOf(meter, 1, () => sleep(WATCHED_MS));
  const memory = meter.memory();
  const streams = await Promise.all(people.slice(0, PAGES).map(({ token }) => openStream(url, token)));
  await sleep(SETTLE_MS);
  const bytes = (meter.memory() - memory) / PAGES;
  const open = await costOf(meter, 1, () => sleep(WATCHED_MS));
  const aMinute = (open.serverMs - idle.serverMs) / PAGES;
  console.log(
    `an open page: ${(bytes / 1024).toFixed(1)} KB of memory, ${aMinute.toFixed(2)} ms of the server a minute`,
  );
  for (const stream of streams) stream.destroy();
}

async function printInstitutions({ db }: Books, meter: Meter): Promise<void> {
  const idle = await costOf(meter, 1, () => sleep(WATCHED_MS));
  const before = await meter.read();
  await sql`
    insert into mfis (name, logo, website, phone, email, country, time_zone, primary_color, accent_color)
    select 'Institution ' || n, logo, website, phone, email, country, time_zone, primary_color, accent_color
    from mfis, generate_series(1, ${INSTITUTIONS}::int) as n where mfis.id = 3`.execute(db);
  const { bytes } = share(before, await meter.read(), INSTITUTIONS);
  const more = await costOf(meter, 1, () => sleep(WATCHED_MS));
  const server = (more.serverMs - idle.serverMs) / INSTITUTIONS;
  const database = (more.databaseMs - idle.databaseMs) / INSTITUTIONS;
  console.log(`a process without traffic: ${idle.serverMs} + ${idle.databaseMs} ms (server + database) a minute`);
  console.log(
    `an institution without loans: ${bytes.toFixed(0)} bytes, ${server.toFixed(2)} + ${database.toFixed(2)} ms a minute`,
  );
}

function share(before: Reading, after: Reading, count: number): Reading {
  const of = (name: keyof Reading): number => (after[name] - before[name]) / count;
  return { serverMs: of('serverMs'), databaseMs: of('databaseMs'), bytes: of('bytes'), wal: of('wal') };
}

function print(what: string, { serverMs, databaseMs, bytes, wal }: Reading): void {
  console.log(
    `${what}: ${serverMs.toFixed(2)} ms of the server, ${databaseMs.toFixed(2)} ms of the database, ${bytes.toFixed(0)} bytes kept, ${wal.toFixed(0)} bytes of log`,
  );
}

async function backAll(
  url: string,
  proposalId: ProposalId,
  people: readonly Person[],
  count: number,
  atOnce: number,
): Promise<void> {
  let next = 0;
  const backer = async (): Promise<void> => {
    while (next < count) {
      const { token } = people[next++ % people.length] as Person;
      const answer = await fetch(`${url}/api/borrow/backProposal`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ proposalId: String(proposalId), amount: 1 }),
      });
      if (answer.status !== 201) throw new Error(`a backing was answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, backer));
}

/** Opens a stream as an open page does, and resolves once its first event has come. */
function openStream(url: string, token: string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = http.get(`${url}/api/messages/unread/stream`, { headers, agent: false }, (answer) => {
      if (answer.statusCode === 200) answer.once('data', () => resolve(answer));
      else reject(new Error(`a stream was answered ${answer.statusCode}`));
    });
    asked.once('error', reject);
  });
}

/** Reads processor time and memory of the server, and of PostgreSQL with all its processes. */
async function meterOf({ db }: Books, serverPid: number): Promise<Meter> {
  const { rows } = await sql<{ file: string }>`select pg_read_file('postmaster.pid') as file`.execute(db);
  const postmaster = Number(rows[0]?.file.split('\n')[0]);
  const read = async (): Promise<Reading> => {
    const sizes = await sql<{ bytes: number; wal: number }>`
      select pg_database_size(current_database())::float8 as bytes,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`.execute(db);
    const { bytes = 0, wal = 0 } = sizes.rows[0] ?? {};
    return { serverMs: processorMs(serverPid), databaseMs: familyMs(postmaster), bytes, wal };
  };
  return { read, memory: () => residentBytes(serverPid) };
}

/** Fields after the name, which may hold blanks: state, parent, … */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function processorMs(pid: number, withEnded = false): number {
  const ticks = statOf(pid)
    .slice(11, withEnded ? 15 : 13)
    .map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}

/** A process, its children, and those of them that have ended. */
function familyMs(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return children.reduce((sum, child) => sum + processorMs(Number(child)), processorMs(pid, true));
}

function parentOf(pid: number): number | null {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
