import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../db/db.ts';
import { createPasswords } from '../../features/identity/passwords.ts';
import { listViolations } from '../../ledger/audit.ts';
import { tellFigures } from '../figures.ts';
import { startMailServer, type TestMailServer } from '../smtp-server.ts';
import { ROI } from '../world.ts';
import { createCaller, publish, release, repay } from './calls.ts';
import { addPerson, addProposal, makeItNoon, type SignedInPerson, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

/** The full number is for a night. */
const JUMPS = Number(process.env['CLOCK_JUMPS'] ?? 2);
const AHEAD_MS = 90_000;
const BACK_MS = 120_000;
const CALM_MS = 2_000;
const PAYMENT_MS = 1_000;
/** Each mail is under way for some seconds: beyond its lease, for a clock that is 90 s ahead. */
const SLOW = { kind: 'slow', afterMs: 700, neverEach: Infinity } as const;
const BACKERS = 6;
const LOAN_DOLLARS = 600;
const PASSWORD = 'a river of green tea';
const TIMEOUT_MS = 360_000 + 20_000 * JUMPS;
const SHIFT = new URL('shifted-clock.ts', import.meta.url).href;

const place = usePlace();
const start = useServerProcesses();
let folder: string;
let mails: TestMailServer;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-clocks-'));
  mails = await startMailServer();
  mails.mood = SLOW;
});
afterEach(async () => {
  await mails.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A server with a clock of its own. */
function startAt(name: string, aheadMs: number) {
  const file = path.join(folder, name);
  const set = (ms: number): void => fs.writeFileSync(file, String(ms));
  set(aheadMs);
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'no-reply@sathi.example' };
  const server = start({ ...place.env(), ...mail, NODE_OPTIONS: `--import=${SHIFT}`, SHIFTED_CLOCK: file });
  return { server, set };
}

test(
  `two processes whose clocks are 90 s apart, one of which jumps ${JUMPS} times, lose and double nothing and sign no one out`,
  async () => {
    const set = await place.look(prepare);
    const [steady, jumping] = [startAt('steady', 0), startAt('jumping', AHEAD_MS)];
    const urls = await Promise.all([steady.server.ready, jumping.server.ready]);
    // Sessions end, and loans too, by the clock of the database.
    for (const url of urls) expect(await statusOf(url, set.lateToken)).toBe(200);
    const load = createLoad(urls, set);
    let isOver = false;
    const running = load.run(() => isOver);
    running.catch(() => {});
    await sleep(CALM_MS);
    // The schedules have run by then.
    expect(await place.look((db) => eventsOf(db, set.ending))).not.toContain('expired');
    for (let jump = 0; jump < JUMPS; jump += 1) {
      await sleep(CALM_MS);
      jumping.set(AHEAD_MS - BACK_MS);
      await sleep(CALM_MS);
      for (const url of urls) expect(await statusOf(url, set.overToken)).toBe(401);
      jumping.set(AHEAD_MS);
    }
    await sleep(CALM_MS);
    isOver = true;
    await running;
    expect(load.signedIn.length).toBeGreaterThan(0);
    for (const token of [...load.signedIn, ...set.backers.map((backer) => backer.token)]) {
      for (const url of urls) expect(await statusOf(url, token)).toBe(200);
    }
    const isSent = () => place.look(async (db) => (await waiting(db)) === 0);
    await expect.poll(isSent, { timeout: 300_000, interval: 500 }).toBe(true);
    for (const { server } of [steady, jumping]) {
      expect(await server.signal('SIGTERM')).toMatchObject({ code: 0 });
    }
    await place.look((db) => expectAllOnce(db, set, load));
    const ids = mails.taken.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(ids.length);
    tellFigures(
      `${JUMPS} jumps of 120 s back and ahead; ${load.backed.length} backings, ${load.paid.length} payments, ${load.signedIn.length} sign-ins and ${ids.length} mails, all kept, none twice; ${load.caller.told()} told to come again`,
    );
  },
  TIMEOUT_MS,
);

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function prepare(db: Db) {
  await makeItNoon(db);
  const [owner, officer, late, over] = [
    await addPerson(db),
    await addPerson(db),
    await addPerson(db),
    await addPerson(db),
  ];
  await db.insertInto('mfiStaff').values({ mfiId: ROI, userId: officer.id, role: 'manager' }).execute();
  const backers: SignedInPerson[] = [];
  for (let count = 0; count < BACKERS; count += 1) backers.push(await addPerson(db));
  const passwordHash = await createPasswords().hash(PASSWORD);
  await sql`update identities set password_hash = ${passwordHash}, email_verified_at = now()`.execute(db);
  const ends = (subject: string, seconds: number) =>
    sql`update sessions set access_expires_at = now() + make_interval(secs => ${seconds}) where subject = ${subject}`.execute(
      db,
    );
  await ends(late.subject, AHEAD_MS / 1_000 - 1);
  await ends(over.subject, -10);
  const [large, ending, near] = [
    await addProposal(db, owner.id),
    await addProposal(db, owner.id),
    await addProposal(db, owner.id),
  ];
  await sql`update proposals set funding_deadline = now() + interval '85 seconds' where id = ${ending}`.execute(db);
  await sql`update proposals set funding_deadline = now() + interval '47 hours' where id = ${near}`.execute(db);
  return { owner, officer, backers, large, ending, near, lateToken: late.token, overToken: over.token };
}

async function statusOf(url: string, token: string): Promise<number> {
  const { status } = await fetch(`${url}/api/identity/current-user`, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

/** Backings, payments and sign-ins, each in turn at the one process and the other. */
function createLoad(urls: readonly string[], { owner, officer, backers, large }: Prepared) {
  const caller = createCaller();
  const backed: string[] = [];
  const paid: string[] = [];
  const signedIn: string[] = [];
  let turns = 0;
  const next = (): string => urls[(turns += 1) % urls.length]!;

  const back = async (as: SignedInPerson, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const asked = {
        as,
        call: 'borrow/backProposal',
        body: { proposalId: String(large), amount: 1 },
        key: randomUUID(),
      };
      const { id } = await caller.did(next(), asked);
      // The other process gives the answer that this one gave.
      expect((await caller.did(next(), asked)).id).toBe(id);
      backed.push(id);
    }
  };
  const lend = async (isOver: () => boolean): Promise<void> => {
    const loan = await publish(caller, next(), owner, { amount: LOAN_DOLLARS });
    for (const as of backers) {
      const body = { proposalId: loan, amount: LOAN_DOLLARS / BACKERS };
      backed.push((await caller.did(next(), { as, call: 'borrow/backProposal', body })).id);
    }
    await release(caller, next(), loan, { owner, officer });
    while (!isOver()) {
      paid.push(await repay(caller, next(), { loan, amount: 1, owner, officer }));
      // Its mails leave about as fast as they are written.
      await sleep(PAYMENT_MS);
    }
  };
  const signIn = async ({ phone }: { readonly phone: string }, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const body = JSON.stringify({ username: phone, password: PASSWORD });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${next()}/api/identity/sign-in`, { method: 'POST', headers, body });
      expect([200, 503]).toContain(answer.status);
      if (answer.status === 503) continue;
      const cookie =
        answer.headers
          .getSetCookie()
          .find((line) => line.startsWith('sathi_refresh='))
          ?.split(';')[0] ?? '';
      const refreshed = await fetch(`${next()}/api/identity/refresh`, { method: 'POST', headers: { cookie } });
      expect(refreshed.status).toBe(200);
      signedIn.push(((await refreshed.json()) as any).data.accessToken);
      await sleep(200);
    }
  };
  const run = async (isOver: () => boolean): Promise<void> => {
    const { phone } = await place.look((db) =>
      db.selectFrom('identities').select('phone').where('subject', '=', owner.subject).executeTakeFirstOrThrow(),
    );
    await Promise.all([...backers.map((as) => back(as, isOver)), lend(isOver), signIn({ phone }, isOver)]);
  };
  return { caller, backed, paid, signedIn, run };
}

async function eventsOf(db: Db, proposalId: ProposalId): Promise<string[]> {
  const rows = await db.selectFrom('proposalEvents').select('kind').where('proposalId', '=', proposalId).execute();
  return rows.map(({ kind }) => kind);
}

/** Jobs that nobody has done. */
async function waiting(db: Db): Promise<number> {
  const rows = await db.selectFrom('outbox').select('id').where('doneAt', 'is', null).execute();
  return rows.length;
}

async function expectAllOnce(db: Db, set: Prepared, load: ReturnType<typeof createLoad>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from investments`.execute(db);
  expect(new Set(rows.map(({ id }) => String(id)))).toEqual(new Set(load.backed));
  expect(rows).toHaveLength(load.backed.length);
  const payments = await sql<{ id: number; state: string }>`select id, state from payments`.execute(db);
  expect(payments.rows.map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual(
    load.paid.map((id) => `${id} approved`).toSorted(),
  );
  // A job that is taken up while it is under way was tried twice.
  const tried = await sql`select kind, attempts from outbox where attempts <> 1 or failed_at is not null`.execute(db);
  expect(tried.rows).toEqual([]);
  const told = await sql`
    select proposal_id as id, count(*)::int as count from notifications
    where kind = 'deadline_near' group by proposal_id order by 1`.execute(db);
  expect(told.rows).toEqual([set.ending, set.near].map((id) => ({ id, count: 1 })));
  expect(await listViolations(db)).toEqual([]);
}
