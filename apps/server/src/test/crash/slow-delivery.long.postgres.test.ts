import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isProof } from '../../../../../scripts/tests/gate.ts';
import type { Db } from '../../db/db.ts';
import { listViolations } from '../../ledger/audit.ts';
import { tellFigures } from '../figures.ts';
import { startGateway, type TestGateway, twilioGateway } from '../sms-gateway.ts';
import { startMailServer, type TestMailServer } from '../smtp-server.ts';
import { ROI } from '../world.ts';
import { createCaller, publish, release, repay } from './calls.ts';
import { addPerson, makeItNoon, type SignedInPerson, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const BACKERS = isProof ? 20 : 8;
const LOANS = 3;
const PART_DOLLARS = 5;
const AFTER_MS = 1_500;
/** A mail takes three commands, and its first one on a connection a greeting too. */
const MAIL_MS = 3 * AFTER_MS;
const SLOW_MAIL = { kind: 'slow', afterMs: AFTER_MS, neverEach: 40 } as const;
const SLOW_SMS = { afterMs: 2 * AFTER_MS, neverEach: 15 };
/** The most messages of a kind that are under way in a process, which may be sent anew when it is killed. */
const AT_ONCE = 10;
const SID = `AC${'a'.repeat(32)}`;
const TIMEOUT_MS = 1_200_000;

const place = usePlace();
const start = useServerProcesses();
let mails: TestMailServer;
let texts: TestGateway;

beforeEach(async () => {
  mails = await startMailServer();
  texts = await startGateway(twilioGateway(SID, 'token'));
});
afterEach(async () => {
  await mails.close();
  await texts.close();
});

const env = () => ({
  ...place.env(),
  SMTP_URL: mails.url,
  MAIL_FROM: 'no-reply@sathi.example',
  SMS_PROVIDER: 'twilio',
  SMS_TWILIO_ACCOUNT_SID: SID,
  SMS_TWILIO_AUTH_TOKEN: 'token',
  SMS_TWILIO_FROM: '+12025550199',
  SMS_ENDPOINT: texts.url,
});

test(
  'a mail server and a gateway that answer after seconds or never hold up no request, and each message arrives once',
  async () => {
    const crowd = await place.look(prepare);
    const first = start(env());
    const url = await first.ready;
    const quick = await lifeOfLoan(url, crowd, 1);
    await expectAllSent();
    mails.mood = SLOW_MAIL;
    texts.mood = SLOW_SMS;
    const slow = await lifeOfLoan(url, crowd, 2);
    const codes = createCaller();
    await Promise.all(
      crowd.backers.map((as) => codes.did(url, { as, call: 'identity/forgot-password', body: { username: as.phone } })),
    );
    slow.push(...codes.waits);
    await sleep(MAIL_MS);
    expect(await place.look(waiting)).toBeGreaterThan(0);
    await first.signal('SIGKILL');
    const second = start(env());
    slow.push(...(await lifeOfLoan(await second.ready, crowd, 3)));
    await expectAllSent();
    expect(await second.signal('SIGTERM')).toMatchObject({ code: 0 });

    const sent = await place.look(expectedOf);
    const mailIds = mails.taken.map(({ messageId }) => messageId ?? '');
    const answeredMails = mails.taken.filter(({ isAnswered }) => isAnswered).map(({ messageId }) => messageId ?? '');
    const textKeys = texts.requests.map(keyOf);
    const answeredTexts = texts.answered.map(keyOf);
    expect(new Set(mailIds).size).toBe(sent.email);
    expect(new Set(textKeys).size).toBe(sent.sms);
    // A message that was answered is sent again only where the process that heard it was killed before it could note it.
    for (const [answered, count] of [
      [answeredMails, sent.email],
      [answeredTexts, sent.sms],
    ] as const) {
      expect(new Set(answered).size).toBe(count);
      expect(answered.length - count).toBeLessThanOrEqual(AT_ONCE);
    }
    // A request that waited for its mail would take as long as that.
    expect(at(slow, 0.95)).toBeLessThan(Math.max(MAIL_MS, 2 * at(quick, 0.95)));
    expect(at(slow, 0.5)).toBeLessThan(AFTER_MS);
    expect(await place.look(listViolations)).toEqual([]);
    tellFigures(
      `${sent.email} mails and ${sent.sms} text messages, none lost; taken without an answer or doubled by the kill and sent again ${mailIds.length - sent.email} and ${textKeys.length - sent.sms}; answers after ${milliseconds(quick)} ms at the middle and ${milliseconds(quick, 0.95)} at 95 of 100 while both are quick, ${milliseconds(slow)} and ${milliseconds(slow, 0.95)} while they are slow`,
    );
  },
  TIMEOUT_MS,
);

type Crowd = Awaited<ReturnType<typeof prepare>>;

async function prepare(db: Db) {
  await makeItNoon(db);
  const officer = await addPerson(db);
  const owners: SignedInPerson[] = [];
  for (let count = 0; count < LOANS; count += 1) owners.push(await addPerson(db));
  await db.insertInto('mfiStaff').values({ mfiId: ROI, userId: officer.id, role: 'manager' }).execute();
  const backers: (SignedInPerson & { readonly phone: string })[] = [];
  for (let count = 0; count < BACKERS; count += 1) {
    const person = await addPerson(db);
    const identity = db.selectFrom('identities').select('phone').where('subject', '=', person.subject);
    backers.push({ ...person, ...(await identity.executeTakeFirstOrThrow()) });
  }
  await sql`update identities set email_verified_at = now()`.execute(db);
  return { owners, officer, backers };
}

/**
 * A loan is backed by all at once, released and paid back. No two messages about it or another loan are the same: each has
 * an owner of its own, and the payments differ.
 * @returns the milliseconds of each answer
 */
async function lifeOfLoan(url: string, { owners, officer, backers }: Crowd, number: number): Promise<number[]> {
  const owner = owners[number - 1]!;
  const caller = createCaller();
  const amount = BACKERS * PART_DOLLARS;
  const loan = await publish(caller, url, owner, { amount, title: `Loan ${number}` });
  const body = { proposalId: loan, amount: PART_DOLLARS };
  await Promise.all(backers.map((as) => caller.did(url, { as, call: 'borrow/backProposal', body })));
  await release(caller, url, loan, { owner, officer });
  for (const part of [number * PART_DOLLARS, amount - number * PART_DOLLARS]) {
    await repay(caller, url, { loan, amount: part, owner, officer });
  }
  for (const as of backers) await caller.did(url, { as, method: 'GET', call: `borrow/findOne?id=${loan}` });
  return caller.waits;
}

async function waiting(db: Db): Promise<number> {
  const rows = await db.selectFrom('outbox').select('id').where('doneAt', 'is', null).execute();
  return rows.length;
}

async function expectAllSent(): Promise<void> {
  await expect.poll(() => place.look(waiting), { timeout: TIMEOUT_MS / 2, interval: 500 }).toBe(0);
}

/** How many messages the outbox has sent. */
async function expectedOf(db: Db): Promise<{ readonly email: number; readonly sms: number }> {
  const { rows } = await sql<{ kind: 'email' | 'sms'; count: number }>`
    select kind, count(*)::int as count from outbox where kind in ('email', 'sms') and failed_at is null
    group by kind`.execute(db);
  const counts = { email: 0, sms: 0 };
  for (const { kind, count } of rows) counts[kind] = count;
  expect(Math.min(counts.email, counts.sms)).toBeGreaterThan(BACKERS);
  return counts;
}

const keyOf = ({ To, Body }: Readonly<Record<string, string>>): string => `${To} ${Body}`;

/** The wait that this part of all waits is below. */
function at(waits: readonly number[], part: number): number {
  const sorted = waits.toSorted((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
}

const milliseconds = (waits: readonly number[], part = 0.5): string => at(waits, part).toFixed(0);
