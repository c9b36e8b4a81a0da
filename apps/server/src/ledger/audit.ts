import { DAY_MS, MINUTE_MS } from '@sathi/domain/durations.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import { takeTime } from '../db/take-time.ts';
import { transaction } from '../db/transaction.ts';
import { keepSums, listFreshViolations, type Violation } from './fresh-audit.ts';
import { longestOpenMs } from './written-until.ts';

/** The time of day (UTC) of the audit of all books, when the fewest are at work: half past one in Kolkata. */
const NIGHT_MS = 20 * 60 * MINUTE_MS;
/**
 * How far audits overlap: a journal may date from so long before its transaction is seen to have written, and from a
 * clock that is this far behind.
 */
const OVERLAP_MS = 2 * MINUTE_MS;

/**
 * Every disagreement between the books and their explanations, as many as a person can read; empty when all is sound (R18.4). Planning this longest of all
 * queries takes longer than small books do: with a parameter, and one that is no limit, a database plans it once.
 */
export async function listViolations(db: Db): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select violation, proposal_id as "proposalId", detail from audit
    where ${true}::boolean limit 100`.execute(db);
  return rows;
}

/** As {@link listViolations}, with the time that large books take. */
export function auditWhole(db: Db): Promise<Violation[]> {
  return transaction(db, async (tx) => {
    await takeTime(tx);
    return listViolations(tx);
  });
}

type Port = {
  readonly db: Db;
  readonly now: () => Date;
  readonly log: { readonly error: (fields: object, text: string) => void };
  readonly metrics: { readonly auditRuns: { readonly inc: (labels: { outcome: 'sound' | 'wrong' }) => void } };
};

/**
 * Logs violations of the books, so that a person looks while the service stays up (R18.4). Once a minute for all
 * processes: each minute what has moved since the books were last sound, at night and the first time all of it. What was
 * found wrong is looked at again until it is sound.
 * @returns false when another process has looked in this minute, or still looks
 */
export async function reportViolations({ db, log, now, metrics }: Port): Promise<boolean> {
  const at = now();
  if (!(await claimMinute(db, at))) return false;
  // The age is asked before the audit fixes its moment of the books: a commit between the two counts as open.
  const seenUntil = new Date(at.getTime() - (await longestOpenMs(db)));
  const violations = await transaction(db, (tx) => auditSince(tx, at, seenUntil));
  if (violations === null) return false;
  metrics.auditRuns.inc({ outcome: violations.length > 0 ? 'wrong' : 'sound' });
  if (violations.length > 0)
    log.error({ metric: 'audit_violations', count: violations.length, violations }, 'the books are wrong');
  return true;
}

/**
 * The mark moves on when nothing is wrong, and not past an open transaction: a commit that waits for a standby makes its journals
 * seen late (decision 151).
 * @returns what is wrong of what has moved, or of everything; null while the audit before still runs
 */
async function auditSince(tx: Tx, at: Date, seenUntil: Date): Promise<Violation[] | null> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
  if (!(await isAlone(tx))) return null;
  await takeTime(tx);
  const mark = await findMark(tx);
  const isWhole = mark === undefined || mark.wholeAt < lastNight(at);
  const since = mark && new Date(mark.soundAt.getTime() - OVERLAP_MS);
  const found = isWhole || since === undefined ? await listViolations(tx) : await auditFresh(tx, since);
  if (found.length > 0) return found;
  if (since) await keepSums(tx, since, new Date(Math.max(since.getTime(), seenUntil.getTime() - OVERLAP_MS)));
  await setMark(tx, { soundAt: seenUntil, wholeAt: isWhole ? at : mark.wholeAt });
  return [];
}

/** A kept sum may be out of date after a repair by hand or a clock that jumped, so only the transfers themselves accuse. */
async function auditFresh(tx: Tx, since: Date): Promise<Violation[]> {
  const found = await listFreshViolations(tx, since);
  return found.length === 0 ? found : listFreshViolations(tx, since, false);
}

/** Audits that each take longer than a minute would run beside each other, and all of them would take longer still. */
async function isAlone(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('audit', 0)) as "isOurs"`.execute(tx);
  return rows[0]?.isOurs === true;
}

function lastNight(at: Date): Date {
  return new Date(Math.floor((at.getTime() - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS);
}

/** The moments at which all that had moved, and all of the books, were last found sound. */
type Mark = { readonly soundAt: Date; readonly wholeAt: Date };

async function findMark(tx: Tx): Promise<Mark | undefined> {
  return tx.selectFrom('auditMarks').select(['soundAt', 'wholeAt']).executeTakeFirst();
}

async function setMark(tx: Tx, mark: Mark): Promise<void> {
  await tx
    .insertInto('auditMarks')
    .values(mark)
    .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(mark))
    .execute();
}

/** True for one process only in each minute. */
async function claimMinute(db: Db, now: Date): Promise<boolean> {
  const windowStart = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const claimed = await db
    .insertInto('rateCounters')
    .values({ key: 'once:audit', windowStart, count: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}
